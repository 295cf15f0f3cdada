"""The trial of a persona: lines of the picture that is there now, which nobody hears."""

from pathlib import Path

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ConfigError
from tests.performer.agent.personas.playing import PersonaStage
from tests.performer.agent.personas.sheets import write
from tests.performer.agent.turn.performing import Lines, breaks, says

pytestmark = pytest.mark.anyio


async def test_three_lines_are_returned_and_none_is_said(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    write(tmp_path)
    it = PersonaStage(virtual_clock, tmp_path, Lines(says("One gate."), says("*waves*"), says("Two gates.")))

    with it.stream.whole("test") as reader:
        tried = await it.trial.run(it.played.build("bo"))

        assert [each.text for each in tried] == ["One gate.", "", "Two gates."]
        assert tried[1].why == "it would be left out: it is a stage direction or markup"
        assert reader.taken() == []
    assert it.played.persona.name == "Pip"


async def test_the_guard_and_a_model_that_fails_are_told(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    it = PersonaStage(virtual_clock, tmp_path, Lines(says("What a plonk."), breaks(), says("")))

    tried = await it.trial.run(it.played.persona)

    assert "plonk" not in tried[0].text
    assert tried[1].why == "the model failed: the model is gone"
    assert tried[2].why == "it would keep quiet"


async def test_without_a_picture_nothing_is_asked(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    it = PersonaStage(virtual_clock, tmp_path, sees_nothing=True)
    async with anyio.create_task_group() as waiting:
        waiting.start_soon(virtual_clock.advance, 5)
        with pytest.raises(ConfigError, match="There is no picture to try it on now"):
            await it.trial.run(it.played.persona)
