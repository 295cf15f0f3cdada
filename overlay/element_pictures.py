"""Figures: how each kind of element looks, as pictures at places that may change with the time.

A picture at a place: all that a frame is made of.

A loop: which of a moving picture's frames shows at an instant, by the same law as `overlay/page/loop.js`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, NamedTuple, Protocol

from PySide6.QtCore import QRect
from PySide6.QtGui import QPixmap

from overlay.motion import NEVER
from overlay.pictures import PictureCache
from overlay.scale import Scale
from performer.stage.protocol.theme import Theme


class PlacedPixmap(NamedTuple):
    """A pixmap on device pixels; two are equal when nothing would look different."""

    picture: QPixmap
    x: int
    y: int
    width: int
    height: int
    opacity: float = 1.0

    @classmethod
    def whole(cls, picture: QPixmap, x: int, y: int, opacity: float = 1.0) -> "PlacedPixmap":
        """Show a pixmap as large as it is."""
        return cls(picture, x, y, picture.width(), picture.height(), opacity)

    @property
    def rect(self) -> QRect:
        """The device pixels that it covers."""
        return QRect(self.x, self.y, self.width, self.height)

    @property
    def is_scaled(self) -> bool:
        """Tell whether the pixmap is shown larger or smaller than it is."""
        return self.width != self.picture.width() or self.height != self.picture.height()


PARTICLES, AVATAR, EMOTE, CARD, BUBBLE, CAPTION, TOAST = range(7)
"""The layers, from the lowest up."""


@dataclass(frozen=True, kw_only=True)
class DrawingContext:
    """What figures are made with."""

    theme: Theme
    scale: Scale
    pictures: PictureCache


class ElementDrawing(Protocol):
    """What is seen of an element at rest; it knows nothing of coming and going."""

    layer: int
    origin: tuple[float, float]
    """The device pixel that stays where it is while the figure grows."""
    height: float
    """In device pixels."""

    def blits(self, now_ms: float) -> tuple[PlacedPixmap, ...]:
        """Tell what there is to see now."""

    def next_ms(self, now_ms: float) -> float:
        """Tell when it looks different next; at or before now means in every frame."""


STILL: Final = NEVER
"""What a figure that never changes answers for its next instant."""

_SHORTEST_FRAME_MS: Final = 10


class FrameLoop:
    """Tells which frame shows.

    Args:
        frames_ms: How long each of them does; empty for a picture that stands still.
        born_ms: When the first one is shown first.
    """

    def __init__(self, frames_ms: Sequence[int], born_ms: float) -> None:
        self._ends_ms = list(accumulate(max(each, _SHORTEST_FRAME_MS) for each in frames_ms))
        self._born_ms = born_ms

    def number(self, now_ms: float) -> int:
        """Tell which frame shows now, from 0 on."""
        if len(self._ends_ms) < 2:
            return 0
        into_ms = (now_ms - self._born_ms) % self._ends_ms[-1]
        return next((number for number, end in enumerate(self._ends_ms) if into_ms < end), 0)

    def next_ms(self, now_ms: float) -> float:
        """Tell when the next frame is due."""
        if len(self._ends_ms) < 2:
            return STILL
        loop_ms = self._ends_ms[-1]
        rounds = math.floor((now_ms - self._born_ms) / loop_ms)
        return self._born_ms + rounds * loop_ms + self._ends_ms[self.number(now_ms)]
