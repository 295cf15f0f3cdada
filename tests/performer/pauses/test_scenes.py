"""OBS's scenes that have the show keep quiet."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import pytest

from performer.pauses.scenes import ScenePause
from tests.performer.pauses.asked import Asked


@asynccontextmanager
async def following(asked: Asked, *scenes: str) -> AsyncIterator[ScenePause]:
    made = ScenePause(scenes, asked)
    async with anyio.create_task_group() as tasks:
        await tasks.start(made.run)
        yield made
        tasks.cancel_scope.cancel()


@pytest.mark.anyio
async def test_a_listed_scene_pauses_and_another_lets_go() -> None:
    asked = Asked()
    async with following(asked, "BRB", "starting*") as scenes:
        scenes.show("Starting soon")
        await asked.until(lambda reasons: "scene" in reasons)
        reason = asked.reasons["scene"]
        scenes.show("Game")
        await asked.until(lambda reasons: not reasons)

    assert reason == "OBS shows a scene that is listed: starting*"


@pytest.mark.anyio
async def test_a_scene_that_is_not_known_any_more_pauses_nothing_even_under_a_star() -> None:
    asked = Asked()
    async with following(asked, "*") as scenes:
        scenes.show("BRB")
        await asked.until(lambda reasons: "scene" in reasons)
        scenes.show("")
        await asked.until(lambda reasons: not reasons)
