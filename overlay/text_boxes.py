"""Drawings of text in a box: captions, in which the word that is heard stands out, bubbles and toasts."""

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor

from overlay.box import Tail, TextBox, measure_box, parse_colour, snap_to_pixels
from overlay.element_pictures import BUBBLE, CAPTION, TOAST, DrawingContext, LoopedDrawing, PlacedPixmap
from overlay.heard_word import NO_WORD, find_heard_word, find_in_lines, find_next_word_ms
from overlay.scale import round_to_pixel
from overlay.text import FittedText, MarkedText, fit_text
from performer.core.audio import WordTime
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


@dataclass(eq=False, kw_only=True)
class CaptionDrawing(TextBoxDrawing):
    """A caption, in which the word that is heard has another colour; only that word is painted, and no other ahead."""

    element: Caption
    text_box: TextBox
    colour: QColor
    marked: tuple[WordTime, PlacedPixmap] | None = None
    """The newest word that was heard, and the caption with it."""

    def follow(self, element: Caption) -> None:
        """Replace the times of the words, which are the same words."""
        self.element = element

    def find_pixmaps(self, now_ms: float) -> tuple[PlacedPixmap, ...]:
        """Return the pixmaps to paint at an instant."""
        number = find_heard_word(self.element, now_ms)
        if number == NO_WORD:
            return super().find_pixmaps(now_ms)
        word = self.element.words[number]
        if self.marked is None or self.marked[0] != word:
            self.marked = (word, self._paint(word))
        return (self.marked[1],)

    def find_next_ms(self, now_ms: float) -> float:
        """Return the next instant at which another word is heard."""
        return find_next_word_ms(self.element, now_ms)

    def _paint(self, word: WordTime) -> PlacedPixmap:
        parts = tuple(find_in_lines(self.element.alt, word.begin, word.end, self.words.lines))
        return self.text_box.paint(MarkedText(parts=parts, colour=self.colour))


def draw_caption(element: Caption, setup: DrawingContext) -> CaptionDrawing:
    """Draw a caption: at the bottom or top."""
    style, unit = setup.fit_theme().caption, setup.scale.unit
    words = fit_text(element.alt, style, family=setup.theme.font.family, unit=unit, centred=True)
    width, height = measure_box(words, style, unit)
    above = style.at == "top"
    top = style.margin * unit if above else setup.scale.height - style.margin * unit - height
    box = QRectF(setup.scale.width * style.across - width / 2, top, width, height)
    origin = (box.center().x(), box.top() if above else box.bottom())
    text_box = TextBox.make(words, style, box, unit)
    return CaptionDrawing(
        layer=CAPTION,
        origin=origin,
        height=float(text_box.place.height()),
        pixmaps=[(text_box.paint(),)],
        words=words,
        box=text_box.place,
        element=element,
        text_box=text_box,
        colour=parse_colour(style.word),
    )


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
    text_box = TextBox.make(words, style, box, unit, mark)
    place = text_box.place
    return TextBoxDrawing(
        layer=layer, origin=origin, height=float(place.height()), pixmaps=[(text_box.paint(),)], words=words, box=place
    )
