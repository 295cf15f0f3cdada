"""Several endpoints: who leads when, in virtual time, with models that come, fail and come back."""

from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager

import anyio
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from performer.clock import VirtualClock
from performer.cues import OperatorCue
from performer.errors import ServiceError
from performer.events import Event, EventStream, ServiceDown, ServiceUp
from performer.models.endpoint import STAND_BY_S, Endpoint
from performer.models.gate import Gate
from performer.models.lead import Lead
from performer.models.model import Final, OnText, Step, StepRequest, UserMessage
from performer.models.settings import UnderstudyPolicy
from performer.untrusted import Prompt
from tests.performer.models.test_lead import ASKED, Understudy

pytestmark = pytest.mark.anyio


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


class Machine:
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
        return Final(text=self.name)

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
        shared, gate = Address(), Gate()
        self.addresses = [shared, shared if one_address else Address()]
        gates = [gate, gate if one_address else Gate()]
        self.first, self.second = self.machines = (
            Machine(clock, "first", self.addresses[0]),
            Machine(clock, "second", self.addresses[1]),
        )
        self.events = EventStream(clock)
        self.told: list[Event] = []
        endpoints = [
            Endpoint(f"pc-{each.name}", each.choose, gate, clock)
            for each, gate in zip(self.machines, gates, strict=True)
        ]
        self.lead = Lead(endpoints, Understudy(), policy=policy, events=self.events)

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
        """Tell how many requests of one kind were at most in flight at one address."""
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


async def test_the_first_leads_and_the_second_stands_by_loaded(virtual_clock: VirtualClock) -> None:
    async with company(virtual_clock) as them:
        assert await them.answer() == ["first"]

        assert (them.lead.name, them.states) == ("first at pc-first", ["leads", "stands by"])
        assert them.lead.reason == "as configured; second at pc-second stands by"
        assert them.second.loads == 1
    assert them.told == [ServiceUp(service="brain", reason="first at pc-first: as configured")]


@pytest.mark.parametrize("how", ["off", "fails"])
async def test_a_step_that_fails_before_its_first_word_is_asked_of_the_next_at_once(
    virtual_clock: VirtualClock, how: str
) -> None:
    async with company(virtual_clock) as them:
        them.first.is_off = how == "off"
        them.first.fails_after = [""]

        assert await them.answer() == ["", "second"][how == "off" :]
    trouble = "first is gone" if how == "off" else "first broke off"
    assert them.told[1:] == [ServiceDown(service="brain", reason=f"{trouble}; second at pc-second leads now")]


async def test_a_step_of_which_something_was_heard_is_not_asked_again(virtual_clock: VirtualClock) -> None:
    async with company(virtual_clock) as them:
        them.first.fails_after = ["I was ab"]

        assert await them.answer() == ["I was ab", "<first broke off.>"]
        assert await them.answer() == ["second"]


async def test_who_failed_is_taken_back_once_it_is_loaded_and_that_is_said(virtual_clock: VirtualClock) -> None:
    async with company(virtual_clock) as them:
        them.first.fails_after, them.first.load_s = [""], 60
        await them.answer()
        await virtual_clock.advance(5)
        assert (them.states, them.lead.name) == (["loading", "leads"], "second at pc-second")

        await virtual_clock.advance(60)

        assert them.states == ["leads", "stands by"]
    assert them.told[-1] == ServiceUp(service="brain", reason="first at pc-first: as configured")


async def test_a_turn_stays_with_who_began_it(virtual_clock: VirtualClock) -> None:
    turn, next_turn = StepRequest(messages=(), cue=OperatorCue()), StepRequest(messages=(), cue=OperatorCue())
    async with company(virtual_clock) as them:
        them.first.fails_after = ["I was ab"]
        await them.answer()
        assert await them.answer(turn) == ["second"]
        await virtual_clock.advance(10)

        assert them.states == ["leads", "stands by"]
        assert await them.answer(turn) == ["second"]
        assert await them.answer(next_turn) == ["first"]


async def test_when_all_have_failed_it_keeps_quiet_and_says_so_once(virtual_clock: VirtualClock) -> None:
    async with company(virtual_clock) as them:
        them.first.is_off = them.second.is_off = True

        assert await them.answer() == ["<second is gone.>"]
        assert (await them.answer(), them.lead.name) == ([], "nobody")
        await virtual_clock.advance(300)
    assert [each.reason for each in them.told[1:] if isinstance(each, ServiceDown)] == [
        "first is gone; second at pc-second leads now",
        'second is gone; nobody else is there; model.understudy = "always" has the understudy play then',
    ]


async def test_the_understudy_that_always_plays_takes_the_very_step(virtual_clock: VirtualClock) -> None:
    async with company(virtual_clock, "always") as them:
        them.first.is_off = them.second.is_off = True

        assert await them.answer() == ["Ahem."]


async def test_the_second_leads_while_the_first_is_still_being_loaded(virtual_clock: VirtualClock) -> None:
    them = Company(virtual_clock, "auto")
    them.first.load_s = 60
    async with anyio.create_task_group() as group:
        await group.start(them.lead.run)
        await virtual_clock.advance(1)

        assert (them.states, them.lead.coming) == (["loading", "leads"], "")
        assert them.lead.reason == "as configured; first at pc-first is loading"
        group.cancel_scope.cancel()


async def test_a_first_that_is_not_there_at_the_start_is_said_with_who_leads(virtual_clock: VirtualClock) -> None:
    async with company(virtual_clock, off=["first"]) as them:
        assert await them.answer() == ["second"]
        assert them.lead.reason == "as configured; first is gone"
    assert them.told == [ServiceDown(service="brain", reason="first is gone; second at pc-second leads now")]


async def test_of_two_models_of_one_server_the_second_is_loaded_only_when_the_first_fails(
    virtual_clock: VirtualClock,
) -> None:
    async with company(virtual_clock, one_address=True) as them:
        await virtual_clock.advance(2 * STAND_BY_S)
        assert (them.states, them.second.loads) == (["leads", "in reserve"], 0)

        them.first.is_off = True
        await them.answer()

        assert (them.states, await them.answer()) == (["down", "leads"], ["second"])


async def test_a_model_that_is_being_loaded_holds_up_no_other_of_its_server(virtual_clock: VirtualClock) -> None:
    async with company(virtual_clock, one_address=True, off=["first"]) as them:
        them.first.is_off, them.first.load_s = False, 250
        await virtual_clock.advance(20)
        assert them.states == ["loading", "leads"]

        assert await them.answer() == ["second"]


async def test_one_that_fails_while_it_is_looked_after_is_down_and_comes_back(virtual_clock: VirtualClock) -> None:
    async with company(virtual_clock) as them:
        them.second.look_s, them.second.load_s = 1.5, 1
        await virtual_clock.advance(STAND_BY_S - 0.05)
        them.first.is_off, them.second.fails_after = True, [""]

        assert await them.answer() == ["", "<second broke off.>"]
        assert them.states == ["down", "down"]
        await virtual_clock.advance(10)
        assert (them.states, await them.answer()) == (["down", "leads"], ["second"])


async def test_one_that_stands_by_is_looked_after(virtual_clock: VirtualClock) -> None:
    async with company(virtual_clock) as them:
        them.second.is_off = True
        await virtual_clock.advance(STAND_BY_S)
        assert (them.states, them.lead.health()[1].last_error) == (["leads", "down"], "second is gone.")

        them.second.is_off = False
        await virtual_clock.advance(5)

        assert (them.states, them.first.loads) == (["leads", "stands by"], 1)
    assert len(them.told) == 1


async def test_whether_it_sees_follows_who_leads(virtual_clock: VirtualClock) -> None:
    async with company(virtual_clock) as them:
        them.second.sees = False
        assert them.lead.sees

        them.first.is_off = True
        await them.answer()

        assert not them.lead.sees


async def test_one_without_eyes_is_asked_of_no_picture(virtual_clock: VirtualClock) -> None:
    shown = StepRequest(messages=(UserMessage(text=Prompt("What is this?"), pictures=(b"jpeg",)),))
    async with company(virtual_clock) as them:
        them.second.sees = False
        them.first.is_off = True

        assert await them.answer(shown) == ["<first is gone.>"]
        assert await them.answer() == ["second"]


async def test_the_times_of_each_are_told(virtual_clock: VirtualClock) -> None:
    async with company(virtual_clock) as them:
        await them.answer()
        them.first.fails_after = [""]
        await them.answer()

        first, second = them.lead.health()
    assert (first.answers, first.failures, first.answer_s, first.last_error) == (1, 1, 1.0, "first broke off.")
    assert (second.answers, second.failures, second.answer_s) == (1, 0, 1.0)


TROUBLE = st.tuples(st.sampled_from(["first", "second"]), st.sampled_from(["off", "on", "fails", "breaks off"]))
STEPS_AT_ONCE = st.integers(0, 3)
PAUSE_S = st.sampled_from([0, 4, 6, 77, 90])


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(TROUBLE, STEPS_AT_ONCE, PAUSE_S), min_size=1, max_size=8),
    st.sampled_from([0, 1.5]),
    st.booleans(),
    st.sampled_from(["auto", "always", "never"]),
)
@example([(("second", "fails"), 0, 77), (("first", "off"), 1, 4)], 1.5, False, "auto")  # fails as it is looked after
def test_whatever_fails_nobody_is_asked_twice_at_once_no_step_is_spoken_twice_and_the_first_comes_back(
    happens: list[tuple[tuple[str, str], int, float]], look_s: float, one_address: bool, policy: UnderstudyPolicy
) -> None:
    heard: list[list[str]] = []

    async def play() -> None:
        async with company(VirtualClock(), policy, one_address=one_address, load_s=2, look_s=look_s) as them:
            for (name, trouble), steps, pause_s in happens:
                them.go(name, trouble)
                heard.extend(await them.answers(steps))
                await them.clock.advance(pause_s)
                assert "" not in [each.name for each in them.lead.health() if each.state not in {"down", "loading"}]
            assert them.most_at_once() == 1
            for each in them.machines:
                each.is_off, each.fails_after = False, []
            await them.clock.advance(100)
            assert await them.answer() == ["first"]

    anyio.run(play)
    assert all(len([piece for piece in each if piece and piece[0] != "<"]) <= 1 for each in heard)
