"""One endpoint beside the show, in virtual time: what it has its model read and be asked before a cue and in pauses."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.cues import ChatCue, ChatLine, SceneCue
from performer.core.errors import ServiceError
from performer.core.untrusted_text import Prompt
from performer.guard.speakable.speakable import Speakable
from performer.models.driver.driver import Driver
from performer.models.endpoint.endpoint import Endpoint
from performer.models.endpoint.request_gate import RequestGate
from performer.models.endpoint.upkeep import QUIET_S
from performer.models.http.lines import ServerError
from performer.models.model import FinalAnswer, OnText, Step, StepRequest, Usage, UserMessage
from performer.models.probe_result import Finding, TrialCount
from tests.performer.models.proved import Proved

pytestmark = pytest.mark.anyio

REACTION = StepRequest(messages=(UserMessage(text=Prompt("On screen: a bat.")),), phase="react")
TALK = StepRequest(messages=(UserMessage(text=Prompt("Who won?")),))
QUESTION = replace(TALK, cue=ChatCue(lines=(ChatLine(text="Who won?", direct=True),)))
LINE = "That drum never saw a frog coming."
SPEAKABLE = Speakable.for_product()
READING = "reading the prompt for the first time"


class Small(Proved):
    """A model that reads what it does not know for 8 s, and answers in a second."""

    name = "small"
    reason = "as configured"
    sees = False
    calls_tools = False

    def __init__(self, clock: VirtualClock) -> None:
        self.asked: list[StepRequest] = []
        self.answered: list[StepRequest] = []
        self.is_gone = False
        self.dwells_on = ""
        """The way in which it takes for ever to answer."""
        self.refuses = ""
        """The way in which its server does not let it be asked; `opening`: for one word."""
        self.read_s: float | None = None
        """What it says that reading took; None: as long as the answer."""
        self._clock = clock

    @property
    def openings(self) -> int:
        return sum(request.tokens == 1 for request in self.asked)

    @property
    def probed(self) -> int:
        return sum(request.way is not None for request in self.asked)

    async def warm_up(self) -> None:
        self._be_there()

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        self.asked.append(request)
        what = "opening" if request.tokens == 1 else request.way
        if what == self.refuses:
            raise ServerError("no", status=400, said="no")
        takes_s = 1000.0 if what == self.dwells_on else 8.0 if what == "opening" else 1.0
        await self._clock.sleep(takes_s)
        self._be_there()
        self.answered.append(request)
        on_text(LINE)
        return FinalAnswer(text=LINE, usage=Usage(read_s=self.read_s or takes_s, prompt_tokens=180))

    async def prove(self, finding: Finding) -> None:
        await super().prove(finding)
        self.is_unproved = False

    def _be_there(self) -> None:
        if self.is_gone:
            raise ServiceError("small is gone.")


class House:
    """An endpoint that is prepared for reactions, and what it said that it does."""

    def __init__(self, clock: VirtualClock, *, unproved: bool, is_hosted: bool) -> None:
        self.clock = clock
        self.small = Small(clock)
        self.small.is_unproved = unproved
        self.told: list[str] = []
        self.endpoint = Endpoint("here", RequestGate(), clock, choose=self.choose, shares_memory=not is_hosted)
        self.endpoint.upkeep.watch(self.told.append)
        self.endpoint.upkeep.prepare(lambda: REACTION, SPEAKABLE)

    async def choose(self) -> Driver:
        return self.small

    async def ask(self, request: StepRequest, within_s: float = 1) -> None:
        """Ask as the show does, and wait so long for the answer; whoever fails has failed."""

        async def step() -> None:
            try:
                await self.endpoint.step(request, lambda _: None)
            except ServiceError:
                return

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(step)
            await self.clock.advance(within_s)
            tasks.cancel_scope.cancel()

    async def rest(self, for_s: float) -> None:
        """Have nobody perform for so long."""
        self.endpoint.upkeep.rest()
        await self.clock.advance(for_s)


@asynccontextmanager
async def opened(
    clock: VirtualClock, *, read_s: float = 8.0, unproved: bool = False, refuses: str = "", is_hosted: bool = False
) -> AsyncIterator[House]:
    house = House(clock, unproved=unproved, is_hosted=is_hosted)
    house.small.refuses = refuses
    async with anyio.create_task_group() as tasks:
        await tasks.start(house.endpoint.run)
        await clock.advance(read_s)
        yield house
        tasks.cancel_scope.cancel()


async def test_how_a_reaction_begins_is_read_before_it_is_up_and_that_is_said(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock, read_s=7.9) as house:
        assert (house.endpoint.is_up, house.endpoint.is_coming) == (False, True)
        assert (house.endpoint.upkeep.doing, house.told) == (READING, [READING])

        await virtual_clock.advance(0.1)

        assert (house.endpoint.is_up, house.endpoint.upkeep.doing) == (True, "")
        assert house.told == [READING, "read the prompt in 8.0 s"]
        assert (house.small.openings, house.endpoint.warmth.cold_s) == (1, 8.0)


async def test_the_first_reaction_is_then_warm(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        await house.ask(REACTION)
        await house.rest(20)

        assert (house.endpoint.warmth.cold_reads, house.small.openings) == (0, 1)


async def test_a_model_that_goes_while_it_reads_is_down(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock, read_s=1) as house:
        house.small.is_gone = True
        await virtual_clock.advance(7)

        assert (house.endpoint.trouble, house.endpoint.upkeep.doing) == ("small is gone.", "")


async def test_after_a_conversation_it_is_read_again_in_the_pause_and_not_before(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        await house.ask(TALK)
        await virtual_clock.advance(60)
        assert house.small.openings == 1

        await house.rest(16)

        assert house.small.openings == 2
        await house.ask(REACTION)
        assert house.endpoint.warmth.cold_reads == 0


async def test_while_one_question_follows_another_nobody_waits_for_it(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        for _ in range(5):
            await house.ask(TALK)
            await house.rest(6)
        assert house.small.openings == 1

        await virtual_clock.advance(10)

        assert house.small.openings == 2


async def test_a_question_that_is_on_is_not_waited_for_behind_it(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        await house.ask(TALK)
        async with house.endpoint.gate.passed():
            await house.rest(60)

        assert house.small.openings == 1


async def test_a_hosted_server_is_not_asked_for_its_own_sake(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock, is_hosted=True) as house:
        await house.ask(TALK)
        await house.rest(60)

        assert house.small.openings == 1


async def test_another_who_asks_the_same_model_takes_what_its_server_knew(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        judge = Endpoint("here", RequestGate(house.endpoint.gate), virtual_clock, choose=house.choose)
        async with anyio.create_task_group() as tasks:
            await tasks.start(judge.run)
            tasks.start_soon(judge.step, TALK, lambda _: None)
            await virtual_clock.advance(1)
            tasks.cancel_scope.cancel()
        before = house.small.openings

        await house.rest(16)

        assert house.small.openings == before + 1


async def test_one_that_is_not_read_again_in_time_makes_a_cold_reaction(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        await house.ask(TALK)
        house.small.read_s = 8.0
        await house.ask(REACTION)

        assert house.endpoint.warmth.cold_reads == 1


async def test_an_unknown_model_is_probed_in_the_pauses_and_the_finding_is_kept(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock, unproved=True) as house:
        await house.rest(0.5)
        assert (house.small.probed, house.endpoint.upkeep.doing) == (1, "being tested with a few questions")
        for _ in range(9):
            await house.rest(12)

        assert house.small.finding is not None
        assert (house.small.finding.way, house.small.finding.lines) == ("talk", TrialCount(right=3, asked=3))
        assert house.small.finding.cold_s == 8.0
        assert (house.endpoint.upkeep.doing, house.endpoint.finding) == ("", house.small.finding)
        assert house.told[-1].startswith("was tested: it only talks, for its tool calls fail: JSON right in 0 of 1")


async def test_it_is_probed_while_nobody_performs(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock, unproved=True) as house:
        await virtual_clock.advance(QUIET_S - 0.1)
        assert house.small.probed == 0

        await virtual_clock.advance(0.1)
        assert house.small.probed == 1


async def test_a_probe_leaves_each_pause_as_it_found_it(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock, unproved=True) as house:
        await house.rest(12)
        asked = [request for request in house.small.asked if request.way is None]

        assert (house.small.probed, len(asked), house.endpoint.warmth.knows) == (3, 2, True)


async def test_after_a_probe_what_was_lost_is_still_read_again(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock, unproved=True) as house:
        for _ in range(9):
            await house.rest(12)
        before = house.small.openings
        await house.ask(TALK)
        await house.rest(16)

        assert house.small.finding is not None
        assert house.small.openings == before + 1


async def test_a_probe_that_takes_too_long_is_a_miss_and_the_show_goes_on(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock, unproved=True) as house:
        house.small.dwells_on = "constrained"
        for _ in range(9):
            await house.rest(60)

        assert house.small.finding is not None
        assert house.small.finding.constrained == TrialCount(asked=1)
        assert (house.endpoint.trouble, house.endpoint.is_up) == ("", True)


async def test_a_probe_that_waits_for_the_show_is_no_miss(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock, unproved=True) as house:
        async with house.endpoint.gate.passed():
            await house.rest(60)
        for _ in range(9):
            await house.rest(12)

        assert house.small.finding is not None
        assert (house.small.finding.lines, house.small.finding.line_s) == (TrialCount(right=3, asked=3), 1.0)


async def test_a_probe_gives_way_at_once_to_a_question_and_is_asked_again_in_the_next_pause(
    virtual_clock: VirtualClock,
) -> None:
    async with opened(virtual_clock, unproved=True) as house:
        house.small.dwells_on = "talk"
        await house.rest(1)
        house.small.dwells_on = ""
        await house.ask(QUESTION, 1)
        assert house.small.answered[-1] is QUESTION
        await virtual_clock.advance(5)
        assert house.small.probed == 1

        for _ in range(9):
            await house.rest(12)
        assert house.small.finding is not None
        assert house.small.finding.lines == TrialCount(right=3, asked=3)


async def test_a_reaction_waits_until_the_probe_was_answered(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock, unproved=True) as house:
        await house.rest(0.5)
        await house.ask(replace(REACTION, cue=SceneCue(change=9)), 2)

        assert [request.way for request in house.small.answered] == [None, "talk", None]


async def test_a_reading_gives_way_at_once_to_a_question_and_is_made_up_for_in_the_next_pause(
    virtual_clock: VirtualClock,
) -> None:
    async with opened(virtual_clock) as house:
        await house.ask(TALK)
        await house.rest(9)
        assert house.small.openings == 2
        await house.ask(QUESTION, 1)

        assert (house.small.answered[-1], house.endpoint.knows_opening) == (QUESTION, False)
        await house.rest(16)
        assert (house.small.openings, house.endpoint.knows_opening) == (3, True)


async def test_a_probe_that_is_refused_is_a_miss_and_the_show_goes_on(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock, unproved=True) as house:
        house.small.refuses = "constrained"
        for _ in range(9):
            await house.rest(12)

        assert house.small.finding is not None
        assert house.small.finding.constrained == TrialCount(asked=1)
        assert house.endpoint.trouble == ""


async def test_of_another_model_that_came_meanwhile_its_own_finding_is_made(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock, unproved=True) as house:
        await house.rest(2)
        first, house.small = house.small, Small(virtual_clock)
        house.small.is_unproved, first.is_gone = True, True
        await house.ask(TALK, 3)
        await virtual_clock.advance(14)
        for _ in range(12):
            await house.rest(12)

        assert (first.finding, house.endpoint.finding) == (None, house.small.finding)
        assert house.small.finding is not None


async def test_a_server_that_refuses_to_read_only_leads_all_the_same(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock, read_s=0, refuses="opening") as house:
        assert (house.endpoint.is_up, house.endpoint.warmth.knows) == (True, False)


async def test_a_known_model_is_not_probed(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        await house.rest(100)

        assert house.small.probed == 0


async def test_a_model_that_goes_meanwhile_is_probed_once_when_it_is_back(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock, unproved=True) as house:
        house.small.is_gone = True
        await house.ask(TALK)
        house.small.is_gone = False
        await virtual_clock.advance(14)
        for _ in range(20):
            await house.rest(12)

        assert house.small.finding is not None
        assert house.small.probed <= 9


async def test_an_endpoint_that_was_not_prepared_reads_and_probes_nothing(virtual_clock: VirtualClock) -> None:
    small = Small(virtual_clock)
    small.is_unproved = True

    async def choose() -> Driver:
        return small

    async with anyio.create_task_group() as tasks:
        await tasks.start(Endpoint("here", RequestGate(), virtual_clock, choose=choose).run)
        await virtual_clock.advance(60)
        tasks.cancel_scope.cancel()

    assert small.asked == []
