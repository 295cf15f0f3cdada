"""The canvas: the elements on stage, what has to be painted anew, and when."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QRegion

from overlay import cards, sprites, text_boxes
from overlay.element_pictures import TOAST, DrawingContext, LoopedDrawing, PlacedPixmap
from overlay.motion import AT_REST, NEVER, ElementMotion, MotionState, MouthEnvelope
from overlay.particles import ParticleDrawing, SpriteSheets
from overlay.scale import round_to_pixel
from overlay.sprites import AvatarDrawing
from overlay.text_boxes import CaptionDrawing, TextBoxDrawing
from performer.stage.protocol.elements import Avatar, Bubble, Caption, Card, Element, Emote, Particles, Toast
from performer.stage.protocol.messages import Mouth
from performer.stage.protocol.theme import Motion

ElementDrawing = LoopedDrawing | AvatarDrawing | ParticleDrawing
"""The looks of an element at rest, without its coming and going."""


class AnimatedElement(ElementMotion):
    """An element that is shown from when its pictures are there until it has left."""

    def __init__(self, element: Element, motion: Motion, *, entering: bool) -> None:
        super().__init__(motion)
        self.drawing: ElementDrawing | None = None
        """None until the pictures of the element are there."""
        self.is_drawn = False
        """Whether the drawing shows the element as it is now."""
        self.shown: tuple[PlacedPixmap, ...] = ()
        """The pixmaps that were painted last."""
        self._is_entering = entering
        self.update(element)

    def update(self, element: Element) -> None:
        """Replace the element, whose lifetime, and whose times of words, may be others."""
        self.element = element
        if isinstance(element, Caption) and isinstance(self.drawing, CaptionDrawing):
            self.drawing.follow(element)
        until_ms = element.until_ms
        if isinstance(element, Particles) and until_ms is not None:
            until_ms += self._motion.out_ms  # they fade by themselves
        self.leave_until(until_ms)

    def add_drawing(self, drawing: ElementDrawing, now_ms: float) -> None:
        """Replace the drawing; the first one makes an entrance."""
        if self.drawing is None and self._is_entering and not isinstance(self.element, Particles):
            self.enter(now_ms)
        self.drawing = drawing
        self.is_drawn = True

    def find_pixmaps(self, now_ms: float) -> tuple[PlacedPixmap, ...]:
        """Return the pixmaps to paint at an instant."""
        if self.drawing is None or self.is_over(now_ms):
            return ()
        state = self.find_state(now_ms)
        pixmaps = self.drawing.find_pixmaps(now_ms)
        if state is AT_REST:
            return pixmaps
        return tuple(_move(each, state, self.drawing) for each in pixmaps)

    def find_next_ms(self, now_ms: float) -> float:
        """Return the next instant at which the element looks different."""
        if self.drawing is None:
            return NEVER
        return min(self.drawing.find_next_ms(now_ms), super().find_next_ms(now_ms))


def _move(pixmap: PlacedPixmap, state: MotionState, drawing: ElementDrawing) -> PlacedPixmap:
    left, top = drawing.origin
    return PlacedPixmap(
        picture=pixmap.picture,
        x=round_to_pixel(left + (pixmap.x - left) * state.scale),
        y=round_to_pixel(top + (pixmap.y - top) * state.scale + state.drop * drawing.height),
        width=max(round_to_pixel(pixmap.width * state.scale), 1),
        height=max(round_to_pixel(pixmap.height * state.scale), 1),
        opacity=pixmap.opacity * state.opacity,
    )


_LONG_AGO: Final = float("-inf")
MOST_ELEMENTS: Final = 64
"""The most elements; the server sends far fewer. With one more the oldest goes."""


class ElementCanvas:
    """All that is seen; the canvas starts nothing by itself.

    New and changed elements are drawn one at a time: twelve boxes of text at once would hold up a frame.
    """

    def __init__(self, setup: DrawingContext) -> None:
        self._setup = setup
        self._sheets = SpriteSheets()
        self._mouth = MouthEnvelope()
        self._elements: dict[str, AnimatedElement] = {}
        self._leaving: list[AnimatedElement] = []

    def set_up(self, setup: DrawingContext) -> None:
        """Draw every element anew from now on: in another theme, or on another surface."""
        self._setup = setup
        for shown in self._list_all():
            shown.is_drawn = False

    def rebuild(self, elements: Sequence[Element]) -> None:
        """Show these elements and no other; an element that is there already stays as it is."""
        self._mouth.shut()
        for id_ in self._elements.keys() - {each.id for each in elements}:
            self.drop(id_, _LONG_AGO)
        for element in elements:
            self.put(element, entering=False)

    def forget_pictures(self) -> None:
        """Fetch every picture anew from now on."""
        self._sheets.forget()
        self._setup.pictures.forget()

    def put(self, element: Element, *, entering: bool = True) -> None:
        """Show an element, or what has become of it; an element whose end is no instant is ignored."""
        if not isinstance(element.until_ms, int | None):
            return
        before = self._elements.get(element.id)
        if before is not None and _describe_looks(before.element) == _describe_looks(element):
            before.update(element)
            return
        if before is not None and type(before.element) is type(element) and isinstance(element, Avatar | Card):
            before.update(element)
            before.is_drawn = False  # the old drawing stays until the new one is there
        else:
            self.drop(element.id, _LONG_AGO)
            self._elements[element.id] = AnimatedElement(element, self._setup.theme.motion, entering=entering)
            while len(self._elements) > MOST_ELEMENTS:
                self.drop(next(iter(self._elements)), _LONG_AGO)

    def drop(self, id_: str, now_ms: float) -> None:
        """Start an element's way out; if that was long ago, the next `advance` paints its place over."""
        shown = self._elements.pop(id_, None)
        if shown is not None:
            shown.leave(now_ms)
            self._leaving.append(shown)

    def hear(self, piece: Mouth) -> None:
        """Add a piece of the loudness that the avatar's mouth follows."""
        self._mouth.hear(piece)

    def add_drawing(self, now_ms: float) -> bool:
        """Draw the next element whose pictures are there by now; return whether there was one."""
        for shown in self._list_all():
            if not shown.is_drawn and (drawing := self._draw(shown.element)) is not None:
                shown.add_drawing(drawing, now_ms)
                return True
        return False

    @property
    def is_drawn(self) -> bool:
        """Whether every element is drawn."""
        return all(each.is_drawn for each in self._list_all())

    def advance(self, now_ms: float) -> QRegion:
        """Advance to an instant; return, in device pixels, where things look different then."""
        self._stack_cards(now_ms)
        dirty = QRegion()
        hidden = self._setup.board.hidden
        for shown in self._list_all():
            pixmaps = () if shown.element.kind in hidden else shown.find_pixmaps(now_ms)
            if pixmaps != shown.shown:
                for each in (*shown.shown, *pixmaps):
                    dirty += each.rect
                shown.shown = pixmaps
        self._elements = {id_: each for id_, each in self._elements.items() if not each.is_over(now_ms)}
        self._leaving = [each for each in self._leaving if not each.is_over(now_ms)]
        return dirty

    def find_next_ms(self, now_ms: float) -> float:
        """Return the next instant at which something looks different."""
        return min((each.find_next_ms(now_ms) for each in self._list_all()), default=NEVER)

    def find_shown(self) -> Iterator[PlacedPixmap]:
        """Yield the pixmaps on the canvas since `advance`, from the lowest up."""
        for each in sorted((each for each in self._list_all() if each.drawing is not None), key=_find_depth):
            yield from each.shown

    def paint(self, painter: QPainter, part: QRect) -> None:
        """Paint a part of the canvas as it is since `advance`."""
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for pixmap in self.find_shown():
            if pixmap.opacity > 0 and part.intersects(pixmap.rect):
                painter.setOpacity(pixmap.opacity)
                if pixmap.is_scaled:
                    painter.drawPixmap(pixmap.rect, pixmap.picture)
                else:
                    painter.drawPixmap(pixmap.x, pixmap.y, pixmap.picture)

    def _draw(self, element: Element) -> ElementDrawing | None:
        setup = self._setup
        match element:
            case Caption():
                return text_boxes.draw_caption(element, setup)
            case Bubble():
                return text_boxes.draw_bubble(element, setup)
            case Toast():
                drawn = [each.drawing for each in self._list_all() if each.element.id != element.id]
                others = [each.box for each in drawn if isinstance(each, TextBoxDrawing) and each.layer == TOAST]
                return text_boxes.draw_toast(element, setup, others)
            case Card():
                return cards.draw_card(element, setup)
            case Emote():
                return sprites.draw_emote(element, setup)
            case Avatar():
                return sprites.draw_avatar(element, setup, self._mouth)
            case Particles():
                bursts = (each.drawing for each in self._list_all() if isinstance(each.drawing, ParticleDrawing))
                return self._sheets.draw_burst(element, setup, sum(map(len, bursts)))

    def _stack_cards(self, now_ms: float) -> None:
        """Stack the cards: cards that go keep their place until they have gone."""
        stack = [
            (each.element, each.drawing)
            for each in self._list_all()
            if not each.is_over(now_ms)
            and isinstance(each.element, Card)
            and isinstance(each.drawing, cards.CardDrawing)
        ]
        cards.stack_cards(stack, self._setup)

    def _list_all(self) -> Iterable[AnimatedElement]:
        return [*self._leaving, *self._elements.values()]


def _describe_looks(element: Element) -> object:
    """Return what an element looks like, without what comes with the time."""
    if isinstance(element, Caption):
        element = replace(element, words=(), sounds_ms=0, held_s=None)
    return replace(element, born_ms=0, until_ms=None)


def _find_depth(shown: AnimatedElement) -> tuple[int, int]:
    """Return the order of painting: a card after the one whose shadow falls on it."""
    assert shown.drawing is not None
    return shown.drawing.layer, shown.drawing.box.y() if isinstance(shown.drawing, cards.CardDrawing) else 0
