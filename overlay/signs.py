"""Signs: captions, bubbles and toasts, which are words in a box."""

from collections.abc import Iterable

from PySide6.QtCore import QRect, QRectF

from overlay.blit import Blit
from overlay.box import Bar, Tail, box_size, colour, paint_box, snapped
from overlay.figure import BUBBLE, CAPTION, STILL, TOAST, Setup
from overlay.scale import whole
from overlay.words import Words, fit
from performer.messages import BoxStyle, Bubble, Caption, Place, Toast

_PLACES: tuple[Place, ...] = ("top", "middle", "bottom")
_LEAST_BUBBLE = 150
_BAR = 6


class Sign:
    """Words in a box that stands still; `box` is where it is, without its shadow, in device pixels."""

    def __init__(self, layer: int, words: Words, blit: Blit, box: QRect, origin: tuple[float, float]) -> None:
        self.layer = layer
        self.words = words
        self.box = box
        self.origin = origin
        self.height = float(box.height())
        self._blits = (blit,)

    def blits(self, _now_ms: float) -> tuple[Blit, ...]:
        """Tell what there is to see."""
        return self._blits

    def next_ms(self, _now_ms: float) -> float:
        """Tell that it never changes."""
        return STILL


def caption(element: Caption, setup: Setup) -> Sign:
    """Set a caption: in the middle, at the bottom or top."""
    style, unit = setup.theme.caption, setup.scale.unit
    words = fit(element.alt, style, family=setup.theme.font.family, unit=unit, centred=True)
    width, height = box_size(words, style, unit)
    above = style.at == "top"
    top = style.margin * unit if above else setup.scale.height - style.margin * unit - height
    box = QRectF((setup.scale.width - width) / 2, top, width, height)
    origin = (box.center().x(), box.top() if above else box.bottom())
    return _sign(CAPTION, words, style, box, unit, origin)


def bubble(element: Bubble, setup: Setup) -> Sign:
    """Set a bubble: on its side, standing on its place's lower edge."""
    style, unit = setup.theme.bubble, setup.scale.unit
    words = fit(element.alt, style, family=setup.theme.font.family, unit=unit)
    width, height = box_size(words, style, unit, least_width=_LEAST_BUBBLE)
    on_left = element.side == "left"
    left = style.margin * unit if on_left else setup.scale.width - style.margin * unit - width
    place = element.place if element.place in _PLACES else "middle"
    lower_edge = setup.scale.height - style.stands[_PLACES.index(place)] * unit
    box = QRectF(left, lower_edge - height, width, height)
    tip = style.tail_margin * unit
    origin = (box.left() + tip if on_left else box.right() - tip, box.bottom() + style.tail * unit)
    tail = Tail(length=style.tail, margin=style.tail_margin, side=element.side)
    return _sign(BUBBLE, words, style, box, unit, origin, tail)


def toast(element: Toast, setup: Setup, others: Iterable[QRect]) -> Sign:
    """Set a toast: in the upper left corner, below those that are there, or in a gap between them."""
    style, unit = setup.theme.toast, setup.scale.unit
    words = fit(element.alt, style, family=setup.theme.font.family, unit=unit)
    box = QRectF(style.margin * unit, style.margin * unit, *box_size(words, style, unit))
    gap = whole(style.gap * unit)
    for other in sorted(others, key=QRect.top):
        if snapped(box).adjusted(0, -gap, 0, gap).intersects(other):
            box.moveTop(other.y() + other.height() + gap)
    mark = style.warning if element.level == "warning" else style.info
    origin = (box.left(), box.center().y())
    return _sign(TOAST, words, style, box, unit, origin, Bar(colour=colour(mark), width=_BAR))


def _sign(
    layer: int,
    words: Words,
    style: BoxStyle,
    box: QRectF,
    unit: float,
    origin: tuple[float, float],
    mark: Tail | Bar | None = None,
) -> Sign:
    picture, place = paint_box(words, style, box, unit, mark), snapped(box)
    blit = Blit.whole(picture.pixmap, place.x() - picture.left, place.y() - picture.top)
    return Sign(layer, words, blit, place, origin)
