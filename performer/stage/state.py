"""The stage: the elements that are on it now, by which the rest of the program shows them to the clients."""

import itertools
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final, TypedDict

import anyio
from anyio.abc import TaskStatus

from performer.core.clock import Clock
from performer.stage.access_tokens import LOOKERS, Role
from performer.stage.connections import StageClients
from performer.stage.places import Places, StageBox, choose_bubble_place, find_opposite_side
from performer.stage.protocol.codec import encode
from performer.stage.protocol.elements import Avatar, Bubble, Element, Emote, Particles, Side, Size, StagePlace, Toast
from performer.stage.protocol.messages import Drop, Message, Put, Snapshot
from performer.stage.protocol.theme import Theme

MOST: Final = {"caption": 1, "bubble": 3, "emote": 12, "particles": 12, "toast": 4, "card": 3, "avatar": 1}
"""The most elements of a kind on stage together; one more, and the oldest goes."""
MOST_PARTICLES: Final = 100
"""The most particles at once, in all bursts together; for more, the oldest burst goes."""


def _count_particles(elements: Iterable[Element]) -> int:
    return sum(each.count for each in elements if isinstance(each, Particles))


class ElementLife(TypedDict):
    """The id of an element, and its lifetime in milliseconds of the server's clock."""

    id: str
    born_ms: int
    until_ms: int


class Stage:
    """The elements on stage, the oldest first, shown to the clients; `show` and `drop` never wait."""

    def __init__(self, clock: Clock, clients: StageClients) -> None:
        self._clock = clock
        self._clients = clients
        self.chance: Final = clock.chance
        """The show's seeded random numbers."""
        self._elements: dict[str, Element] = {}
        self._places = Places(Theme())
        self._changed = anyio.Event()
        self._numbers = itertools.count(1)
        self.on_turn: Callable[[], None] = _do_nothing
        """Called after the avatar came, changed, or went: with it `side` may be another."""

    def now_ms(self) -> int:
        """Return the instant that `born_ms` and `until_ms` count from, in milliseconds."""
        return int(self._clock.now() * 1000)

    def next_id(self, kind: str) -> str:
        """Return an id that no element had before in this show."""
        return f"{kind}-{next(self._numbers)}"

    def plan_life(self, kind: str, duration_s: float, id_: str = "") -> ElementLife:
        """Return the fields of an element that stands on stage from now on for so long; without an id a new one."""
        born_ms = self.now_ms()
        return {"id": id_ or self.next_id(kind), "born_ms": born_ms, "until_ms": born_ms + int(duration_s * 1000)}

    def show(self, element: Element) -> None:
        """Put an element on stage, or replace the one with its id; of too many of a kind the oldest goes."""
        for gone in self._find_crowded_out(element):
            self.drop(gone.id)
        self._elements[element.id] = element
        self._send(Put(element=element), _list_roles_for(element))
        self._changed.set()
        if isinstance(element, Avatar):
            self._turn_bubbles()

    def drop(self, id_: str) -> None:
        """Remove an element from the stage, if it is there."""
        if gone := self._elements.pop(id_, None):
            self._send(Drop(id=id_), _list_roles_for(gone))
            if isinstance(gone, Avatar):
                self._turn_bubbles()

    def snapshot(self, role: Role = "window") -> Snapshot:
        """Return the elements on stage now, as far as a client of that role may see them."""
        seen = tuple(each for each in self._elements.values() if role in _list_roles_for(each))
        return Snapshot(elements=seen, now_ms=self.now_ms())

    def tell(self, message: Message) -> None:
        """Send a message that is no element, such as the avatar's mouth, to every client that draws."""
        self._send(message, LOOKERS)

    def use_places(self, places: Places) -> None:
        """Choose places by these from now on; `Themes` sends theme and layout to the clients."""
        self._places = places

    def boxes(self) -> tuple[StageBox, ...]:
        """Return the rectangles (fractions of the screen) in which a captured monitor may show the stage itself."""
        return tuple(self._places.box(each) for each in self._elements.values())

    @property
    def side(self) -> Side:
        """The side of the stage for bubbles: the avatar's, if the avatar is there."""
        return self._avatar.side if self._avatar else "right"

    @property
    def card_side(self) -> Side:
        """The side of the stage for cards: across from the bubbles."""
        return find_opposite_side(self.side)

    def bubble_place(self, wanted: StagePlace) -> StagePlace:
        """Choose the place of a new bubble: the wanted one, or the nearest free one."""
        bubbles = [each for each in self._elements.values() if isinstance(each, Bubble)]
        return choose_bubble_place(wanted, bubbles, avatar=self._avatar is not None)

    def show_emote(
        self, alt: str, srcs: tuple[str, str], size: Size, duration_s: float, frames_ms: tuple[int, ...]
    ) -> None:
        """Show a new emote for some seconds, off the room of text and cards, and off what is on stage.

        `srcs` are its paths on the stage server, once and twice the size; `frames_ms` is empty for a still one.
        """
        x, y = self._places.emote_place(size, self.chance, self.boxes(), bubbles_on=self.side)
        life = self.plan_life("emote", duration_s)
        emote = Emote(**life, alt=alt, src=srcs[0], src2x=srcs[1], size=size, x=x, y=y, frames_ms=frames_ms)
        self.show(emote)

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Remove elements whose time is over, for ever."""
        task_status.started()
        while True:
            self._changed = anyio.Event()
            self._remove_expired()
            with self._clock.move_on_after(self._seconds_to_next()):
                await self._changed.wait()

    @property
    def has_avatar(self) -> bool:
        """Whether the avatar is on stage, for a bubble's tail to point at."""
        return self._avatar is not None

    def _turn_bubbles(self) -> None:
        """Hang the bubbles on the avatar's side, with a tail that points at it if it is there."""
        for bubble in [each for each in self._elements.values() if isinstance(each, Bubble)]:
            turned = replace(bubble, side=self.side, points=self.has_avatar)
            if turned != bubble:
                self.show(turned)
        self.on_turn()

    @property
    def _avatar(self) -> Avatar | None:
        return next((each for each in self._elements.values() if isinstance(each, Avatar)), None)

    def _find_crowded_out(self, new: Element) -> list[Element]:
        """Return the oldest elements of its kind that have no room beside a new element."""
        others = [each for each in self._elements.values() if each.kind == new.kind and each.id != new.id]
        over = max(len(others) + 1 - MOST[new.kind], 0)
        while over < len(others) and _count_particles([*others[over:], new]) > MOST_PARTICLES:
            over += 1
        return others[:over]

    def _remove_expired(self) -> None:
        now_ms = self.now_ms()
        for each in tuple(self._elements.values()):
            if each.until_ms is not None and each.until_ms <= now_ms:
                self.drop(each.id)

    def _seconds_to_next(self) -> float:
        next_ms = min((each.until_ms for each in self._elements.values() if each.until_ms is not None), default=None)
        # A millisecond more: `now_ms` is rounded down, and waking a hair early would spin.
        return float("inf") if next_ms is None else (next_ms + 1) / 1000 - self._clock.now()

    def _send(self, message: Message, roles: tuple[Role, ...]) -> None:
        self._clients.broadcast(encode(message), *roles)


def _do_nothing() -> None:
    """Do nothing: nobody places things by the avatar's side yet."""


def _list_roles_for(element: Element) -> tuple[Role, ...]:
    """Return the roles that may see an element: a toast is for the streamer, not for viewers."""
    return ("window",) if isinstance(element, Toast) else LOOKERS
