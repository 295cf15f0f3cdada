"""Several machines with a model each, that a lead of ours asks; each can be off, fail or break off."""

from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager

import anyio

from performer.core.clock import VirtualClock
from performer.core.cues import OperatorCue
from performer.core.errors import ServiceError
from performer.core.events.stream import Event, EventStream
from performer.models.endpoint.endpoint import Endpoint
from performer.models.endpoint.request_gate import RequestGate
from performer.models.model import FinalAnswer, OnText, Step, StepRequest
from performer.models.selection.lead import Lead
from performer.models.settings import UnderstudyPolicy
from tests.performer.models.proved import Proved
from tests.performer.models.selection.test_lead import ASKED, Understudy


class Address:
    """Counts the requests of each kind that are in flight at one server."""

    def __init__(self) -> None:
        self.now: Counter[str] = Counter()
        self.most: Counter[str] = Counter()

    @contextmanager
    def busy(self, kind: str) -> Iterator[None]:
        self.now[kind] += 1
        self.most |= self.now
        try:
            yield
        finally:
            self.now[kind] -= 1


class Machine(Proved):
    """A server with one model: it can be off, fail before its first word or after it, and take long to load."""

    reason = "as configured"
    sees = True

    def __init__(self, clock: VirtualClock, name: str, address: "Address") -> None:
        self.name = name
        self.clock = clock
        self.is_off = False
        self.fails_after: list[str] = []
        """What is heard before each of the next failures."""
        self.look_s = 0.0
        self.load_s = 0.0
        self.loads = 0
        self.address = address

    async def choose(self) -> "Machine":
        if self.look_s:
            await self.clock.sleep(self.look_s)
        self._be_there()
        return self

    async def warm_up(self) -> None:
        self.loads += 1
        await self._work("load", self.load_s)
        self._be_there()

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        await self._work("step", 1)
        self._be_there()
        if self.fails_after:
            on_text(self.fails_after.pop(0))
            raise ServiceError(f"{self.name} broke off.")
        on_text(self.name)
        return FinalAnswer(text=self.name)

    def _be_there(self) -> None:
        if self.is_off:
            raise ServiceError(f"{self.name} is gone.")

    async def _work(self, kind: str, for_s: float) -> None:
        with self.address.busy(kind):
            await self.clock.sleep(for_s)


class Company:
    """Some machines, the lead over them, and what was told."""

    def __init__(self, clock: VirtualClock, policy: UnderstudyPolicy, *, one_address: bool = False) -> None:
        self.clock = clock
        shared, gate = Address(), RequestGate()
        self.addresses = [shared, shared if one_address else Address()]
        gates = [gate, gate if one_address else RequestGate()]
        self.first, self.second = self.machines = (
            Machine(clock, "first", self.addresses[0]),
            Machine(clock, "second", self.addresses[1]),
        )
        self.events = EventStream(clock)
        self.told: list[Event] = []
        endpoints = [
            Endpoint(f"pc-{each.name}", gate, clock, choose=each.choose)
            for each, gate in zip(self.machines, gates, strict=True)
        ]
        self.lead = Lead(clock, endpoints, Understudy(), policy=policy, events=self.events)

    @property
    def states(self) -> list[str]:
        return [each.state for each in self.lead.health()]

    def go(self, name: str, trouble: str) -> None:
        """Have a machine be off or on, or fail at its next step, before its first word or after it."""
        machine = next(each for each in self.machines if each.name == name)
        if trouble in {"off", "on"}:
            machine.is_off = trouble == "off"
        else:
            machine.fails_after.append("I was ab" if trouble == "breaks off" else "")

    def most_at_once(self) -> int:
        """Return how many requests of one kind were at most in flight at one address."""
        return max(max(each.most.values()) for each in self.addresses)

    async def answer(self, request: StepRequest = ASKED) -> list[str]:
        """Ask for a step and tell what was heard, piece by piece."""
        heard: list[str] = []
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._ask, request, heard)
            await self.clock.advance(3)
            tasks.cancel_scope.cancel()
        return heard

    async def answers(self, count: int) -> list[list[str]]:
        """Ask for several steps at once."""
        heard: list[list[str]] = [[] for _ in range(count)]
        async with anyio.create_task_group() as tasks:
            for each in heard:
                tasks.start_soon(self._ask, StepRequest(messages=(), cue=OperatorCue()), each)
            await self.clock.advance(2 * count + 1)
        return heard

    async def _ask(self, request: StepRequest, heard: list[str]) -> None:
        try:
            await self.lead.step(request, heard.append)
        except ServiceError as error:
            heard.append(f"<{error}>")


@asynccontextmanager
async def company(
    clock: VirtualClock,
    policy: UnderstudyPolicy = "auto",
    *,
    off: Sequence[str] = (),
    one_address: bool = False,
    load_s: float = 0.0,
    look_s: float = 0.0,
) -> AsyncIterator[Company]:
    them = Company(clock, policy, one_address=one_address)
    for each in them.machines:
        each.is_off, each.load_s = each.name in off, load_s
    with them.events.whole("test") as reader:

        async def keep() -> None:
            async for published in reader:
                them.told.append(published.event)

        async with anyio.create_task_group() as group:
            group.start_soon(keep)
            await group.start(them.lead.run)
            await clock.advance(0.1 + 2 * load_s)
            for each in them.machines:
                each.look_s = look_s
            yield them
            group.cancel_scope.cancel()
