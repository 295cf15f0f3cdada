"""The result of a job on a picture in the sandbox process."""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class SandboxResult:
    """One or several files that were encoded anew from the pixels of a picture."""

    files: tuple[bytes, ...] = field(repr=False)
    frames_ms: tuple[int, ...] = ()
    """The duration of each frame of an animated picture."""
    size: tuple[int, int] = (0, 0)
    """Width and height in pixels, if the job sets them."""


Job = Callable[[bytes, str], SandboxResult]
"""Turns a picture's bytes and a word into a result, or raises UnfitPicture; a function that its module names."""
