"""Boxes with words in them, painted once: fill, border, tail or bar, soft shadow."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPixmap, QPolygonF

from overlay.scale import whole
from overlay.shadow import paint_shadow, reach
from overlay.words import Words
from performer.messages import BoxStyle, Side

_MARGIN: Final = 2


@dataclass(frozen=True, kw_only=True)
class Tail:
    """A bubble's tail, in units of the board."""

    length: float
    margin: float
    """From the box's edge on its side."""
    side: Side


@dataclass(frozen=True, kw_only=True)
class Bar:
    """A toast's mark at its left edge."""

    colour: QColor
    width: float
    """In units of the board."""


@dataclass(frozen=True, kw_only=True)
class BoxPicture:
    """A painted box."""

    pixmap: QPixmap
    left: int
    """How far the pixmap reaches beyond the box to the left, for its shadow."""
    top: int


@dataclass(frozen=True, kw_only=True)
class EmptyBox:
    """A box to paint into."""

    image: QImage
    place: QRect
    """Where the box is in the image, without its shadow."""

    def painter(self, image: QImage) -> QPainter:
        """Paint on an image of this size, from the corner of the box on."""
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(self.place.topLeft())
        return painter


def box_size(words: Words, style: BoxStyle, unit: float, least_width: float = 0.0) -> tuple[float, float]:
    """Tell the width and height of the box around words, in device pixels."""
    left, above, right, below = style.padding
    edges = 2 * style.border_width
    width = max(words.width + (left + right + edges) * unit, least_width * unit)
    return width, words.height + (above + below + edges) * unit


def paint_box(words: Words, style: BoxStyle, exact: QRectF, unit: float, mark: Tail | Bar | None = None) -> BoxPicture:
    """Paint a box with words in it, for a place in device pixels: its edges are on whole ones, its words need not."""
    box = snapped(exact)

    def write(painter: QPainter, place: QRectF) -> None:
        _paint_words(painter, place.translated(0, exact.y() - box.y()), words, style, unit)

    return filled(empty_box(box.size(), style, unit, mark), write)


def empty_box(box: QSize, style: BoxStyle, unit: float, mark: Tail | Bar | None = None) -> EmptyBox:
    """Paint a box of a size in device pixels, with nothing in it: the shadow is the dear part of it."""
    shadow = style.shadow
    halo = reach(shadow.blur * unit) + _MARGIN
    tail = whole(mark.length * unit) if isinstance(mark, Tail) else 0
    left, top = halo, max(halo - whole(shadow.down * unit), _MARGIN)
    below = max(halo + whole(shadow.down * unit), tail + _MARGIN)
    image = QImage(box.width() + 2 * left, top + box.height() + below, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    empty = EmptyBox(image=image, place=QRect(QPoint(left, top), box))
    painter = empty.painter(image)
    place = QRectF(0, 0, box.width(), box.height())
    _paint_below(painter, place, style, unit)
    _paint_ground(painter, place, style, unit, mark)
    painter.end()
    return empty


def filled(empty: EmptyBox, fill: Callable[[QPainter, QRectF], None]) -> BoxPicture:
    """Have something painted into a box; `fill` is told its place, and the box itself stays empty."""
    image = QImage(empty.image)
    painter = empty.painter(image)
    fill(painter, QRectF(0, 0, empty.place.width(), empty.place.height()))
    painter.end()
    return BoxPicture(pixmap=QPixmap.fromImage(image), left=empty.place.x(), top=empty.place.y())


def snapped(box: QRectF) -> QRect:
    """Round a box's edges to whole device pixels, each by itself."""
    x, y = whole(box.x()), whole(box.y())
    return QRect(x, y, whole(box.x() + box.width()) - x, whole(box.y() + box.height()) - y)


def colour(text: str) -> QColor:
    """Read #RRGGBB or #RRGGBBAA, which Qt would read as #AARRGGBB."""
    return QColor(f"#{text[7:9]}{text[1:7]}") if len(text) == 9 else QColor(text)


def _paint_below(painter: QPainter, place: QRectF, style: BoxStyle, unit: float) -> None:
    """Paint the shadow, and take it away again where the box will be: it may let the picture through."""
    shadow = colour(style.shadow.colour)
    if not shadow.alpha():
        return
    outline = rounded(place, style.corner * unit)
    paint_shadow(painter, outline.translated(0, style.shadow.down * unit), style.shadow.blur * unit, shadow)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationOut)
    painter.fillPath(outline, Qt.GlobalColor.black)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)


def _paint_ground(painter: QPainter, place: QRectF, style: BoxStyle, unit: float, mark: Tail | Bar | None) -> None:
    border = style.border_width * unit
    corner = style.corner * unit
    inner = rounded(place.adjusted(border, border, -border, -border), max(corner - border, 0))
    ring, ground = rounded(place, corner).subtracted(inner), inner
    if isinstance(mark, Tail) and mark.length:
        point = _tail(place, mark, unit, border)
        ring = ring.united(_tail(place, mark, unit).subtracted(point).subtracted(inner))
        ground = inner.united(point)
    painter.fillPath(ground, colour(style.fill))
    if border and colour(style.border).alpha():
        painter.fillPath(ring.subtracted(ground), colour(style.border))
    if isinstance(mark, Bar):
        strip = QPainterPath()
        strip.addRect(QRectF(place.x(), place.y(), border + mark.width * unit, place.height()))
        painter.fillPath(inner.intersected(strip), mark.colour)


def _paint_words(painter: QPainter, place: QRectF, words: Words, style: BoxStyle, unit: float) -> None:
    left, above, right, _ = style.padding
    room = place.width() - (left + right + 2 * style.border_width) * unit
    start = (left + style.border_width) * unit + (room - words.width) / 2
    words.paint(painter, start, place.y() + (above + style.border_width) * unit, colour(style.text))


def rounded(place: QRectF, corner: float) -> QPainterPath:
    """Draw a rectangle with rounded corners."""
    path = QPainterPath()
    corner = min(corner, place.width() / 2, place.height() / 2)
    path.addRoundedRect(place, corner, corner)
    return path


def _tail(place: QRectF, tail: Tail, unit: float, border: float = 0.0) -> QPainterPath:
    """Draw the tail's triangle, or what a border of some device pixels around it leaves."""
    length = max(tail.length * unit - math.sqrt(2) * border, 0)
    margin = tail.margin * unit + border
    near = margin if tail.side == "left" else place.width() - margin
    far = near + length if tail.side == "left" else near - length
    # A little into the box, so that no seam is seen.
    above = place.bottom() - border - 2 * unit
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(near, above), QPointF(far, above), QPointF(near, above + length)]))
    path.closeSubpath()
    return path
