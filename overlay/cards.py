"""Drawings of cards: a title behind a mark, text, a bar and perhaps a picture, painted once.

Cards follow the same rules as in `overlay/page/card.js` and `stage.css`. A moving picture lies on top of the rest, a
frame at a time. The mark shows the state: a ring while the task goes on, a tick or a cross at its end.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, get_args

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPixmap, QPolygonF

from overlay.box import EmptyBox, fill_box, make_rounded_path, paint_empty_box, parse_colour
from overlay.decode import PictureRequest
from overlay.element_pictures import CARD, DrawingContext, FrameLoop, LoopedDrawing, PlacedPixmap
from overlay.scale import round_to_pixel
from overlay.text import FittedText, fit_text
from performer.stage.protocol.elements import Card, CardState, Side
from performer.stage.protocol.theme import CardStyle

MARK_SIDE: Final = 24
"""The side of a mark, in units of the board."""
_RING: Final = 5
_TICK: Final = ((1, 13), (4.5, 9.5), (9.5, 14.5), (19.5, 4.5), (23, 8), (9.5, 21.5))
_CROSS: Final = (
    *((3, 6.5), (6.5, 3), (12, 8.5), (17.5, 3), (21, 6.5), (15.5, 12)),
    *((21, 17.5), (17.5, 21), (12, 15.5), (6.5, 21), (3, 17.5), (8.5, 12)),
)
"""Tick and cross, in a square of MARK_SIDE."""


def draw_state_mark(state: CardState, place: QRectF, unit: float) -> QPainterPath:
    """Return the path of the ring, the tick or the cross."""
    path = QPainterPath()
    if state in {"done", "failed"}:
        corners = _TICK if state == "done" else _CROSS
        path.addPolygon(QPolygonF([place.topLeft() + QPointF(x, y) * unit for x, y in corners]))
        path.closeSubpath()
        return path
    path.addEllipse(place)
    ring = _RING * unit
    path.addEllipse(place.adjusted(ring, ring, -ring, -ring))  # the odd-even fill makes it a hole
    return path


_PICTURE_GAP: Final = 20
_MARK_GAP: Final = 12
_TEXT_GAP: Final = 4
_BAR_GAP: Final = 12
_TEXT_WEIGHT: Final = 600
_KEPT: Final = 6
"""The most empty cards, each of another height, that are kept: half a megabyte each."""


class CardDrawing(LoopedDrawing):
    """A painted card; `stack_cards` chooses its height on the stage, `box` is its place without the shadow."""

    def __init__(self, contents: "_Contents", picture: PlacedPixmap, place: QRectF) -> None:
        self.lines = contents.title.lines + (contents.text.lines if contents.text else ())
        self.exact_height = place.height()
        self._picture = picture
        self._left = round_to_pixel(place.x())
        self._width = round_to_pixel(place.width())
        self._origin_x = float(self._left + (self._width if contents.element.side == "right" else 0))
        self._moving = contents.moving
        self._corner = contents.find_picture_corner(_find_inside(place))
        loop = FrameLoop(contents.element.frames_ms if self._moving else (), contents.element.born_ms)
        super().__init__(layer=CARD, origin=(0, 0), height=float(round_to_pixel(place.height())), pixmaps=(), loop=loop)
        self.move(0)

    def move(self, top: int) -> None:
        """Move the card to a distance below the top of the stage, in device pixels."""
        self.box = QRect(self._left, top, self._width, int(self.height))
        self.origin = (self._origin_x, top + self.height / 2)
        below = self._picture.translated(self._left, top)
        x, y = self._left + self._corner.x(), top + self._corner.y()
        self.pixmaps = [(below, PlacedPixmap.whole(each, x, y)) for each in self._moving] or [(below,)]


def draw_card(element: Card, setup: DrawingContext) -> CardDrawing | None:
    """Draw a card; None as long as its picture may still come."""
    style, unit = setup.fit_theme(element.side).card, setup.scale.unit
    frames = _find_frames(element, setup)
    if frames is None:
        return None
    contents = _make_contents(element, setup, frames)
    width = style.max_width * unit
    margin = style.margin * unit
    left = setup.scale.width - margin - width if element.side == "right" else margin
    _, above, _, below = style.padding
    place = QRectF(left, 0, width, contents.height + (above + below) * unit + 2 * _measure_border(style, unit))

    def fill(painter: QPainter, _box: QRectF) -> None:
        contents.paint(painter, _find_inside(place))

    picture = fill_box(_find_empty(round_to_pixel(place.width()), round_to_pixel(place.height()), style, unit), fill)
    return CardDrawing(contents, picture, place)


def _find_inside(place: QRectF) -> QRectF:
    """Return a card's place as seen from the corner of its box: the box is on whole pixels, the text need not be."""
    return QRectF(
        place.x() - round_to_pixel(place.x()), 0, round_to_pixel(place.width()), round_to_pixel(place.height())
    )


@lru_cache(maxsize=_KEPT)
def _find_empty(width: int, height: int, style: CardStyle, unit: float) -> EmptyBox:
    """Return an empty card; most cards that show progress keep their size."""
    return paint_empty_box(QSize(width, height), style, unit)


def stack_cards(cards: Sequence[tuple[Card, CardDrawing]], setup: DrawingContext) -> None:
    """Stack cards below each other on their sides, the youngest on top."""
    unit = setup.scale.unit
    sides: tuple[Side, ...] = get_args(Side)
    for side in sides:
        style = setup.fit_theme(side).card
        top = style.top * unit
        column = [(element, drawing) for element, drawing in cards if (element.side == "right") == (side == "right")]
        column.reverse()
        for _, drawing in sorted(column, key=lambda each: -each[0].born_ms):
            drawing.move(round_to_pixel(top))
            top += drawing.exact_height + style.gap * unit


def _find_frames(element: Card, setup: DrawingContext) -> tuple[QPixmap, ...] | None:
    """Return the picture's frames, empty without a picture, or None while it is on its way."""
    unit = setup.scale.unit
    src = element.src if unit <= 1 else element.src2x
    if not src:
        return ()
    side = max(round_to_pixel(setup.theme.card.picture * unit), 1)
    frames = setup.pictures.find(PictureRequest(src, side, side, max(len(element.frames_ms), 1), is_crisp=True))
    return () if frames is None and setup.pictures.is_useless(src) else frames


def _make_contents(element: Card, setup: DrawingContext, frames: tuple[QPixmap, ...]) -> "_Contents":
    style, unit, family = setup.fit_theme(element.side).card, setup.scale.unit, setup.theme.font.family
    room = style.max_width - style.picture - _PICTURE_GAP if frames else style.max_width
    title = replace(style, lines=1, max_width=room - MARK_SIDE - _MARK_GAP)
    text = replace(style, size=style.text_size, weight=_TEXT_WEIGHT, max_width=room)
    return _Contents(
        element=element,
        style=style,
        unit=unit,
        frames=frames,
        title=fit_text(element.alt, title, family=family, unit=unit),
        text=fit_text(element.text, text, family=family, unit=unit) if element.text.strip() else None,
    )


def _measure_border(style: CardStyle, unit: float) -> float:
    """Return the border's width as in a browser, in device pixels: whole ones, and one at least."""
    return max(math.floor(style.border_width * unit), 1) if style.border_width else 0


@dataclass(frozen=True, kw_only=True)
class _Contents:
    """What is in a card; all lengths are device pixels."""

    element: Card
    style: CardStyle
    unit: float
    frames: tuple[QPixmap, ...]
    """Of its picture, squares of one size."""
    title: FittedText
    text: FittedText | None

    @property
    def height(self) -> float:
        return max(self._told_height, self._side)

    @property
    def moving(self) -> tuple[QPixmap, ...]:
        """The frames of a picture that is not painted with the rest."""
        return self.frames if len(self.frames) > 1 else ()

    def find_picture_corner(self, box: QRectF) -> QPoint:
        """Return the corner of the picture in a box."""
        inner = self._find_inner_box(box)
        return QPoint(round_to_pixel(inner.x()), round_to_pixel(inner.y() + (inner.height() - self._side) / 2))

    @property
    def _side(self) -> int:
        return self.frames[0].height() if self.frames else 0

    @property
    def _head_height(self) -> float:
        return max(self.title.height, MARK_SIDE * self.unit)

    @property
    def _told_height(self) -> float:
        text = self.text.height + _TEXT_GAP * self.unit if self.text else 0.0
        bar = 0.0 if self.element.progress is None else (self.style.bar + _BAR_GAP) * self.unit
        return self._head_height + text + bar

    @property
    def _state_colour(self) -> QColor:
        known = {"done": self.style.done, "failed": self.style.failed}
        return parse_colour(known.get(self.element.state, self.style.working))

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint all contents into a box."""
        inner = self._find_inner_box(box)
        if self.frames:
            inner.setLeft(inner.x() + self._side + _PICTURE_GAP * self.unit)
        if self.frames and not self.moving:
            painter.drawPixmap(self.find_picture_corner(box), self.frames[0])
        top = inner.y() + (inner.height() - self._told_height) / 2
        self._paint_head(painter, QPointF(inner.x(), top))
        if self.text:
            below_head = top + self._head_height + _TEXT_GAP * self.unit
            self.text.paint(painter, inner.x(), below_head, parse_colour(self.style.text))
        if self.element.progress is not None:
            height = self.style.bar * self.unit
            bottom = top + self._told_height
            self._paint_bar(painter, QRectF(inner.x(), bottom - height, inner.width(), height), self.element.progress)

    def _find_inner_box(self, box: QRectF) -> QRectF:
        left, above, right, below = (each * self.unit for each in self.style.padding)
        border = _measure_border(self.style, self.unit)
        return box.adjusted(left + border, above + border, -right - border, -below - border)

    def _paint_head(self, painter: QPainter, corner: QPointF) -> None:
        side = MARK_SIDE * self.unit
        place = QRectF(corner.x(), corner.y() + (self._head_height - side) / 2, side, side)
        painter.fillPath(draw_state_mark(self.element.state, place, self.unit), self._state_colour)
        left = place.right() + _MARK_GAP * self.unit
        top = corner.y() + (self._head_height - self.title.height) / 2
        self.title.paint(painter, left, top, parse_colour(self.style.text))

    def _paint_bar(self, painter: QPainter, place: QRectF, progress: float) -> None:
        groove = make_rounded_path(place, place.height() / 2)
        painter.fillPath(groove, parse_colour(self.style.groove))
        part = QRectF(place)
        part.setWidth(place.width() * min(max(progress, 0.0), 1.0))
        painter.fillPath(make_rounded_path(part, place.height() / 2).intersected(groove), self._state_colour)
