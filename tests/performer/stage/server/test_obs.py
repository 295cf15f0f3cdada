"""Which of OBS's scenes is on air, as pages tell it."""

import logging
from pathlib import Path

import pytest

from performer.stage.protocol.messages import ObsScene
from tests.performer.stage.standing import page, standing


@pytest.mark.anyio
async def test_the_page_that_told_last_is_believed_until_the_last_one_is_gone(tmp_path: Path) -> None:
    async with standing(tmp_path) as house:
        async with page(house) as first:
            await first.say(ObsScene(name="Game"))
            await house.scenes.until("Game")
            async with house.peer(house.server.addresses.sound_url) as second:
                await second.say(ObsScene(name=" BRB "))
                await house.scenes.until("Game", "BRB")
            await house.scenes.until("Game", "BRB", "Game")
        await house.scenes.until("Game", "BRB", "Game", "")


@pytest.mark.anyio
async def test_a_window_is_in_no_obs(tmp_path: Path) -> None:
    async with standing(tmp_path) as house, house.peer(house.server.addresses.window_url) as window:
        await window.say(ObsScene(name="BRB"))

        code, reason = await window.goodbye()

    assert code == 1008
    assert reason == "A window client has no 'obs_scene' to say."
    assert house.scenes.told == []


@pytest.mark.anyio
async def test_no_page_can_fill_the_log_with_scenes(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    async with standing(tmp_path) as house, page(house) as it:
        await it.say(ObsScene(name="Game"))
        await house.scenes.until("Game")

    assert [each for each in caplog.records if each.name == "performer.stage.server.obs"] == []
