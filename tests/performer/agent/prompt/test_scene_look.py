"""The picture that a turn is shown: of this very moment, where the source can be asked."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import anyio
import pytest

from performer.agent.prompt.scene import Scene
from performer.agent.prompt.settings import SceneSettings
from performer.core.clock import VirtualClock
from performer.core.cues import Cue, OperatorCue
from performer.core.events.stream import EventStream
from performer.vision.frame import Frame, Glimpse
from performer.vision.look_pace import LookPace

CUE = OperatorCue(text="What is this?")


def frame(at_s: float, jpeg: bytes = b"jpeg", sample: str = "s") -> Frame:
    return Frame(source="test", at_s=at_s, size=(4, 4), jpeg=jpeg, luma=bytes(576), digest="d", sample=sample)


def look(at_s: float, sample: str) -> Glimpse:
    return Glimpse(source="test", at_s=at_s, size=(4, 4), luma=bytes(576), sample=sample)


async def in_words(_frame: Frame, _cue: Cue) -> str:
    return "An owl."


@pytest.fixture
def scene(virtual_clock: VirtualClock) -> Scene:
    pace = LookPace(virtual_clock, rate_hz=1 / 3600)
    pace.take_wish()
    return Scene(virtual_clock, EventStream(virtual_clock), SceneSettings(), fresh_s=6, pace=pace)


@asynccontextmanager
async def looking(scene: Scene, *, takes_s: float = 0.01, shows: bool = True) -> AsyncIterator[None]:
    """Glimpse when it is wanted; the picture comes so much later, or has to be hidden."""
    assert isinstance(scene.pace, LookPace)
    clock, pace = scene.clock, scene.pace

    async def watch() -> None:
        while True:
            began_s = clock.now()
            await pace.wait(began_s)
            pace.take_wish()
            began_s = clock.now()
            await clock.sleep(takes_s)
            scene.see(frame(began_s, b"of now", "other"))
            if not shows:
                scene.hide()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(watch)
        yield
        tasks.cancel_scope.cancel()


async def shown(scene: Scene, clock: VirtualClock, *, after_s: float = 1.0) -> Frame | None:
    """Perform a turn that begins so long after a first picture, and return the picture that it is shown."""
    scene.see(frame(clock.now()))
    await clock.advance(after_s)
    result: list[Frame | None] = []

    async def perform() -> None:
        result.append((await scene.told(CUE, sees=True, describe=in_words)).frame)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(perform)
        await clock.advance(0.3)
    return result[0]


@pytest.mark.anyio
async def test_a_turn_is_shown_what_is_there_when_it_begins(scene: Scene, virtual_clock: VirtualClock) -> None:
    async with looking(scene):
        seen = await shown(scene, virtual_clock)

    assert seen is not None
    assert (seen.jpeg, seen.at_s) == (b"of now", 1.0)


@pytest.mark.anyio
async def test_a_picture_of_just_now_is_enough(scene: Scene, virtual_clock: VirtualClock) -> None:
    async with looking(scene):
        seen = await shown(scene, virtual_clock, after_s=0.02)

    assert seen is not None
    assert seen.jpeg == b"jpeg"


@pytest.mark.anyio
async def test_a_source_that_hangs_delays_a_turn_for_a_moment_and_the_last_picture_is_shown(
    scene: Scene, virtual_clock: VirtualClock
) -> None:
    async with looking(scene, takes_s=30):
        seen = await shown(scene, virtual_clock)

    assert seen is not None
    assert (seen.jpeg, virtual_clock.now()) == (b"jpeg", 1.3)


@pytest.mark.anyio
async def test_what_must_not_be_seen_any_more_when_it_is_looked_for_is_not_shown(
    scene: Scene, virtual_clock: VirtualClock
) -> None:
    async with looking(scene, shows=False):
        assert await shown(scene, virtual_clock) is None


@pytest.mark.anyio
async def test_without_a_picture_fit_for_words_none_is_waited_for(scene: Scene) -> None:
    scene.see(frame(0.0))
    scene.hide()

    assert (await scene.told(CUE, sees=True, describe=in_words)).frame is None


@pytest.mark.anyio
async def test_a_look_at_the_same_picture_keeps_it_new_and_one_at_another_does_not(
    scene: Scene, virtual_clock: VirtualClock
) -> None:
    first = frame(0.0)
    scene.see(first)
    await virtual_clock.advance(4)
    scene.see(look(4.0, "s"))
    same = scene.newest
    scene.see(look(5.0, "other"))

    assert same == replace(first, at_s=4.0)
    assert scene.newest == same


@pytest.mark.anyio
async def test_a_picture_is_wanted_of_what_changed_every_five_seconds(scene: Scene) -> None:
    scene.see(frame(0.0))
    looks = [look(half / 2, "other") for half in range(1, 11)]
    wanted = [each.at_s for each in looks if scene.see(each) or scene.wants(each)]

    assert wanted == [5.0]


@pytest.mark.anyio
async def test_a_picture_is_wanted_at_once_after_it_was_dark(scene: Scene) -> None:
    scene.see(frame(0.0))
    scene.hide()

    assert scene.wants(look(0.5, "other"))


@pytest.mark.anyio
async def test_a_turn_is_shown_what_is_there_though_the_last_picture_is_too_old(
    scene: Scene, virtual_clock: VirtualClock
) -> None:
    scene.fresh_s = 2
    scene.see(frame(0.0))
    await virtual_clock.advance(4)
    scene.see(look(4.0, "other"))

    async with looking(scene):
        since_s = scene.want_look()
        await virtual_clock.advance(0.3)
        seen = await scene.wait_for_look(since_s)

    assert seen is not None
    assert (seen.jpeg, seen.at_s) == (b"of now", 4.0)
