"""Prints: what has become of a picture in the process apart, written anew from nothing but its pixels."""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class SandboxResult:
    """One or several files of the same picture."""

    files: tuple[bytes, ...] = field(repr=False)
    frames_ms: tuple[int, ...] = ()
    """How long each frame of an animated one shows."""
    size: tuple[int, int] = (0, 0)
    """Width and height in pixels, where the job tells them."""


Job = Callable[[bytes, str], SandboxResult]
"""Makes prints of a picture's bytes and one word more, or raises Unfit; a function of a module, known by its name."""
