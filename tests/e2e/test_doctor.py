"""The doctor from the command line, with and without a show."""

import json
import sys
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import anyio
import pytest

from performer.core.files.home import CHECKOUT
from tests.e2e.performing import clean_environment, performing
from tests.fakes.ollama import FakeOllama
from tests.fakes.ollama_wire import Reply

SMALL = {
    "PERFORMER_MODEL__SPEC": "understudy",
    "PERFORMER_FRAMES__SOURCE": "arcade",
    "PERFORMER_SOUND__ENABLED": "false",
    "PERFORMER_VOICE__ENGINE": "silent",
    "DISCORD_TOKEN": "",
}
PARTS = [
    "home",
    "stage",
    "screen",
    "ocr",
    "window",
    "voice",
    "sound",
    "mic",
    "pauses",
    "memory",
    "schedule",
    "discord",
    "words",
    "model",
]


async def doctor(home: Path, *options: str, **variables: str) -> tuple[int, str]:
    """Call the doctor; give back its exit code and its words."""
    done = await anyio.run_process(
        [sys.executable, "-m", "performer", "doctor", *options],
        env=clean_environment(home, {**SMALL, **variables}),
        cwd=CHECKOUT,
        check=False,
    )
    return done.returncode, (done.stdout + done.stderr).decode()


def parts(told: dict[str, Any]) -> list[str]:
    return list(dict.fromkeys(each["part"] for each in told["findings"]))


@pytest.mark.anyio
@pytest.mark.slow
async def test_all_that_is_wanted_works_and_the_exit_code_says_so(tmp_path: Path) -> None:
    code, words = await doctor(tmp_path / "home", "--json")
    told = json.loads(words)

    assert (code, told["ok"]) == (0, True)
    assert parts(told) == PARTS
    assert {each["state"] for each in told["findings"]} <= {"ok", "warning", "skipped"}


@pytest.mark.anyio
async def test_what_does_not_work_is_told_with_its_remedy_and_fails(tmp_path: Path) -> None:
    code, words = await doctor(tmp_path / "home", PERFORMER_MODEL__SPEC="ollama", PERFORMER_FRAMES__SOURCE="auto")

    assert code == 1
    assert "failed   screen picture" in words
    assert "failed   model answers       no Ollama at http://127.0.0.1:9" in words
    assert all(len(line) <= 80 for line in words.splitlines() if not {"/", "\\"} & {*line})


@pytest.mark.slow
@pytest.mark.parametrize("lines", [1, 4, 12])
def test_it_ends_quietly_when_nobody_reads_any_longer(tmp_path: Path, lines: int) -> None:
    environment = clean_environment(tmp_path / "home", {**SMALL, "PERFORMER_GUARD__WORDS_FILE": "gone.txt"})
    command = [sys.executable, "-m", "performer", "doctor"]
    with Popen(command, stdout=PIPE, stderr=PIPE, env=environment, cwd=CHECKOUT) as doctor:
        assert doctor.stdout is not None
        for _ in range(lines):
            doctor.stdout.readline()
        doctor.stdout.close()

        _, errors = doctor.communicate(timeout=60)

    assert (doctor.returncode, errors) == (1, b"")


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_models_words_are_told_without_what_is_blocked(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "blocklist.txt").write_text("plonk\n", encoding="utf-8")
    async with FakeOllama(default=lambda _: Reply(text="A pl0nk with marmalade.")) as ollama:
        code, words = await doctor(home, PERFORMER_MODEL__SPEC="ollama", PERFORMER_MODEL__URL=ollama.url)

    assert code == 1
    assert "it said 'A ●●● with marmalade.'" in " ".join(words.split())
    assert "pl0nk" not in words


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_block_list_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    code, words = await doctor(tmp_path / "home", PERFORMER_GUARD__WORDS_FILE=str(tmp_path / "gone.txt"))

    assert code == 1
    assert "failed   guard lists" in words


@pytest.mark.anyio
@pytest.mark.slow
async def test_a_broken_configuration_hides_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[stage", encoding="utf-8")

    code, words = await doctor(tmp_path, "--json")
    told = json.loads(words)

    assert code == 1
    assert parts(told) == PARTS
    assert next(each for each in told["findings"] if each["name"] == "config")["state"] == "failed"


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_running_show_is_asked_and_goes_on(tmp_path: Path) -> None:
    async with performing(tmp_path / "home", "--no-sound", environment=SMALL) as it:
        await it.journalled("FrameSeen")

        code, words = await doctor(it.home, "--json")

        assert (await it.ask("status"))["ok"]
        stage = it.stage
    told = json.loads(words)

    found = {(each["part"], each["name"]): each for each in told["findings"]}
    assert code == 0, words
    assert found["show", "is on"]["state"] == "ok"
    assert str(stage["port"]) in found["stage", "answers"]["found"]
    assert not any(token in words for token in stage["tokens"].values())
