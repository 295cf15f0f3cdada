"""The eyewitness: who is asked, who follows who fails, and at which rank."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.cues import Cue, SceneCue
from performer.core.errors import ServiceError
from performer.core.events.parts import ServiceDown, ServiceUp
from performer.core.events.stream import EventStream
from performer.models.captions import PictureCaptioner
from performer.models.endpoint.endpoint import Endpoint
from performer.models.endpoint.request_gate import RequestGate
from performer.models.model import FinalAnswer, OnText, Step, StepRequest
from tests.performer.models.proved import Proved

pytestmark = pytest.mark.anyio


class Eye(Proved):
    """A model that says who it is, until it is broken."""

    reason = "as configured"
    sees = True

    def __init__(self, name: str, *, sees: bool = True) -> None:
        self.name = name
        self.sees = sees
        self.is_broken = False
        self.cues: list[Cue | None] = []

    async def warm_up(self) -> None:
        if self.is_broken:
            raise ServiceError(f"{self.name} is gone; start it.")

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        self.cues.append(request.cue)
        if self.is_broken:
            raise ServiceError(f"{self.name} is gone; start it.")
        on_text(f"seen by {self.name}")
        return FinalAnswer(text=f"seen by {self.name}")


class House:
    """A lead, an understudy, and a model that only describes, looked after."""

    def __init__(self, clock: VirtualClock, *, lead_sees: bool) -> None:
        self.stream = EventStream(clock)
        self.lead, self.measures, self.small = Eye("lead", sees=lead_sees), Eye("measures"), Eye("small")
        self.own = Endpoint("there", RequestGate(), clock, choose=self._choose)
        self.captioner = PictureCaptioner(self.lead, self.measures, own=self.own, events=self.stream)
        self.reader = self.stream.whole("test")

    async def _choose(self) -> Eye:
        return self.small

    async def described(self, digest: str, cue: Cue | None = None) -> str:
        return await self.captioner.describe(b"jpeg", digest, cue=cue)

    def news(self) -> list[ServiceDown | ServiceUp]:
        return [each.event for each in self.reader.taken() if isinstance(each.event, ServiceDown | ServiceUp)]


@pytest.fixture(params=[True, False], ids=["lead sees", "lead is blind"])
def house(virtual_clock: VirtualClock, request: pytest.FixtureRequest) -> House:
    return House(virtual_clock, lead_sees=request.param)


@asynccontextmanager
async def running(house: House, clock: VirtualClock) -> AsyncIterator[None]:
    """Look after the own model meanwhile."""
    async with anyio.create_task_group() as tasks:
        await tasks.start(house.own.run)
        await clock.advance(0)
        yield
        tasks.cancel_scope.cancel()


async def test_the_own_model_is_asked_first_at_the_rank_of_the_turn_that_waits(
    house: House, virtual_clock: VirtualClock
) -> None:
    cue = SceneCue(change=1)
    async with running(house, virtual_clock):
        assert await house.described("1", cue) == "seen by small"
        assert (house.captioner.name, house.captioner.why) == ("small", "")

    assert (house.small.cues, house.lead.cues) == ([cue], [])


async def test_when_it_fails_the_lead_follows_if_it_sees_and_else_measures(
    house: House, virtual_clock: VirtualClock
) -> None:
    next_one = "lead" if house.lead.sees else "measures"
    async with running(house, virtual_clock):
        house.small.is_broken = True
        said = [await house.described(digest) for digest in ("1", "2")]

    assert said == [f"seen by {next_one}"] * 2
    assert len(house.small.cues) == 1
    assert {*house.lead.cues, *house.measures.cues} == {None}


async def test_a_turn_gets_no_measures_for_plain_facts_serve_it_better(house: House) -> None:
    if house.lead.sees:
        assert await house.described("1", SceneCue(change=1)) == "seen by lead"
        return
    with pytest.raises(ServiceError, match="Nobody could put the picture into words"):
        await house.described("1", SceneCue(change=1))


async def test_its_loss_and_its_return_are_said_once(house: House, virtual_clock: VirtualClock) -> None:
    async with running(house, virtual_clock):
        house.small.is_broken = True
        await house.described("1")
        await virtual_clock.advance(30)
        house.small.is_broken = False
        await virtual_clock.advance(60)
        assert await house.described("2") == "seen by small"

    down, up = house.news()
    assert isinstance(down, ServiceDown)
    assert down.reason.startswith("small is gone; start it; until it is there, pictures are put into words by")
    assert up == ServiceUp(service="words", reason="small puts pictures into words again")


async def test_before_it_is_there_others_describe_and_the_table_says_why(house: House) -> None:
    next_one = "lead" if house.lead.sees else "measures"

    assert await house.described("1") == f"seen by {next_one}"
    assert house.captioner.why == "not asked yet"


async def test_an_own_model_that_cannot_see_is_not_asked(house: House, virtual_clock: VirtualClock) -> None:
    house.small.sees = False
    async with running(house, virtual_clock):
        await house.described("1")
        assert house.captioner.why == "small cannot see: set model.describe to a model that sees"

    assert house.small.cues == []


async def test_when_all_fail_there_are_measures(house: House, virtual_clock: VirtualClock) -> None:
    house.small.is_broken = house.lead.is_broken = True
    async with running(house, virtual_clock):
        assert await house.described("1") == "seen by measures"
