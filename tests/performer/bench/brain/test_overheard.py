"""Which texts of ours a model was given."""

import pytest

from performer.bench.brain.overheard import Overheard
from performer.cues import ChatCue, ChatLine, SceneCue
from performer.models.model import AssistantMessage, Final, OnText, Step, StepRequest, SystemMessage, UserMessage
from performer.untrusted import Prompt

pytestmark = pytest.mark.anyio


class Silent:
    name = "silent"
    sees = False

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        return Final(text="")


def request(*lines: str, cue: SceneCue | ChatCue) -> StepRequest:
    own = [AssistantMessage(text=Prompt(line)) for line in lines]
    return StepRequest(
        messages=(SystemMessage(text=Prompt("Rules.")), *own, UserMessage(text=Prompt("Seen."))), cue=cue
    )


async def test_rules_and_examples_are_ours_and_what_was_said_in_between_is_not() -> None:
    model, cue = Overheard(Silent()), SceneCue(change=1.0)
    await model.step(request("An example.", cue=cue), lambda _: None)
    await model.step(request("An example.", "What it said itself.", cue=cue), lambda _: None)

    assert model.prompts == ("Rules.", "An example.")


async def test_in_a_conversation_its_own_lines_are_no_examples() -> None:
    model = Overheard(Silent())
    await model.step(request("What it said before.", cue=ChatCue(lines=(ChatLine(text="Hi."),))), lambda _: None)

    assert model.prompts == ("Rules.",)
