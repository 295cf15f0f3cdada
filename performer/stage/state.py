"""The stage: what the rest of the house calls to show things; it tells the clients and ends what has had its time.

What is on stage now: elements by id, with their lifetimes; pure, it neither waits nor tells anybody.
"""

import itertools
import random
from collections.abc import Iterable
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.core.clock import Clock
from performer.stage.access_tokens import LOOKERS, Role
from performer.stage.connections import StageClients
from performer.stage.places import Places, StageBox, choose_bubble_place, find_opposite_side
from performer.stage.protocol.codec import encode
from performer.stage.protocol.elements import Avatar, Bubble, Element, Particles, Side, Size, StagePlace, Toast
from performer.stage.protocol.messages import Drop, Message, Put, Snapshot
from performer.stage.protocol.theme import Theme

MOST: Final = {"caption": 1, "bubble": 3, "emote": 12, "particles": 12, "toast": 4, "card": 3, "avatar": 1}
"""How many elements of a kind are on stage together; one more, and the oldest goes."""
MOST_PARTICLES: Final = 100
"""How many particles fly at once, in all bursts together; for more, the oldest burst goes."""


class StageState:
    """Elements by id, the oldest first."""

    def __init__(self) -> None:
        self._elements: dict[str, Element] = {}

    @property
    def elements(self) -> tuple[Element, ...]:
        """All that is on stage, in the order it came."""
        return tuple(self._elements.values())

    @property
    def bubbles(self) -> tuple[Bubble, ...]:
        """The bubbles on stage, the oldest first."""
        return tuple(each for each in self._elements.values() if isinstance(each, Bubble))

    @property
    def avatar(self) -> Avatar | None:
        """The mascot, if it is on stage."""
        return next((each for each in self._elements.values() if isinstance(each, Avatar)), None)

    def put(self, element: Element) -> tuple[Element, ...]:
        """Place an element, or replace the one with its id; answer with those that had to go for it."""
        crowded_out = self._crowded_out(element)
        for each in crowded_out:
            del self._elements[each.id]
        self._elements[element.id] = element
        return crowded_out

    def drop(self, id_: str) -> Element | None:
        """Take an element away and answer with it; None when it was not there."""
        return self._elements.pop(id_, None)

    def expire(self, now_ms: int) -> tuple[Element, ...]:
        """Take away what has had its time, and answer with it."""
        over = tuple(each for each in self._elements.values() if each.until_ms is not None and each.until_ms <= now_ms)
        for each in over:
            del self._elements[each.id]
        return over

    def _crowded_out(self, new: Element) -> tuple[Element, ...]:
        """Name the oldest of its kind that have no room beside a new one."""
        others = [each for each in self._elements.values() if each.kind == new.kind and each.id != new.id]
        over = max(len(others) + 1 - MOST[new.kind], 0)
        while over < len(others) and _particles([*others[over:], new]) > MOST_PARTICLES:
            over += 1
        return tuple(others[:over])

    @property
    def next_expiry_ms(self) -> int | None:
        """The instant at which `expire` has something to do next; None when nothing ends by itself."""
        return min((each.until_ms for each in self._elements.values() if each.until_ms is not None), default=None)


def _particles(elements: Iterable[Element]) -> int:
    return sum(each.count for each in elements if isinstance(each, Particles))


class Stage:
    """The state with a clock and an audience; `show` and `drop` never wait."""

    def __init__(self, clock: Clock, clients: StageClients) -> None:
        self._clock = clock
        self._clients = clients
        self._state = StageState()
        self._places = Places(Theme())
        self._changed = anyio.Event()
        self._numbers = itertools.count(1)

    @property
    def chance(self) -> random.Random:
        """The show's seeded chance."""
        return self._clock.chance

    def now_ms(self) -> int:
        """Tell the instant that `born_ms` and `until_ms` count from, in milliseconds."""
        return int(self._clock.now() * 1000)

    def next_id(self, kind: str) -> str:
        """Make an id that no element had before in this show."""
        return f"{kind}-{next(self._numbers)}"

    def show(self, element: Element) -> None:
        """Put an element on stage, or replace the one with its id; of too many of a kind the oldest goes."""
        for gone in self._state.put(element):
            self._tell_gone(gone)
        self._tell(Put(element=element), _list_roles_for(element))
        self._changed.set()

    def drop(self, id_: str) -> None:
        """Take an element off stage, if it is there."""
        if gone := self._state.drop(id_):
            self._tell_gone(gone)

    def clear(self) -> None:
        """Take everything off stage."""
        for element in self._state.elements:
            self.drop(element.id)

    def snapshot(self, role: Role = "window") -> Snapshot:
        """Write down what is on stage now, as far as a client of that role may see it."""
        seen = tuple(each for each in self._state.elements if role in _list_roles_for(each))
        return Snapshot(elements=seen, now_ms=self.now_ms())

    def tell(self, message: Message) -> None:
        """Have everybody who draws hear something that is no element, such as the avatar's mouth."""
        self._tell(message, LOOKERS)

    def wear(self, theme: Theme) -> None:
        """Choose places by this theme from now on; the clients are told by the themes themselves."""
        self._places = Places(theme)

    def boxes(self) -> tuple[StageBox, ...]:
        """Tell the rectangles (fractions of the screen) that a captured monitor may show us ourselves in now."""
        return tuple(self._places.box(each) for each in self._state.elements)

    @property
    def side(self) -> Side:
        """The side that bubbles hang on: the avatar's, if it is there."""
        return self._state.avatar.side if self._state.avatar else "right"

    @property
    def card_side(self) -> Side:
        """The side that cards stand on: the other one."""
        return find_opposite_side(self.side)

    def bubble_place(self, wanted: StagePlace) -> StagePlace:
        """Choose where a new bubble goes: where it is wanted, or the nearest free place."""
        return choose_bubble_place(wanted, self._state.bubbles, avatar=self._state.avatar is not None)

    def emote_place(self, size: Size) -> tuple[float, float]:
        """Choose where a new emote goes, off the room of words and cards, and off what is on stage."""
        return self._places.emote_place(size, self.chance, self.boxes(), bubbles_on=self.side)

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """End what has had its time, for ever."""
        task_status.started()
        while True:
            self._changed = anyio.Event()
            self._end_what_is_over()
            with self._clock.move_on_after(self._seconds_to_next()):
                await self._changed.wait()

    def _end_what_is_over(self) -> None:
        for gone in self._state.expire(self.now_ms()):
            self._tell_gone(gone)

    def _seconds_to_next(self) -> float:
        next_ms = self._state.next_expiry_ms
        # A millisecond more: `now_ms` is rounded down, and waking a hair early would spin.
        return float("inf") if next_ms is None else (next_ms + 1) / 1000 - self._clock.now()

    def _tell_gone(self, element: Element) -> None:
        self._tell(Drop(id=element.id), _list_roles_for(element))

    def _tell(self, message: Message, roles: tuple[Role, ...]) -> None:
        self._clients.broadcast(encode(message), *roles)


def _list_roles_for(element: Element) -> tuple[Role, ...]:
    """Tell who may see an element: what the system says to the streamer is no viewer's business."""
    return ("window",) if isinstance(element, Toast) else LOOKERS
