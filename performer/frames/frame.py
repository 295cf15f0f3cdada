"""One picture with its source and instant, and the port every source of pictures implements."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from typing import Protocol

from performer.frames.full import FullPicture

LUMA_SIZE = (32, 18)
"""Columns and rows of the small grey picture that the change measure compares."""
FINE_SIZE = (64, 36)
"""Columns and rows of the finer one, in which a digit or a heart of a HUD is a cell or two."""


@dataclass(frozen=True, kw_only=True)
class Frame:
    """A picture, already masked, reduced and encoded."""

    source: str
    """Where it is from, as the start-up table says it: `screen 1 1920x1080`."""
    at_s: float
    """When its grab began, in seconds of the show's clock."""
    size: tuple[int, int]
    """Width and height of the JPEG in pixels."""
    jpeg: bytes = field(repr=False)
    luma: bytes = field(repr=False)
    """LUMA_SIZE grey values, row by row."""
    fine: bytes = field(default=b"", repr=False)
    """FINE_SIZE grey values, row by row; empty where nobody made them."""
    digest: str
    """First 16 hex digits of the SHA-256 of `jpeg`."""
    full: FullPicture | None = field(default=None, repr=False, compare=False)
    """The same at its full size, where that is larger; only the newest picture should hold on to it."""
    cost_ms: float = 0.0
    """Wall time from the start of the grab to the finished JPEG."""


class FrameSource(Protocol):
    """A source of pictures.

    `frames()` yields as fast as the source's own rate allows; a reader that is slow gets the newest, never a backlog.
    It raises ServiceError when the source is gone (a display that closed) and may then be asked for `frames()` again.
    Leaving the iterator (`aclose`) frees whatever it opened.
    """

    name: str
    """For the start-up table: `screen 1 1920x1080`."""

    def frames(self) -> AsyncGenerator[Frame, None]:
        """Open the source and yield pictures until it is closed."""
        ...
