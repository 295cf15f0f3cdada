"""OBS's scenes that have the show keep quiet."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import pytest

from performer.agent.pause_triggers.pauses import ScenePause
from performer.core.clock import Clock, SystemClock, VirtualClock
from tests.performer.agent.pause_triggers.asked import Asked


@asynccontextmanager
async def following(clock: Clock, asked: Asked, *scenes: str) -> AsyncIterator[ScenePause]:
    made = ScenePause(clock, lambda: scenes, asked)
    async with anyio.create_task_group() as tasks:
        await tasks.start(made.run)
        yield made
        tasks.cancel_scope.cancel()


@pytest.mark.anyio
async def test_a_listed_scene_pauses_and_another_lets_go(clock: SystemClock) -> None:
    asked = Asked()
    async with following(clock, asked, "BRB", "starting*") as scenes:
        scenes.show("Starting soon")
        await asked.until(lambda reasons: "scene" in reasons)
        reason = asked.reasons["scene"]
        scenes.show("Game")
        await asked.until(lambda reasons: not reasons)

    assert reason == "OBS shows a scene that is listed: starting*"


@pytest.mark.anyio
async def test_a_scene_that_is_not_known_any_more_pauses_nothing_even_under_a_star(clock: SystemClock) -> None:
    asked = Asked()
    async with following(clock, asked, "*") as scenes:
        scenes.show("BRB")
        await asked.until(lambda reasons: "scene" in reasons)
        scenes.show("")
        await asked.until(lambda reasons: not reasons)


class Counting(Asked):
    """Counts how often it is asked for anything."""

    def __init__(self) -> None:
        super().__init__()
        self.times = 0

    def _tell(self) -> None:
        self.times += 1
        super()._tell()


@pytest.mark.anyio
async def test_a_flood_of_scenes_is_looked_at_five_times_a_second_and_its_last_one_counts(
    virtual_clock: VirtualClock,
) -> None:
    asked = Counting()
    async with following(virtual_clock, asked, "BRB") as scenes:
        for number in range(1000):
            scenes.show("Game" if number % 2 else "BRB")
            await virtual_clock.advance(0.001)
        times = asked.times
        scenes.show("BRB")
        await virtual_clock.advance(0.2)

    assert times <= 6
    assert "scene" in asked.reasons
