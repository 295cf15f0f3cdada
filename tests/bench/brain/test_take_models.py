"""Which texts of ours a model was given."""

import pytest

from bench.brain.take_models import PromptNotingModel
from performer.core.cues import ChatCue, ChatLine, SceneCue
from performer.core.untrusted_text import Prompt
from performer.models.model import AssistantMessage, FinalAnswer, OnText, Step, StepRequest, SystemMessage, UserMessage

pytestmark = pytest.mark.anyio


class Silent:
    name = "silent"
    sees = False

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        return FinalAnswer(text="")


def request(*lines: str, cue: SceneCue | ChatCue) -> StepRequest:
    own = [AssistantMessage(text=Prompt(line)) for line in lines]
    return StepRequest(
        messages=(SystemMessage(text=Prompt("Rules.")), *own, UserMessage(text=Prompt("Seen."))), cue=cue
    )


async def test_rules_and_examples_are_ours_and_what_was_said_in_between_is_not() -> None:
    model, cue = PromptNotingModel(Silent()), SceneCue(change=1.0)
    await model.step(request("An example.", cue=cue), lambda _: None)
    await model.step(request("An example.", "What it said itself.", cue=cue), lambda _: None)

    assert model.prompts == ("Rules.", "An example.")


async def test_in_a_conversation_its_own_lines_are_no_examples() -> None:
    model = PromptNotingModel(Silent())
    await model.step(request("What it said before.", cue=ChatCue(lines=(ChatLine(text="Hi."),))), lambda _: None)

    assert model.prompts == ("Rules.",)
