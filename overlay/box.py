"""Boxes with text in them, painted once: fill, border, tail or bar, soft shadow.

The shadow is the blurred outline of a box, as in CSS, left out below the box itself. A blur is expensive in Python, so
a picture is blurred that is so small that the blur is two of its pixels wide; enlarged, it is within one level of the
real thing.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import mul
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPixmap, QPolygonF

from overlay.element_pictures import PlacedPixmap
from overlay.scale import round_to_pixel
from overlay.text import FittedText, MarkedText
from performer.stage.protocol.elements import Side
from performer.stage.protocol.theme import BoxStyle

REACH: Final = 3
"""A shadow ends so many standard deviations from its outline."""
_SMALL_SIGMA: Final = 2.0


def measure_shadow_reach(blur: float) -> int:
    """Return how far a shadow reaches beyond its outline, in the units of `blur`, rounded up."""
    return math.ceil(REACH * blur / 2)


def paint_shadow(painter: QPainter, outline: QPainterPath, blur: float, colour: QColor) -> None:
    """Paint the shadow of an outline where the outline is; `blur` is CSS's, two standard deviations."""
    sigma = blur / 2
    step = max(sigma / _SMALL_SIGMA, 1.0)
    halo = math.ceil(REACH * sigma / step)
    bounds = outline.boundingRect()
    width, height = math.ceil(bounds.width() / step) + 2 * halo, math.ceil(bounds.height() / step) + 2 * halo
    mask = QImage(width, height, QImage.Format.Format_Grayscale8)
    mask.fill(0)
    small = QPainter(mask)
    small.setRenderHint(QPainter.RenderHint.Antialiasing)
    small.translate(halo, halo)
    small.scale(1 / step, 1 / step)
    small.translate(-bounds.topLeft())
    small.fillPath(outline, Qt.GlobalColor.white)
    small.end()
    target = QRectF(bounds.x() - halo * step, bounds.y() - halo * step, width * step, height * step)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(target, _tint(_blur(mask, sigma / step), colour))


def _blur(mask: QImage, sigma: float) -> QImage:
    if sigma < 0.1:
        return mask
    stride, width = mask.bytesPerLine(), mask.width()
    levels = bytes(mask.constBits())
    rows: Iterable[Sequence[float]] = [levels[start : start + width] for start in range(0, len(levels), stride)]
    kernel = _make_kernel(sigma)
    for _ in range(2):
        rows = list(zip(*(_convolve(row, kernel) for row in rows), strict=True))
    blurred = QImage(bytes(round(each) for row in rows for each in row), width, mask.height(), width, mask.format())
    return blurred.copy()  # `blurred` lives no longer than its bytes


def _make_kernel(sigma: float) -> list[float]:
    half = math.ceil(REACH * sigma)
    heights = [math.exp(-((at / sigma) ** 2) / 2) for at in range(-half, half + 1)]
    total = sum(heights)
    return [each / total for each in heights]


def _convolve(row: Sequence[float], kernel: Sequence[float]) -> list[float]:
    half = len(kernel) // 2
    padded = [0.0] * half + list(row) + [0.0] * half
    return [sum(map(mul, kernel, padded[at : at + len(kernel)])) for at in range(len(row))]


def _tint(levels: QImage, colour: QColor) -> QImage:
    levels.reinterpretAsFormat(QImage.Format.Format_Alpha8)
    tinted = QImage(levels.size(), QImage.Format.Format_ARGB32_Premultiplied)
    tinted.fill(colour)
    painter = QPainter(tinted)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
    painter.drawImage(0, 0, levels)
    painter.end()
    return tinted


_MARGIN: Final = 2
_BAR: Final = 6
"""The width of the bar at the left edge of a toast, in units of the board."""


@dataclass(frozen=True, kw_only=True)
class Tail:
    """The tail of a bubble, in units of the board."""

    length: float
    margin: float
    """From the box's edge on the tail's side."""
    side: Side


@dataclass(frozen=True, kw_only=True)
class EmptyBox:
    """A box to paint into."""

    image: QImage
    place: QRect
    """The place of the box in the image, without its shadow."""

    def start_painter(self, image: QImage) -> QPainter:
        """Start to paint on an image of this size, from the corner of the box on."""
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(self.place.topLeft())
        return painter


def measure_box(words: FittedText, style: BoxStyle, unit: float, least_width: float = 0.0) -> tuple[float, float]:
    """Return the width and height of the box around a text, in device pixels."""
    left, above, right, below = style.padding
    edges = 2 * style.border_width
    width = max(words.width + (left + right + edges) * unit, least_width * unit)
    return width, words.height + (above + below + edges) * unit


@dataclass(frozen=True, kw_only=True)
class TextBox:
    """A box with text for a place in device pixels: its edges are on whole pixels, its text need not be."""

    words: FittedText
    style: BoxStyle
    exact: QRectF
    unit: float
    empty: EmptyBox

    @classmethod
    def make(
        cls, words: FittedText, style: BoxStyle, exact: QRectF, unit: float, mark: Tail | QColor | None = None
    ) -> "TextBox":
        """Make a box; the mark is the tail of a bubble, or the colour of a toast's bar."""
        empty = paint_empty_box(snap_to_pixels(exact).size(), style, unit, mark)
        return cls(words=words, style=style, exact=exact, unit=unit, empty=empty)

    @property
    def place(self) -> QRect:
        """The place without the shadow, in device pixels."""
        return snap_to_pixels(self.exact)

    def paint(self, marked: MarkedText | None = None) -> PlacedPixmap:
        """Paint the box with its text, some of it in a colour of its own."""
        style, unit, box = self.style, self.unit, self.place

        def write(painter: QPainter, place: QRectF) -> None:
            left, above, right, _ = style.padding
            room = place.width() - (left + right + 2 * style.border_width) * unit
            start = (left + style.border_width) * unit + (room - self.words.width) / 2
            top = self.exact.y() - box.y() + (above + style.border_width) * unit
            self.words.paint(painter, start, top, parse_colour(style.text), marked)

        return fill_box(self.empty, write).translated(box.x(), box.y())


def paint_empty_box(box: QSize, style: BoxStyle, unit: float, mark: Tail | QColor | None = None) -> EmptyBox:
    """Paint a box of a size in device pixels, with nothing in it: the shadow is the expensive part."""
    shadow = style.shadow
    halo = measure_shadow_reach(shadow.blur * unit) + _MARGIN
    tail = round_to_pixel(mark.length * unit) if isinstance(mark, Tail) else 0
    left, top = halo, max(halo - round_to_pixel(shadow.down * unit), _MARGIN)
    below = max(halo + round_to_pixel(shadow.down * unit), tail + _MARGIN)
    image = QImage(box.width() + 2 * left, top + box.height() + below, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    empty = EmptyBox(image=image, place=QRect(QPoint(left, top), box))
    painter = empty.start_painter(image)
    place = QRectF(0, 0, box.width(), box.height())
    _paint_below(painter, place, style, unit)
    _paint_ground(painter, place, style, unit, mark)
    painter.end()
    return empty


def fill_box(empty: EmptyBox, fill: Callable[[QPainter, QRectF], None]) -> PlacedPixmap:
    """Paint something into a box, whose corner is at 0, 0; `fill` gets its place, and the box itself stays empty."""
    image = QImage(empty.image)
    painter = empty.start_painter(image)
    fill(painter, QRectF(0, 0, empty.place.width(), empty.place.height()))
    painter.end()
    return PlacedPixmap.whole(QPixmap.fromImage(image), -empty.place.x(), -empty.place.y())


def snap_to_pixels(box: QRectF) -> QRect:
    """Round a box's edges to whole device pixels, each by itself."""
    x, y = round_to_pixel(box.x()), round_to_pixel(box.y())
    return QRect(x, y, round_to_pixel(box.x() + box.width()) - x, round_to_pixel(box.y() + box.height()) - y)


def parse_colour(text: str) -> QColor:
    """Parse #RRGGBB or #RRGGBBAA, which Qt would read as #AARRGGBB."""
    return QColor(f"#{text[7:9]}{text[1:7]}") if len(text) == 9 else QColor(text)


def _paint_below(painter: QPainter, place: QRectF, style: BoxStyle, unit: float) -> None:
    """Paint the shadow, and remove it again where the box will be: the box may be translucent."""
    shadow = parse_colour(style.shadow.colour)
    if not shadow.alpha():
        return
    outline = make_rounded_path(place, style.corner * unit)
    paint_shadow(painter, outline.translated(0, style.shadow.down * unit), style.shadow.blur * unit, shadow)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationOut)
    painter.fillPath(outline, Qt.GlobalColor.black)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)


def _paint_ground(painter: QPainter, place: QRectF, style: BoxStyle, unit: float, mark: Tail | QColor | None) -> None:
    border = style.border_width * unit
    corner = style.corner * unit
    inner = make_rounded_path(place.adjusted(border, border, -border, -border), max(corner - border, 0))
    ring, ground = make_rounded_path(place, corner).subtracted(inner), inner
    if isinstance(mark, Tail) and mark.length:
        point = _make_tail(place, mark, unit, border)
        ring = ring.united(_make_tail(place, mark, unit).subtracted(point).subtracted(inner))
        ground = inner.united(point)
    painter.fillPath(ground, parse_colour(style.fill))
    if border and parse_colour(style.border).alpha():
        painter.fillPath(ring.subtracted(ground), parse_colour(style.border))
    if isinstance(mark, QColor):
        strip = QPainterPath()
        strip.addRect(QRectF(place.x(), place.y(), border + _BAR * unit, place.height()))
        painter.fillPath(inner.intersected(strip), mark)


def make_rounded_path(place: QRectF, corner: float) -> QPainterPath:
    """Make the path of a rectangle with rounded corners."""
    path = QPainterPath()
    corner = min(corner, place.width() / 2, place.height() / 2)
    path.addRoundedRect(place, corner, corner)
    return path


def _make_tail(place: QRectF, tail: Tail, unit: float, border: float = 0.0) -> QPainterPath:
    """Make the path of the tail's triangle, or of what a border of some device pixels leaves of it."""
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
