"""The guard in a whole show: what it holds waits for the streamer, and the panel's address is told to nobody else."""

import json
from pathlib import Path

import pytest
from PIL import Image

from tests.e2e.performing import Performing, performing
from tests.systems import is_private

LINE = "What a plonk of a boss."


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_held_line_is_said_when_the_streamer_lets_it_go_and_its_text_is_nowhere_before(tmp_path: Path) -> None:
    home, script, dark = tmp_path / "home", tmp_path / "script.json", tmp_path / "dark"
    for folder in (home, dark):
        folder.mkdir()
    Image.new("RGB", (64, 36)).save(dark / "1.png")
    (home / "blocklist.txt").write_text("plonk\n", encoding="utf-8")
    script.write_text(json.dumps([{"text": LINE}]), encoding="utf-8")
    hold = {"PERFORMER_GUARD__ACTIONS__OWN": "hold"}
    options = ["--no-sound", "--voice", "silent", "--frames", f"clip:{dark}", "--model", f"scripted:{script}"]
    async with performing(home, *options, environment=hold) as it:
        await it.ask("react")
        stopped = await it.journalled("TextStopped")
        assert (stopped["number"], stopped["action"], stopped["where"]) == (1, "hold", "speech")
        await it.printed("(held for your yes by the guard: your list; #1 on the panel, for two minutes)")
        log = (await it.ask("guard.log"))["value"]
        assert (log[0]["fate"], log[0]["category"]) == ("held", "own")
        assert "plonk" not in json.dumps([log, it.lines]) + it.said
        assert (await it.ask("guard.text", number=1))["value"] == LINE

        assert (await it.ask("guard.release", number=1))["value"] == "it will be said next"
        await it.journalled("SpeechStarted", lambda line: line["text"] == LINE)
        assert (await it.ask("guard.drop", number=1))["error"].startswith("The stopped text 1 does not wait for a yes")
        _told_to_nobody_else(it)


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_dry_run_is_told_and_ended_while_the_show_goes_on(tmp_path: Path) -> None:
    dry = {"PERFORMER_PACING__TALKATIVENESS": "silent"}
    home = tmp_path / "home"
    home.mkdir()
    (home / "config.toml").write_text("[guard]\ndry_run = true\n", encoding="utf-8")
    (home / "blocklist.txt").write_text("plonk\n", encoding="utf-8")
    async with performing(home, "--no-sound", "--model", "understudy", environment=dry) as it:
        await it.printed("guard  dry run: it only reports")

        await it.ask("say", text=LINE)
        await it.journalled("SpeechStarted", lambda line: line["text"] == LINE)
        await it.printed(LINE)
        (told,) = (await it.ask("guard.log"))["value"]
        assert (told["where"], {*told["also"]}) == ("say", {"speech", "console", "panel"})

        answer = await it.ask("config.set", key="guard.dry_run", value=False)
        assert answer["value"].endswith("It holds now.")
        await it.journalled("GuardChanged", lambda line: not line["dry_run"])
        assert not (await it.ask("status"))["value"]["guard"]["dry_run"]


def _told_to_nobody_else(it: Performing) -> None:
    """Hold that the address of the panel lies in files that are the owner's alone, and is printed nowhere."""
    file = it.home / "panel.html"
    token = it.stage["tokens"]["control"]

    assert it.stage["panel_url"] in file.read_text(encoding="utf-8")
    assert is_private(file)
    assert f"panel  {file}" in it.said
    assert token not in it.said
