"""A performer in a process and a home of its own."""

from pathlib import Path

import psutil
import pytest

from bench.speed.rig.show_process import connect, make_environment, start_show
from bench.speed.rig.token_server import TokenServer
from bench.speed.turn import make_tools
from performer.core.errors import ServiceError

pytestmark = pytest.mark.anyio
OPTIONS = ("--frames", "arcade", "--no-desktop", "--no-sound")
SETTINGS = {"PACING__TALKATIVENESS": "silent", "MODEL__MODE": "native"}


def test_an_environment_knows_its_own_home_and_no_setting_of_ours(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PERFORMER_MODEL__SPEC", "ollama")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")

    environment = make_environment(tmp_path, {"MODEL__MODE": "native"})

    ours = {name: value for name, value in environment.items() if name.startswith("PERFORMER_")}
    assert ours == {"PERFORMER_HOME": str(tmp_path), "PERFORMER_MODEL__MODE": "native"}
    assert "PYTHONDONTWRITEBYTECODE" not in environment


@pytest.mark.slow
async def test_it_has_the_tools_of_its_plug_ins() -> None:
    plugins = {"measure.py": make_tools(3)}
    async with (
        start_show("--model", "understudy", "--voice", "silent", *OPTIONS, plugins=plugins) as show,
        connect(show) as (control, _),
    ):
        listed = (await control.ask("tools.list"))["value"]

    assert {"measure_0", "measure_1", "measure_2"} <= {each["name"] for each in listed}


@pytest.mark.slow
async def test_a_line_is_answered_by_sentences_that_sound_at_the_client() -> None:
    async with (
        TokenServer(first_s=0, token_s=0) as server,
        start_show("--model", server.spec, *OPTIONS, settings=SETTINGS) as show,
        connect(show) as (control, client),
    ):
        answer = server.expect("mark1end", [["The", "crab", "waits"], ["It", "naps"]])
        await control.send("cue", kind="operator", text="Tell me about mark1end now.")
        came = await client.wait(answer.find_first_stop, 2)
        silent = await control.ask("hush")
        ended_at = await show.end()

    assert came[0].at <= came[1].at
    assert silent["ok"] is True
    assert show.began_at < show.ready_at < ended_at
    assert not psutil.pid_exists(show.pid)


@pytest.mark.slow
async def test_a_performer_that_ends_before_it_is_ready_is_an_error_with_its_words() -> None:
    with pytest.raises(ExceptionGroup) as raised:
        async with start_show("--frames", "nowhere"):
            pass

    assert raised.group_contains(ServiceError, match="is no source of pictures")
