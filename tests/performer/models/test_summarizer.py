"""Words about many words: of the lead alone, and only while nobody performs."""

import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ServiceError
from performer.core.untrusted_text import Prompt
from performer.guard.speakable.speakable import Speakable
from performer.models.endpoint.upkeep import PAUSE_S
from performer.models.model import StepRequest, UserMessage
from performer.models.summarizer import Summarizer
from tests.performer.models.selection.test_lead import GONE, opened

pytestmark = pytest.mark.anyio


async def test_the_lead_is_asked_while_nobody_performs(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        house.star.half_a_line = ""

        await Summarizer(house.lead, lambda: True)(Prompt("sum it up"))

        assert house.star.order == ["sum it up"]


async def test_nobody_is_asked_while_a_turn_is_on_or_an_understudy_plays(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        with pytest.raises(ServiceError, match="busy"):
            await Summarizer(house.lead, lambda: False)(Prompt("sum it up"))
    async with opened(virtual_clock, absent=GONE) as house:
        with pytest.raises(ServiceError, match="No model leads"):
            await Summarizer(house.lead, lambda: True)(Prompt("sum it up"))


async def test_afterwards_it_is_read_again_how_a_reaction_begins(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        reaction = StepRequest(messages=(UserMessage(text=Prompt("On screen: a bat.")),), phase="react")
        house.lead.prepare(lambda: reaction, Speakable())

        await Summarizer(house.lead, lambda: True)(Prompt("sum it up"))
        await virtual_clock.advance(PAUSE_S)

        assert house.star.order == ["sum it up", "On screen: a bat."]
