"""Who performs when: in virtual time, with leads that come, fail and come back."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ServiceError
from performer.core.events.parts import ServiceDown, ServiceProgressed, ServiceUp
from performer.core.events.stream import Event, EventStream
from performer.core.untrusted_text import Prompt
from performer.guard.speakable.speakable import Speakable
from performer.models.driver.driver import Driver
from performer.models.endpoint.endpoint import Endpoint
from performer.models.endpoint.request_gate import RequestGate
from performer.models.model import FinalAnswer, OnText, Step, StepRequest, UserMessage
from performer.models.selection.lead import Lead
from performer.models.selection.takeover import AWAY_S
from performer.models.settings import UnderstudyPolicy
from tests.performer.models.proved import Proved

pytestmark = pytest.mark.anyio

GONE = ServiceError("no Ollama at http://127.0.0.1:11434")
MISSING = ServiceError("no model 'x'; run \"python3 run.py pull x\".", retry=False)
ASKED = StepRequest(messages=())
REACTION = StepRequest(messages=(), phase="react")
ASKED_ABOUT = StepRequest(messages=(UserMessage(text=Prompt("On screen: a bat.")),), phase="react")


class Understudy:
    name = "understudy"
    sees = True

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        on_text("Ahem.")
        return FinalAnswer(text="Ahem.")


class Star(Proved):
    """A lead that answers until it is told not to."""

    name = "ollama star"
    reason = "the first installed one"
    sees = False

    def __init__(self) -> None:
        self.trouble: ServiceError | None = None
        self.half_a_line = "I was ab"
        """What is heard of it before the trouble."""
        self.loading: anyio.Event | None = None
        self.load_trouble: ServiceError | None = None
        self.hold: anyio.Event | None = None
        self.begins = ""
        """What is heard of it before it is held."""
        self.ends = ""
        """And after that."""
        self.asked: list[StepRequest] = []
        self.at_once = 0
        self.most_at_once = 0
        self.order: list[str] = []

    async def warm_up(self) -> None:
        if self.loading:
            await self.loading.wait()
        if self.load_trouble:
            raise self.load_trouble

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        self.order.append(request.messages[0].text if request.messages else "")
        self.asked.append(request)
        if self.hold:
            on_text(self.begins)
            await self.hold.wait()
            on_text(self.ends)
        self.at_once -= 1
        if self.trouble:
            on_text(self.half_a_line)
            raise self.trouble
        return FinalAnswer(text="Ta-da!")


class House:
    """A lead with its star, its events, and how often the star was looked for."""

    def __init__(self, clock: VirtualClock, policy: UnderstudyPolicy) -> None:
        self.clock = clock
        self.star = Star()
        self.absent: ServiceError | None = None
        self.answers: anyio.Event | None = None
        """Until this is set its server says nothing."""
        self.looked: list[float] = []
        self.events = EventStream(clock)
        self.endpoint = Endpoint("http://127.0.0.1:11434", RequestGate(), clock, choose=self.choose)
        self.lead = Lead(clock, [self.endpoint], Understudy(), policy=policy, events=self.events)
        self.told: list[Event] = []

    async def choose(self) -> Driver:
        self.looked.append(self.clock.now())
        if self.answers:
            await self.answers.wait()
        if self.absent:
            raise self.absent
        return self.star

    async def answer(self) -> str:
        step = await self.lead.step(ASKED, lambda _: None)
        assert isinstance(step, FinalAnswer)
        return step.text

    async def react(self, for_s: float) -> list[str]:
        """Ask for a reaction, and tell what was heard of it within so many seconds."""
        heard: list[str] = []
        async with anyio.create_task_group() as group:
            group.start_soon(self.lead.step, REACTION, heard.append)
            await self.clock.advance(for_s)
            group.cancel_scope.cancel()
        return [each for each in heard if each]

    async def step(self, request: StepRequest, within_s: float, on_text: OnText = lambda _: None) -> None:
        """Ask, and wait so many seconds for the answer; raises as the asking does."""
        failed: list[ServiceError] = []

        async def step() -> None:
            try:
                await self.lead.step(request, on_text)
            except ServiceError as error:
                failed.append(error)

        async with anyio.create_task_group() as group:
            group.start_soon(step)
            await self.clock.advance(within_s)
        if failed:
            raise failed[0]

    async def fail(self, trouble: ServiceError = GONE) -> None:
        self.star.trouble = trouble
        with pytest.raises(ServiceError):
            await self.answer()
        self.star.trouble = None


def told_of(house: House) -> list[str]:
    """Return what was said of who was lost."""
    return [each.reason for each in house.told if isinstance(each, ServiceDown)]


def names_of(events: list[Event]) -> list[str]:
    return [type(each).__name__ for each in events]


@asynccontextmanager
async def opened(
    clock: VirtualClock, policy: UnderstudyPolicy = "auto", absent: ServiceError | None = None
) -> AsyncIterator[House]:
    house = House(clock, policy)
    house.absent = absent
    with house.events.whole("test") as reader:

        async def keep() -> None:
            async for published in reader:
                house.told.append(published.event)

        async with anyio.create_task_group() as group:
            group.start_soon(keep)
            await group.start(house.lead.run)
            await clock.advance(0)
            yield house
            group.cancel_scope.cancel()


async def test_the_understudy_performs_until_a_lead_was_first_reached(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock, absent=GONE) as house:
        assert (await house.answer(), house.lead.name, house.lead.sees) == ("Ahem.", "understudy", True)
        assert house.lead.reason == str(GONE)

        house.absent = None
        await virtual_clock.advance(5)

        assert (await house.answer(), house.lead.name, house.lead.sees) == ("Ta-da!", "ollama star", False)
    assert house.told == [
        ServiceDown(service="brain", reason=str(GONE)),
        ServiceProgressed(service="brain", doing="ollama star is loading"),
        ServiceUp(service="brain", reason="ollama star: the first installed one"),
    ]


async def test_the_understudy_performs_while_the_lead_is_loaded(virtual_clock: VirtualClock) -> None:
    house = House(virtual_clock, "auto")
    house.star.loading = anyio.Event()
    async with anyio.create_task_group() as group:
        await group.start(house.lead.run)
        reason = house.lead.reason
        assert reason == "the first installed one"
        assert await house.answer() == "Ahem."

        house.star.loading.set()
        await virtual_clock.advance(0)

        assert await house.answer() == "Ta-da!"
        group.cancel_scope.cancel()


async def test_a_lead_that_once_answered_and_fails_leaves_silence(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        await house.fail()

        assert (await house.answer(), house.lead.name, house.lead.sees) == ("", "nobody", False)
        await virtual_clock.advance(5)
        assert await house.answer() == "Ta-da!"
    assert names_of(house.told) == ["ServiceUp", "ServiceDown", "ServiceProgressed", "ServiceUp"]


async def test_the_understudy_performs_once_a_lead_has_been_away_for_8_s(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        await house.fail()
        house.absent = GONE
        await virtual_clock.advance(7.9)
        assert (await house.answer(), house.lead.name) == ("", "nobody")

        await virtual_clock.advance(0.1)

        assert (await house.answer(), house.lead.name, house.lead.sees) == ("Ahem.", "understudy", True)
    assert told_of(house) == [str(GONE), f"{GONE}; the understudy performs until it is back"]


async def test_a_lead_that_is_back_takes_over_from_the_understudy_at_once(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        await house.fail()
        house.absent = GONE
        await virtual_clock.advance(14)
        house.absent = None
        await virtual_clock.advance(1)

        assert (await house.answer(), house.lead.name) == ("Ta-da!", "ollama star")
    assert names_of(house.told) == ["ServiceUp", "ServiceDown", "ServiceDown", "ServiceProgressed", "ServiceUp"]


async def test_a_lead_that_is_back_in_time_was_not_stood_in_for(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        await house.fail()
        await virtual_clock.advance(100)

    assert told_of(house) == [str(GONE)]


async def test_each_loss_has_8_s_of_its_own(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        await house.fail()
        await virtual_clock.advance(5)
        await house.fail()
        house.absent = GONE
        await virtual_clock.advance(7.9)

        assert house.lead.name == "nobody"
        assert told_of(house) == [str(GONE), str(GONE)]
        await virtual_clock.advance(20)
        assert house.lead.name == "understudy"
        assert told_of(house) == [str(GONE), str(GONE), f"{GONE}; the understudy performs until it is back"]


async def test_the_policy_always_lets_the_understudy_stand_in(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock, "always") as house:
        await house.fail()

        assert await house.answer() == "Ahem."


async def test_the_policy_never_keeps_the_understudy_off(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock, "never", absent=GONE) as house:
        assert (await house.answer(), house.lead.name) == ("", "nobody")


async def test_a_lead_that_stays_away_is_looked_for_less_and_less_and_spoken_of_once(
    virtual_clock: VirtualClock,
) -> None:
    async with opened(virtual_clock, absent=GONE) as house:
        await virtual_clock.advance(400)

        assert house.looked == [0, 5, 15, 35, 75, 155, 235, 315, 395]
    assert len(house.told) == 1


async def test_a_missing_model_is_said_once_and_looked_for_gently(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock, absent=MISSING) as house:
        await virtual_clock.advance(200)

        assert house.looked == [0, 80, 160]
    assert house.told == [ServiceDown(service="brain", reason=str(MISSING))]


async def test_a_remedy_is_said_even_if_something_else_was_said_before(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock, absent=GONE) as house:
        house.absent = MISSING
        await virtual_clock.advance(100)

    assert told_of(house) == [str(GONE), str(MISSING)]


async def test_a_lead_that_fails_again_and_again_is_taken_back_later_and_later(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        for wait in (5, 10, 20, 40, 80, 80):
            await house.fail()
            before = house.lead.name
            await virtual_clock.advance(wait - 0.1)
            assert (before, house.lead.name) == ("nobody", "nobody" if wait <= AWAY_S else "understudy")
            await virtual_clock.advance(0.1)
            assert house.lead.name == "ollama star"


async def test_a_good_step_makes_the_next_wait_short_again(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        await house.fail()
        await virtual_clock.advance(5)
        await house.answer()
        await house.fail()
        await virtual_clock.advance(5)

        assert house.lead.name == "ollama star"


async def test_one_request_is_in_flight_and_the_others_wait_in_order(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        house.star.hold = anyio.Event()
        async with anyio.create_task_group() as group:
            for name in "abc":
                request = StepRequest(messages=(UserMessage(text=Prompt(name)),))
                group.start_soon(house.lead.step, request, lambda _: None)
            await virtual_clock.advance(0)
            assert house.star.order == ["a"]
            house.star.hold.set()

        assert house.star.order == ["a", "b", "c"]
        assert house.star.most_at_once == 1


async def test_a_step_that_is_cancelled_is_no_failure(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        house.star.hold = anyio.Event()
        async with anyio.create_task_group() as group:
            group.start_soon(house.answer)
            await virtual_clock.advance(0)
            group.cancel_scope.cancel()
        house.star.hold = None

        assert await house.answer() == "Ta-da!"


async def test_the_policy_never_leaves_silence_for_as_long_as_the_lead_is_away(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock, "never") as house:
        await house.fail()
        house.absent = GONE
        await virtual_clock.advance(60)

        assert (await house.answer(), house.lead.name) == ("", "nobody")
    assert told_of(house) == [str(GONE)]


async def test_every_endpoint_reads_the_opening_and_probes_a_model_that_is_not_known(
    virtual_clock: VirtualClock,
) -> None:
    house = House(virtual_clock, "auto")
    house.star.is_unproved = True
    house.lead.prepare(lambda: ASKED_ABOUT, Speakable())
    async with anyio.create_task_group() as group:
        await group.start(house.lead.run)
        await virtual_clock.advance(60)
        group.cancel_scope.cancel()

    opening, *probes = house.star.asked
    assert (opening.tokens, opening.messages) == (1, ASKED_ABOUT.messages)
    assert "talk" in [each.way for each in probes]
