"""The stage: what the rest of the house calls to show things; it tells the clients and ends what has had its time."""

import itertools
import random

import anyio
from anyio.abc import TaskStatus

from performer.clock import Clock
from performer.messages import Drop, Element, Message, Place, Put, Side, Size, Snapshot, Theme, Toast, encode
from performer.stage.clients import Clients
from performer.stage.places import Box, Places, bubble_place, opposite
from performer.stage.state import StageState
from performer.stage.tokens import LOOKERS, Role


class Stage:
    """The state with a clock and an audience; `show` and `drop` never wait."""

    def __init__(self, clock: Clock, clients: Clients) -> None:
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
        self._tell(Put(element=element), _audience(element))
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
        seen = tuple(each for each in self._state.elements if role in _audience(each))
        return Snapshot(elements=seen, now_ms=self.now_ms())

    def tell(self, message: Message) -> None:
        """Have everybody who draws hear something that is no element, such as the avatar's mouth."""
        self._tell(message, LOOKERS)

    def wear(self, theme: Theme) -> None:
        """Choose places by this theme from now on; the clients are told by the themes themselves."""
        self._places = Places(theme)

    def boxes(self) -> tuple[Box, ...]:
        """Tell the rectangles (fractions of the screen) that a captured monitor may show us ourselves in now."""
        return tuple(self._places.box(each) for each in self._state.elements)

    @property
    def side(self) -> Side:
        """The side that bubbles hang on: the avatar's, if it is there."""
        return self._state.avatar.side if self._state.avatar else "right"

    @property
    def card_side(self) -> Side:
        """The side that cards stand on: the other one."""
        return opposite(self.side)

    def bubble_place(self, wanted: Place) -> Place:
        """Choose where a new bubble goes: where it is wanted, or the nearest free place."""
        return bubble_place(wanted, self._state.bubbles, avatar=self._state.avatar is not None)

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
        self._tell(Drop(id=element.id), _audience(element))

    def _tell(self, message: Message, roles: tuple[Role, ...]) -> None:
        self._clients.broadcast(encode(message), *roles)


def _audience(element: Element) -> tuple[Role, ...]:
    """Tell who may see an element: what the system says to the streamer is no viewer's business."""
    return ("window",) if isinstance(element, Toast) else LOOKERS
