"""Approvals in a turn: the model is offered what it may only ask for, reads that it waits, and goes on."""

import pytest

from performer.agent.prompt.scene import Scene
from performer.agent.prompt.settings import SceneSettings
from performer.agent.turn.settings import TurnSettings
from performer.agent.turn.turn import Performer, TurnModels, TurnTools
from performer.core.clock import SystemClock
from performer.core.cues import ChatCue, ChatLine
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.models.model import ToolMessage
from tests.performer.agent.turn.performing import Lines, calls, says
from tests.performer.tools.approvals.running import Office, office

pytestmark = pytest.mark.anyio


def performer(it: Office, clock: SystemClock, model: Lines) -> Performer:
    async def describe(*_: object) -> str:
        return "a castle"

    return Performer(
        Runtime(clock, it.stream, Guard()),
        TurnSettings(),
        Scene(clock, it.stream, SceneSettings(), fresh_s=6, new_marker=lambda: "k7f3"),
        TurnModels(model=model, describe=describe),
        TurnTools(box=lambda: it.box),
    )


async def test_a_viewers_wish_is_asked_about_and_the_turn_goes_on(clock: SystemClock) -> None:
    cue = ChatCue(lines=(ChatLine(text="open it", author="bob", channel="discord:7", direct=True),))
    model = Lines(calls("door", "Let me ask.", room="red"), says("I have asked."))
    async with office(clock) as it:
        await performer(it, clock, model).perform(1, cue)
        (parked,) = it.desk.waiting

    assert [spec.name for spec in model.asked[0].tools] == ["door", "wave"]
    answer = model.asked[1].messages[-1]
    assert isinstance(answer, ToolMessage)
    assert answer.text == "«k7f3 It waits for the owner's yes; you will be told. k7f3»"
    assert (parked.why, parked.said, parked.channel) == ("bob wrote: open it", "Let me ask.", "discord:7")
    assert it.opened == []
