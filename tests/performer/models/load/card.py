"""A model on a graphics card that can become slow, asked again and again about a picture."""

from collections.abc import Callable, Iterator
from random import Random

import anyio

from performer.core.clock import VirtualClock
from performer.core.errors import ServiceError
from performer.core.events.parts import CadenceChanged
from performer.core.events.stream import EventStream
from performer.core.untrusted_text import Prompt
from performer.models.call_meter import CallMeter
from performer.models.load.control import LoadControl
from performer.models.model import FinalAnswer, OnText, Step, StepRequest, ToolMessage, Usage, UserMessage
from tests.performer.models.proved import Proved


class Card(Proved):
    """A model on a graphics card: it reads pictures by their size, writes 20 tokens, and `load` makes all of it slow.

    What a call takes is spread a little, as on a real card.
    """

    name = "card"
    sees = True
    reason = "chosen"

    def __init__(self, clock: VirtualClock, *, tells: bool, spread: Iterator[float] | None = None) -> None:
        self.load = 1.0
        self.cold_s = 0.0
        self.breaks = False
        self.known = False
        self.shrinks: list[int] = []
        self._clock = clock
        self._tells = tells
        self._spread = spread or self._some()

    async def warm_up(self) -> None:
        """Be there."""

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        asked = request.messages[0]
        assert isinstance(asked, UserMessage)
        self.shrinks.append(asked.shrink)
        spread = next(self._spread)
        read_s = self.load * spread * (0.2 + (0.8 / asked.shrink**2 if asked.pictures else 0))
        if self.known or isinstance(request.messages[-1], ToolMessage):
            read_s *= 0.05
        answer_s = self.load * spread * 20 * 0.03
        await self._clock.sleep(self.cold_s + read_s)
        if self.breaks:
            raise ServiceError("it broke")
        on_text("Oh.")
        await self._clock.sleep(answer_s)
        told = Usage(answer_tokens=20, read_s=read_s, answer_s=answer_s) if self._tells else Usage()
        usage = Usage(load_s=self.cold_s) if self.cold_s else told
        return FinalAnswer(text="Oh.", usage=usage)

    @staticmethod
    def _some() -> Iterator[float]:
        while True:
            yield from (1.0, 1.1, 0.95, 1.25, 1.05, 1.15, 0.9)


def wide(seed: int) -> Iterator[float]:
    """Spread calls log-normally: one in six takes half as long again, or longer."""
    chance = Random(seed)
    while True:
        yield chance.lognormvariate(0.0, 0.4)


class Show:
    """A model that is asked about a new picture again and again."""

    def __init__(self, clock: VirtualClock, *, tells: bool = True, spread: Iterator[float] | None = None) -> None:
        self.clock = clock
        self.stream = EventStream(clock)
        self.card = Card(clock, tells=tells, spread=spread)
        self.load = LoadControl(self.stream)
        self.changes = self.stream.whole("test", CadenceChanged)
        self._asked = 0

    async def ask(self, calls: int, make: Callable[["Show"], StepRequest] | None = None) -> None:
        async def all_of_them() -> None:
            for _ in range(calls):
                self._asked += 1
                try:
                    await self._step((make or Show.about_a_picture)(self))
                except ServiceError:
                    assert self.card.breaks

        async with anyio.create_task_group() as group:
            group.start_soon(all_of_them)
            await self.clock.advance(60.0 * calls)

    async def _step(self, request: StepRequest) -> None:
        meter, step = CallMeter(self.clock), None
        try:
            step = await self.card.step(request, meter)
        finally:
            self.load.take(self.card.name, request, step, meter)

    def about_a_picture(self) -> StepRequest:
        picture = str(self._asked).encode()
        return StepRequest(
            messages=(UserMessage(text=Prompt("Well? " * 100), pictures=(picture,), shrink=self.load.shrink),)
        )

    def steps(self) -> list[int]:
        """Take the steps that were stated since this was asked last."""
        return [each.event.step for each in self.changes.taken() if isinstance(each.event, CadenceChanged)]
