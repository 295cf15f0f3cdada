"""The trial of a persona: lines of the picture that is there now, which nobody hears."""

from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from performer.agent.personas.trial import TrialLine
from performer.agent.prompt.scene import Scene
from performer.core.clock import VirtualClock
from performer.core.errors import ConfigError
from performer.models.model import OnText, Step, StepRequest
from tests.performer.agent.personas.playing import PersonaStage
from tests.performer.agent.personas.sheets import write
from tests.performer.agent.turn.performing import Lines, breaks, frame, says

pytestmark = pytest.mark.anyio


class SlowOnce(Lines):
    """A model whose first line takes longer than a picture may be old."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__(says("One gate."), says("Two."), says("Three."))
        self._clock = clock

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        await self._clock.sleep(0 if self.asked else 7)
        return await super().step(request, on_text)


class DarkWhenLookedAt:
    """A source whose next picture is dark."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    def want(self, *, full_size: bool = False) -> None:
        assert not full_size
        self._scene.hide()

    def look_often(self, rate_hz: float) -> None:
        raise AssertionError(rate_hz)


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
        waiting.start_soon(virtual_clock.advance, 12)
        with pytest.raises(ConfigError, match="There is no picture to try it on now"):
            await it.trial.run(it.played.persona)


async def test_a_model_that_outlasts_the_picture_is_shown_the_next_one(
    virtual_clock: VirtualClock, tmp_path: Path
) -> None:
    it = PersonaStage(virtual_clock, tmp_path, SlowOnce(virtual_clock))
    tried: list[TrialLine] = []

    async def try_out() -> None:
        tried.extend(await it.trial.run(it.played.persona))

    async with anyio.create_task_group() as waiting:
        waiting.start_soon(try_out)
        await virtual_clock.advance(8)
        assert tried == []
        it.performer.scene.see(replace(frame(), at_s=virtual_clock.now()))
        await virtual_clock.advance(1)

    assert [each.text for each in tried] == ["One gate.", "Two.", "Three."]


async def test_a_picture_that_goes_dark_as_it_is_looked_at_is_waited_for(
    virtual_clock: VirtualClock, tmp_path: Path
) -> None:
    it = PersonaStage(virtual_clock, tmp_path, Lines(says("One."), says("Two."), says("Three.")))
    scene = it.performer.scene
    scene.pace = DarkWhenLookedAt(scene)
    tried: list[TrialLine] = []

    async def try_out() -> None:
        tried.extend(await it.trial.run(it.played.persona))

    await virtual_clock.advance(2)
    async with anyio.create_task_group() as waiting:
        waiting.start_soon(try_out)
        await virtual_clock.advance(1)
        assert scene.newest is None
        scene.pace = None
        scene.see(replace(frame(), at_s=virtual_clock.now()))
        await virtual_clock.advance(1)

    assert [each.text for each in tried] == ["One.", "Two.", "Three."]
