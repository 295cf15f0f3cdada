"""The program as a whole, in a process of its own."""

import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Final

import pytest

from performer.core.files.home import CHECKOUT
from tests.systems import posix_only


def run_program(home: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run the program with a home, and return how it ended and what it said."""
    surroundings = {**os.environ, "PERFORMER_HOME": str(home), **environment}
    command = [sys.executable, "-m", "performer", *words]
    return subprocess.run(command, cwd=CHECKOUT, env=surroundings, capture_output=True, timeout=50)


@pytest.mark.parametrize("words", [(), ("--seconds", "1")], ids=["nothing", "its options alone"])
def test_without_a_command_a_show_begins(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "config.toml").write_text("[stage]\nprot = 1\n", encoding="utf-8")

    ran = run_program(tmp_path, *words)

    assert ran.returncode == 1
    assert b"'stage.prot'" in ran.stderr


def test_its_version_is_told(tmp_path: Path) -> None:
    ran = run_program(tmp_path, "--version")

    assert ran.returncode == 0
    assert ran.stdout.decode().strip() == version("stream-performer")


def test_an_output_that_knows_few_letters_gets_a_sign_in_place_of_the_others(tmp_path: Path) -> None:
    home = tmp_path / "schöne Größe"

    ran = run_program(home, "tokens", PYTHONIOENCODING="ascii")

    assert ran.returncode == 0, ran.stderr
    assert b"sch?ne Gr??e" in ran.stdout


HEAVY: Final = {
    *(
        "aiohttp",
        "anyio.streams",
        "asyncio",
        "discord",
        "httpx2",
        "jsonschema",
        "mcp",
        "PIL",
        "pydantic",
        "pydantic_core",
    ),
    *("rapidfuzz", "rich", "sqlite3", "performer.config", "performer.guard", "performer.models", "performer.stage"),
}
"""Libraries and parts of ours that take longer to load than a short command takes as a whole."""
LOADED: Final = """
import json, sys
from performer.cli.program import main
try:
    main()
finally:
    print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""


def list_loaded(home: Path, *words: str) -> set[str]:
    """Return all modules that the program has loaded when it has done what the words ask for."""
    surroundings = {**os.environ, "PERFORMER_HOME": str(home)}
    command = [sys.executable, "-c", LOADED, *words]
    ran = subprocess.run(command, cwd=CHECKOUT, env=surroundings, capture_output=True, timeout=50, check=False)
    return set(json.loads(ran.stderr.splitlines()[-1]))


@pytest.mark.parametrize("word", ["--help", "hush", "react", "status"])
def test_short_commands_load_nothing_that_takes_longer_than_they_do(tmp_path: Path, word: str) -> None:
    assert list_loaded(tmp_path, word) & HEAVY == set()


@pytest.mark.parametrize("word", ["hush", "status"])
def test_plain_orders_are_given_without_reading_a_command_line(tmp_path: Path, word: str) -> None:
    assert "typer" not in list_loaded(tmp_path, word)


@pytest.mark.parametrize("word", ["hush", "react", "status"])
def test_plain_orders_end_as_those_with_words_do(tmp_path: Path, word: str) -> None:
    plain, with_words = run_program(tmp_path, word), run_program(tmp_path, "pause")

    assert (plain.returncode, plain.stdout, plain.stderr) == (1, b"", with_words.stderr)
    assert plain.stderr.startswith(b"No performer runs in ")


WITHOUT_CONSOLE: Final = """
import sys
from performer.__main__ import main
sys.stdin = sys.stdout = sys.stderr = None
sys.argv = ["performer", *sys.argv[1:]]
main()
"""
"""As pythonw.exe of Windows starts a program."""


def run_without_console(home: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    surroundings = {**os.environ, "PERFORMER_HOME": str(home), "OLLAMA_HOST": "127.0.0.1:9"}
    command = [sys.executable, "-c", WITHOUT_CONSOLE, *words]
    return subprocess.run(command, cwd=CHECKOUT, env=surroundings, capture_output=True, timeout=100)


@pytest.mark.slow
def test_a_show_without_a_console_performs_and_keeps_its_log(tmp_path: Path) -> None:
    ran = run_without_console(tmp_path, "run", "--seconds", "2", "--no-desktop", "--no-sound", "--port", "0")

    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")
    log = (tmp_path / "logs" / "performer.log").read_text(encoding="utf-8")
    assert "brain is down" in log
    assert '"error"' not in log


@posix_only("Windows shows a window then, which somebody must close")
def test_a_program_without_a_console_ends_with_its_code(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[stage]\nprot = 1\n", encoding="utf-8")

    assert run_without_console(tmp_path, "run").returncode == 1
