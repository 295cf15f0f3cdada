"""Who writes for sub-agents: only a real model, and only while it is there."""

import pytest

from performer.agent.subagents.models import SubAgentModels
from performer.core.clock import VirtualClock
from performer.core.errors import ServiceError
from performer.models.model import StepRequest
from tests.performer.models.selection.test_lead import GONE, opened
from tests.performer.models.test_captions_on_demand import House as Seeing
from tests.performer.models.test_captions_on_demand import running

pytestmark = pytest.mark.anyio


async def test_the_lead_writes_while_it_leads(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as models_rig:
        model = SubAgentModels(models_rig.lead)("")
        step = await model.step(StepRequest(messages=(), yields=True), lambda _text: None)

        assert (model.name, model.sees, step.text) == ("ollama star", False, "Ta-da!")  # type: ignore[union-attr]  # reason: a last word


async def test_the_understudy_that_stands_in_for_it_does_not(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as models_rig:
        models = SubAgentModels(models_rig.lead)
        model = models("")
        await models_rig.fail()

        with pytest.raises(ServiceError, match="No model leads now"):
            models("")
        with pytest.raises(ServiceError, match="No model leads now"):
            await model.step(StepRequest(messages=()), lambda _text: None)
    async with opened(virtual_clock, absent=GONE) as models_rig:
        with pytest.raises(ServiceError, match="No model leads now"):
            SubAgentModels(models_rig.lead)("")


async def test_the_one_that_describes_writes_while_it_is_there_and_else_the_lead(virtual_clock: VirtualClock) -> None:
    models_rig = Seeing(virtual_clock, lead_sees=False)
    models = SubAgentModels(models_rig.lead, describes=models_rig.own)

    assert models("describe").name == "lead"
    async with running(models_rig, virtual_clock):
        assert models("describe").name == "small"
        assert models("").name == "lead"
