"""The board: who is on stage, what has to be painted anew, and when."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Final

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QRegion

from overlay import cards, sprites, text_boxes
from overlay.avatar_motion import MouthEnvelope
from overlay.element_pictures import DrawingContext, ElementDrawing, PlacedPixmap
from overlay.motion import NEVER
from overlay.particles import ParticleDrawing, SpriteSheets
from overlay.stage_element import AnimatedElement
from overlay.text_boxes import TextBoxDrawing
from performer.stage.protocol.elements import Avatar, Bubble, Caption, Card, Element, Emote, Particles, Toast
from performer.stage.protocol.messages import Mouth

MOST_ACTORS: Final = 64
"""The server keeps to far fewer; with one more the oldest goes."""


class ElementCanvas:
    """All that is seen; it paints what it is told to and starts nothing by itself.

    Who is new or changed has to be dressed, one at a time: twelve signs at once would hold up a frame.
    """

    def __init__(self, setup: DrawingContext) -> None:
        self._setup = setup
        self._sheets = SpriteSheets()
        self._beak = MouthEnvelope()
        self._elements: dict[str, AnimatedElement] = {}
        self._leaving: list[AnimatedElement] = []

    def set_up(self, setup: DrawingContext) -> None:
        """Have everything dressed anew: in another theme, or on another surface."""
        self._setup = setup
        for actor in self._everybody():
            actor.is_drawn = False

    def rebuild(self, elements: Sequence[Element]) -> None:
        """Show these and nothing else; what is there already stays as it is."""
        self._beak.shut()
        for id_ in self._elements.keys() - {each.id for each in elements}:
            self._dismiss(id_)
        for element in elements:
            self.put(element, entering=False)

    def forget_pictures(self) -> None:
        """Fetch everything anew from now on."""
        self._sheets.forget()
        self._setup.pictures.forget()

    def put(self, element: Element, *, entering: bool = True) -> None:
        """Show an element, or what has become of it; one whose end is no instant is passed over."""
        if not isinstance(element.until_ms, int | None):
            return
        before = self._elements.get(element.id)
        if before is not None and _content(before.element) == _content(element):
            before.live(element)
            return
        if before is not None and type(before.element) is type(element) and isinstance(element, Avatar | Card):
            before.live(element)
            before.is_drawn = False  # it keeps its old face until the new one is there
        else:
            self._dismiss(element.id)
            self._elements[element.id] = AnimatedElement(element, self._setup.theme.motion, entering=entering)
            self._make_room()

    def drop(self, id_: str, now_ms: float) -> None:
        """Let an element leave."""
        actor = self._elements.pop(id_, None)
        if actor is not None:
            actor.leave(now_ms)
            self._leaving.append(actor)

    def hear(self, piece: Mouth) -> None:
        """Move the avatar's beak."""
        self._beak.hear(piece)

    def add_drawing(self, now_ms: float) -> bool:
        """Give a figure to the next one whose pictures are there by now; tell whether there was one."""
        for actor in self._everybody():
            if not actor.is_drawn and (figure := self._figure(actor.element)) is not None:
                actor.add_drawing(figure, now_ms)
                return True
        return False

    @property
    def is_drawn(self) -> bool:
        """Tell whether everybody's pictures are there."""
        return all(each.is_drawn for each in self._everybody())

    def advance(self, now_ms: float) -> QRegion:
        """Go on to an instant; tell, in device pixels, where things look different then."""
        self._stack_cards(now_ms)
        dirty = QRegion()
        for actor in self._everybody():
            blits = actor.blits(now_ms)
            if blits != actor.shown:
                dirty += _covered(actor.shown, blits)
                actor.shown = blits
        self._elements = {id_: each for id_, each in self._elements.items() if not each.has_left(now_ms)}
        self._leaving = [each for each in self._leaving if not each.has_left(now_ms)]
        return dirty

    def next_ms(self, now_ms: float) -> float:
        """Tell when something looks different next."""
        return min((each.next_ms(now_ms) for each in self._everybody()), default=NEVER)

    def shown(self) -> Iterator[PlacedPixmap]:
        """Yield what is on the board since `advance`, from the lowest up."""
        dressed = [each for each in self._everybody() if each.figure is not None]
        for actor in sorted(dressed, key=_depth):
            yield from actor.shown

    def figure(self, id_: str) -> ElementDrawing | None:
        """Tell what an element looks like, if it is there."""
        actor = self._elements.get(id_)
        return actor.figure if actor else None

    def paint(self, painter: QPainter, part: QRect) -> None:
        """Paint a part of the board as it is since `advance`."""
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for blit in self.shown():
            if blit.opacity > 0 and part.intersects(blit.rect):
                painter.setOpacity(blit.opacity)
                if blit.is_scaled:
                    painter.drawPixmap(blit.rect, blit.picture)
                else:
                    painter.drawPixmap(blit.x, blit.y, blit.picture)

    def _figure(self, element: Element) -> ElementDrawing | None:
        setup = self._setup
        match element:
            case Caption():
                return text_boxes.draw_caption(element, setup)
            case Bubble():
                return text_boxes.draw_bubble(element, setup)
            case Toast():
                return text_boxes.draw_toast(element, setup, self._toasts(but=element.id))
            case Card():
                return cards.draw_card(element, setup)
            case Emote():
                return sprites.draw_emote(element, setup)
            case Avatar():
                return sprites.draw_avatar(element, setup, self._beak)
            case Particles():
                return self._sheets.shower(element, setup, self._particles_alive())

    def _stack_cards(self, now_ms: float) -> None:
        """Put the cards below each other: those that go keep their place until they have gone."""
        here = [each for each in self._everybody() if not each.has_left(now_ms)]
        stand = [(each.element, each.figure) for each in here]
        cards.stack_cards(
            [(card, slip) for card, slip in stand if isinstance(card, Card) and isinstance(slip, cards.CardDrawing)],
            self._setup,
        )

    def _toasts(self, *, but: str) -> Iterator[QRect]:
        for actor in self._everybody():
            if (
                isinstance(actor.element, Toast)
                and actor.element.id != but
                and isinstance(actor.figure, TextBoxDrawing)
            ):
                yield actor.figure.box

    def _particles_alive(self) -> int:
        return sum(len(each.figure) for each in self._everybody() if isinstance(each.figure, ParticleDrawing))

    def _everybody(self) -> Iterable[AnimatedElement]:
        return [*self._leaving, *self._elements.values()]

    def _dismiss(self, id_: str) -> None:
        """Take an actor off at once; its place is painted over by the next `advance`."""
        actor = self._elements.pop(id_, None)
        if actor is not None:
            actor.leave(float("-inf"))
            self._leaving.append(actor)

    def _make_room(self) -> None:
        while len(self._elements) > MOST_ACTORS:
            self._dismiss(next(iter(self._elements)))


def _content(element: Element) -> object:
    """Tell what an element looks like, without its lifetime."""
    return type(element), {
        name: value for name, value in asdict(element).items() if name not in {"born_ms", "until_ms"}
    }


def _depth(actor: AnimatedElement) -> tuple[int, int]:
    """Tell how early it is painted: a card after the one whose shadow falls on it."""
    assert actor.figure is not None
    return actor.figure.layer, actor.figure.box.y() if isinstance(actor.figure, cards.CardDrawing) else 0


def _covered(*groups: Iterable[PlacedPixmap]) -> QRegion:
    region = QRegion()
    for blits in groups:
        for blit in blits:
            region += blit.rect
    return region
