"""The persona that plays can be exchanged between two turns."""

from pathlib import Path

import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ConfigError
from performer.core.events.speech import SentenceBlocked
from performer.models.model import SystemMessage
from tests.performer.agent.personas.playing import PersonaStage
from tests.performer.agent.personas.sheets import BO, write
from tests.performer.agent.turn.performing import Lines, says, spoken

pytestmark = pytest.mark.anyio


def told(model: Lines) -> str:
    system = model.asked[-1].messages[0]
    assert isinstance(system, SystemMessage)
    return system.text


async def test_the_next_turn_speaks_as_the_persona_that_was_chosen(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    write(tmp_path)
    it = PersonaStage(virtual_clock, tmp_path, Lines(says("The castle leans."), says("That gate wants oil.")))
    await it.perform()
    assert told(it.model).startswith("You are Pip,")

    await it.played.live["scene.persona"]("bo")
    await it.perform()

    assert told(it.model).startswith("You are Bo. A cat with opinions.")
    assert it.prepared == [it.performer.speakable]


async def test_a_line_with_words_that_it_never_says_is_dropped(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    write(tmp_path, BO.replace("name =", 'never_says = ["Epic", "as an AI"]\nname ='))
    it = PersonaStage(virtual_clock, tmp_path, Lines(says("An EPIC castle!"), says("What a castle!")))
    await it.played.choose("bo")

    events = await it.perform()

    assert [each.reason for each in events if isinstance(each, SentenceBlocked)] == [
        "never: it has words that the persona never says"
    ]
    assert spoken(events) == ["What a castle!"]


async def test_one_that_is_not_fit_leaves_the_one_that_plays(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    write(tmp_path, "nothing")
    it = PersonaStage(virtual_clock, tmp_path)

    with pytest.raises(ConfigError, match="has no front matter"):
        await it.played.choose("bo")

    assert (it.played.id, it.played.persona.name) == ("pip", "Pip")
