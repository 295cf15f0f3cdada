"""Every command line in the pages and in a help is run, or the table says why it is not, and what runs it instead."""

import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

import run
from performer.cli.main import cli
from performer.core.errors import PerformerError
from performer.core.files.home import CHECKOUT
from tests.docs.commands import lines_of_helps
from tests.docs.pages import fences
from tests.docs.test_commands import commands_of

NOT_HERE = {
    "run": "performs until Ctrl+C; tests/e2e/test_show.py",
    "pull": "downloads gigabytes; tests/performer/cli/models/test_download.py",
    "doctor": "tries every device; tests/e2e/test_doctor.py",
    "bench": "measures for minutes; tests/bench/test_commands.py",
    "replay": "plays in real time; tests/e2e/test_replay.py",
    "panel": "opens a browser; tests/performer/cli/commands/test_clients_panel.py",
    "desktop": "opens a window, of a show that it starts; tests/performer/cli/commands/test_desktop.py",
    "window": "opens a window; tests/performer/cli/commands/test_clients.py",
    "sound": "opens a sound device; tests/performer/cli/commands/test_clients.py",
    "mic --device": "listens until Ctrl+C; tests/performer/cli/commands/test_mic.py",
    "ears get": "downloads; tests/performer/speech/hearing/test_model_store.py",
    "ears enrol": "listens until it knows a voice; tests/performer/cli/commands/test_ears.py",
    "voice get": "downloads; tests/performer/cli/commands/test_voice.py",
    "mic --recognition": "listens until Ctrl+C; tests/sfx/microphone/test_main_words.py",
    "discord-io": "serves until Ctrl+C; tests/performer/cli/commands/test_discord_io.py",
    "mcp": "serves until its input ends; tests/performer/cli/commands/test_mcp.py and tests/e2e/test_mcp_serve.py",
    "models": "asks an Ollama; tests/performer/cli/commands/test_models.py",
    "guard score": "measures for minutes; tests/performer/cli/commands/test_guard.py",
    "add": "installs; tests/test_run.py and tests/performer/cli/commands/test_add.py",
    "test": "is this very suite; tests/test_run.py",
    "windows-check": "takes minutes; CI runs its short form, and tests/release/test_windows_check.py what it says",
    "installer": "takes minutes; tests/release/test_installer.py",
    "release": "takes minutes; tests/release/test_everything.py",
    "check": "is the style gate, which CI runs; tests/test_run.py",
    "docs": "builds the site, which CI runs; tests/docs/test_reference.py",
}
"""By the first words of a command: why it is not run here, and what runs it."""
OTHERS = "of another program, or a module whose own tests run it"
LACKS = ("No performer runs", "is not running", "is not installed", "there is no", "There is no")
"""What the commands say that need a running show, or a voice, where there is none."""
LINES = sorted({line for fence in fences("sh", "console") for line in commands_of(fence)} | set(lines_of_helps()))


def why_not(line: str) -> str:
    """Return why a line is not run here; empty when it is."""
    words = shlex.split(line)
    if words[1:2] != ["run.py"]:
        return OTHERS
    words, _ = run.asked(words[2:])
    first = "run" if not words or words[0].startswith("-") else words[0]
    return next((NOT_HERE[name] for name in (" ".join(words[:2]), first) if name in NOT_HERE), "")


@pytest.mark.parametrize("line", [line for line in LINES if not why_not(line)])
def test_a_command_runs_or_says_in_a_sentence_what_it_lacks(line: str, tmp_path: Path) -> None:
    given = tmp_path / "lines.txt"
    given.write_text("Well done, friend.\n", encoding="utf-8")
    samples = {"ID": "100000000000000001", "FILE": str(given), "more.txt": str(given), "-": str(given)}
    words = [samples.get(word, word) for word in shlex.split(line)[2:]]

    ran = CliRunner().invoke(
        cli, words, input="MTIz.abc.def\n", env={"PERFORMER_HOME": str(tmp_path / "home"), "COLUMNS": "200"}
    )

    if isinstance(ran.exception, PerformerError):
        assert any(part in str(ran.exception) for part in LACKS) or "Nothing was kept" in str(ran.exception)
    else:
        assert ran.exception is None or isinstance(ran.exception, SystemExit), ran.exception
        assert ran.exit_code == 0, ran.output


def test_the_table_names_tests_that_exist() -> None:
    told = [word.strip(",;") for why in NOT_HERE.values() for word in why.split() if word.startswith("tests/")]

    assert len(told) >= len(NOT_HERE)
    assert [each for each in told if not (CHECKOUT / each).exists()] == []


def test_the_table_names_no_command_that_no_page_shows() -> None:
    reasons = {why_not(line) for line in LINES}

    assert [name for name, why in NOT_HERE.items() if why not in reasons] == []
