"""Drawings: how each kind of element looks, as pixmaps at places that may change with the time.

The frames of a moving picture follow the same rule as in `overlay/page/loop.js`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, NamedTuple

from PySide6.QtCore import QRect
from PySide6.QtGui import QPixmap

from overlay.motion import NEVER
from overlay.pictures import PictureCache
from overlay.scale import Scale
from performer.stage.protocol.elements import Side
from performer.stage.protocol.layout import BoardLayout, Layout, fit_theme
from performer.stage.protocol.theme import Theme


class PlacedPixmap(NamedTuple):
    """A pixmap at a place, in device pixels; two are equal when nothing would look different."""

    picture: QPixmap
    x: int
    y: int
    width: int
    height: int
    opacity: float = 1.0

    @classmethod
    def whole(cls, picture: QPixmap, x: int, y: int, opacity: float = 1.0) -> "PlacedPixmap":
        """Place a pixmap at its own size."""
        return cls(picture, x, y, picture.width(), picture.height(), opacity)

    def translated(self, x: int, y: int) -> "PlacedPixmap":
        """Return the pixmap moved to the right and down."""
        return self._replace(x=self.x + x, y=self.y + y)

    @property
    def rect(self) -> QRect:
        """The device pixels that the pixmap covers."""
        return QRect(self.x, self.y, self.width, self.height)

    @property
    def is_scaled(self) -> bool:
        """Whether the pixmap is shown larger or smaller than it is."""
        return self.width != self.picture.width() or self.height != self.picture.height()


AVATAR, EMOTE, PARTICLES, CARD, BUBBLE, CAPTION, TOAST = range(7)
"""The layers, from the lowest up."""


_AS_THE_THEME_HAS_IT: Final = Layout()


@dataclass(frozen=True, kw_only=True)
class DrawingContext:
    """The theme, scale, pictures and layout for drawings."""

    theme: Theme
    scale: Scale
    pictures: PictureCache
    layout: Layout = _AS_THE_THEME_HAS_IT

    def fit_theme(self, side: Side = "right") -> Theme:
        """Return the theme fitted into the streamer's rectangles, for elements on a side of the stage."""
        unit = self.scale.unit
        return fit_theme(self.theme, self.board, self.scale.width / unit, self.scale.height / unit, side)

    @property
    def board(self) -> BoardLayout:
        """The streamer's rectangles for a surface of this size."""
        return self.layout.find_board(self.scale.width, self.scale.height)


_SHORTEST_FRAME_MS: Final = 10


class FrameLoop:
    """The frame of a moving picture that shows at an instant; without times it stands still.

    At `born_ms` the first frame is shown first.
    """

    def __init__(self, frames_ms: Sequence[int], born_ms: float) -> None:
        self._ends_ms = list(accumulate(max(each, _SHORTEST_FRAME_MS) for each in frames_ms))
        self._born_ms = born_ms

    def find_frame(self, now_ms: float) -> int:
        """Return the number of the frame that shows at an instant, from 0 on."""
        if len(self._ends_ms) < 2:
            return 0
        into_ms = (now_ms - self._born_ms) % self._ends_ms[-1]
        return next((number for number, end in enumerate(self._ends_ms) if into_ms < end), 0)

    def find_next_ms(self, now_ms: float) -> float:
        """Return the instant at which the next frame is due."""
        if len(self._ends_ms) < 2:
            return NEVER
        loop_ms = self._ends_ms[-1]
        rounds = math.floor((now_ms - self._born_ms) / loop_ms)
        return self._born_ms + rounds * loop_ms + self._ends_ms[self.find_frame(now_ms)]


STILL: Final = FrameLoop((), 0)


@dataclass(eq=False, kw_only=True)
class LoopedDrawing:
    """A drawing of pixmaps in a loop, or of some that stand still."""

    layer: int
    origin: tuple[float, float]
    """The device pixel that stays where it is while the drawing grows."""
    height: float
    """In device pixels."""
    pixmaps: Sequence[tuple[PlacedPixmap, ...]]
    """What to paint, for each frame of the loop."""
    loop: FrameLoop = STILL

    def find_pixmaps(self, now_ms: float) -> tuple[PlacedPixmap, ...]:
        """Return the pixmaps to paint at an instant."""
        return self.pixmaps[self.loop.find_frame(now_ms)]

    def find_next_ms(self, now_ms: float) -> float:
        """Return the next instant at which the drawing changes; at or before now means in every frame."""
        return self.loop.find_next_ms(now_ms)
