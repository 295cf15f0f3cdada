"""A running performer before a window that is none of its business, and in a scene it keeps quiet in."""

from pathlib import Path

import pytest

from tests.e2e.performing import performing
from tests.performer.agent.pause_triggers.test_x11 import vault
from tests.xvfb import xvfb


@pytest.mark.slow
@pytest.mark.anyio
async def test_before_a_listed_program_it_is_quiet_and_sees_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = {"PERFORMER_PAUSES__PROGRAMS": '["vault*"]', "PERFORMER_PAUSES__POLL_S": "0.2"}
    options = ["--no-sound", "--no-desktop", "--voice", "silent", "--model", "understudy", "--frames", "screen"]
    with xvfb("640x480") as display:
        monkeypatch.setenv("DISPLAY", display)
        async with performing(tmp_path / "home", *options, environment={**environment, "DISPLAY": display}) as it:
            await it.journalled("FrameSeen")
            with vault("my passwords"):
                paused = await it.journalled("Paused")
                seen = len(it.lines)
                await it.ask("say", text="I look away.")
                await it.journalled("SpeechEnded", lambda line: line["text"] == "I look away.")
                frames = [line for line in it.lines[seen:] if line["event"] == "FrameSeen"]
                status = (await it.ask("status"))["value"]
            await it.journalled("Resumed")
            await it.journalled("FrameSeen", after=len(it.lines))

    assert (paused["by"], paused["reason"]) == ("program", "a listed program is in front: vault*")
    assert frames == []
    assert status["pauses"] == {"program": "a listed program is in front: vault*"}
    assert "pauses program vault*" in it.said
    assert "(quiet: a listed program is in front: vault*)" in it.said
    assert "passwords" not in it.said


@pytest.mark.anyio
@pytest.mark.slow
async def test_in_a_listed_scene_it_is_quiet_until_another_is_on_air(tmp_path: Path) -> None:
    environment = {"PERFORMER_PAUSES__SCENES": '["brb"]'}
    async with performing(tmp_path / "home", "--no-sound", "--model", "understudy", environment=environment) as it:
        await it.ask("scene", name="BRB")
        paused = await it.journalled("Paused")
        await it.ask("scene", name="Game")
        resumed = await it.journalled("Resumed")

    assert (paused["by"], paused["reason"]) == ("scene", "OBS shows a scene that is listed: brb")
    assert resumed["by"] == "scene"
