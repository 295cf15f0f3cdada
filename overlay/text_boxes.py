"""Drawings of text in a box: captions, bubbles and toasts."""

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor

from overlay.box import Tail, measure_box, paint_box, parse_colour, snap_to_pixels
from overlay.element_pictures import BUBBLE, CAPTION, TOAST, DrawingContext, LoopedDrawing
from overlay.scale import round_to_pixel
from overlay.text import FittedText, fit_text
from performer.stage.protocol.elements import Bubble, Caption, StagePlace, Toast
from performer.stage.protocol.theme import BoxStyle

_PLACES: tuple[StagePlace, ...] = ("top", "middle", "bottom")
_LEAST_BUBBLE = 150


@dataclass(eq=False, kw_only=True)
class TextBoxDrawing(LoopedDrawing):
    """Text in a box that stands still."""

    words: FittedText
    box: QRect
    """The place without the shadow, in device pixels."""


def draw_caption(element: Caption, setup: DrawingContext) -> TextBoxDrawing:
    """Draw a caption: at the bottom or top."""
    style, unit = setup.fit_theme().caption, setup.scale.unit
    words = fit_text(element.alt, style, family=setup.theme.font.family, unit=unit, centred=True)
    width, height = measure_box(words, style, unit)
    above = style.at == "top"
    top = style.margin * unit if above else setup.scale.height - style.margin * unit - height
    box = QRectF(setup.scale.width * style.across - width / 2, top, width, height)
    origin = (box.center().x(), box.top() if above else box.bottom())
    return _draw_box(CAPTION, words, style, box, unit, origin)


def draw_bubble(element: Bubble, setup: DrawingContext) -> TextBoxDrawing:
    """Draw a bubble: on its side, on the lower edge of its place."""
    theme, unit = setup.fit_theme(element.side), setup.scale.unit
    style = theme.bubble
    words = fit_text(element.alt, style, family=setup.theme.font.family, unit=unit)
    width, height = measure_box(words, style, unit, least_width=_LEAST_BUBBLE)
    on_left = element.side == "left"
    left = style.margin * unit if on_left else setup.scale.width - style.margin * unit - width
    place = element.place if element.place in _PLACES else "middle"
    lower_edge = setup.scale.height - style.stands[_PLACES.index(place)] * unit
    box = QRectF(left, lower_edge - height, width, height)
    tail_margin = theme.find_tail_margin(width / unit)
    tip = tail_margin * unit
    origin = (box.left() + tip if on_left else box.right() - tip, box.bottom() + style.tail * unit)
    tail = Tail(length=style.tail if element.points else 0, margin=tail_margin, side=element.side)
    return _draw_box(BUBBLE, words, style, box, unit, origin, tail)


def draw_toast(element: Toast, setup: DrawingContext, others: Iterable[QRect]) -> TextBoxDrawing:
    """Draw a toast: at the left, below captions at the top and the others, or in a gap between them."""
    theme, unit = setup.fit_theme(), setup.scale.unit
    style = theme.toast
    words = fit_text(element.alt, style, family=setup.theme.font.family, unit=unit)
    box = QRectF(style.margin * unit, theme.toast_top * unit, *measure_box(words, style, unit))
    gap = round_to_pixel(style.gap * unit)
    for other in sorted(others, key=QRect.top):
        if snap_to_pixels(box).adjusted(0, -gap, 0, gap).intersects(other):
            box.moveTop(other.y() + other.height() + gap)
    mark = style.warning if element.level == "warning" else style.info
    origin = (box.left(), box.center().y())
    return _draw_box(TOAST, words, style, box, unit, origin, parse_colour(mark))


def _draw_box(
    layer: int,
    words: FittedText,
    style: BoxStyle,
    box: QRectF,
    unit: float,
    origin: tuple[float, float],
    mark: Tail | QColor | None = None,
) -> TextBoxDrawing:
    pixmap, place = paint_box(words, style, box, unit, mark), snap_to_pixels(box)
    return TextBoxDrawing(
        layer=layer, origin=origin, height=float(place.height()), pixmaps=[(pixmap,)], words=words, box=place
    )
