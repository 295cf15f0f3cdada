"""A lead that is away while somebody waits for its answer."""

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.cues import OperatorCue
from performer.core.errors import ServiceError
from performer.core.events.parts import ServiceProgressed
from performer.models.model import StepRequest
from performer.models.selection.takeover import AWAY_S
from tests.performer.models.selection.test_lead import GONE, MISSING, opened

pytestmark = pytest.mark.anyio


async def test_the_understudy_answers_no_question_that_can_wait_for_the_lead(virtual_clock: VirtualClock) -> None:
    question = StepRequest(messages=(), cue=OperatorCue(text="well?"))
    async with opened(virtual_clock) as house:
        await house.fail()
        house.absent = GONE
        await virtual_clock.advance(AWAY_S)

        assert await house.answer() == "Ahem."
        with pytest.raises(ServiceError, match="no Ollama at"):
            await house.lead.step(question, lambda _: None)


async def test_a_lead_that_is_sought_is_looked_for_at_once(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock, absent=GONE) as house:
        await virtual_clock.advance(50)
        house.lead.seek()
        await virtual_clock.advance(0)

        assert house.looked == [0, 5, 15, 35, 50]


async def test_why_nobody_leads_is_told_as_it_is_at_the_moment(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock, absent=GONE) as house:
        house.star.loading = anyio.Event()
        why = [house.lead.why_down]
        house.absent = MISSING
        await virtual_clock.advance(5)
        why.append(house.lead.why_down)
        house.absent = None
        await virtual_clock.advance(80)
        why.append(house.lead.why_down)
        house.star.loading.set()
        await virtual_clock.advance(0)

        assert why == [str(GONE), str(MISSING), "the model is loading, and the understudy plays until then"]
        assert (house.lead.leads, house.lead.why_down) == (True, "")


async def test_a_model_that_is_found_and_cannot_be_loaded_is_spoken_of_once(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock, absent=GONE) as house:
        house.absent, house.star.load_trouble = None, ServiceError("out of memory")
        await virtual_clock.advance(400)

    assert [each.doing for each in house.told if isinstance(each, ServiceProgressed)] == ["ollama star is loading"]


async def test_whoever_waits_for_a_lead_is_told_when_it_is_there(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock, absent=GONE) as house:
        house.absent = None
        with virtual_clock.move_on_after(60):
            async with anyio.create_task_group() as group:
                group.start_soon(house.lead.wait_until_back)
                await virtual_clock.advance(5)

        assert house.lead.leads


async def test_a_lead_is_missing_until_one_is_found_and_away_from_then_on(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock, absent=GONE) as house:
        house.star.loading = anyio.Event()
        missing = [house.lead.is_missing]
        house.absent = None
        await virtual_clock.advance(5)
        missing.append(house.lead.is_missing)
        house.star.loading.set()
        await virtual_clock.advance(0)
        await house.fail()
        missing.append(house.lead.is_missing)

        assert (missing, house.lead.is_away) == ([True, False, False], True)
