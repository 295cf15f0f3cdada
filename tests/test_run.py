"""The one command: what its words mean, and what it does on a fresh machine and an odd one."""

import ast
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

import run
from performer.core.files.home import CHECKOUT
from requirements import hold, terminal
from tests.requirements.played_windows_lock import PlayedWindowsLock, play_windows_lock
from tests.small_checkout import as_python_3_10, small_checkout

SET_UP_FILES = [CHECKOUT / "run.py", *sorted((CHECKOUT / "requirements").glob("*.py"))]


@pytest.mark.parametrize(
    ("words", "job", "arguments"),
    [
        ([], "run", ["-m", "performer"]),
        (["--seconds", "30"], "run", ["-m", "performer", "--seconds", "30"]),
        (["run", "--no-sound"], "run", ["-m", "performer", "run", "--no-sound"]),
        (["say", "hello there"], "run", ["-m", "performer", "say", "hello there"]),
        (["test"], "test", ["-m", "pytest", "-m", "not slow", "-n", "2", "--dist", "loadfile"]),
        (["test", "-k", "guard"], "test", ["-m", "pytest", "-k", "guard"]),
        (["check"], "check", [".ci/check.py"]),
        (["check", "--fix"], "check", [".ci/check.py", "--fix"]),
        (["docs"], "docs", ["-m", "requirements.docs"]),
        (["docs", "--serve"], "docs", ["-m", "requirements.docs", "--serve"]),
        (["lock"], "check", ["requirements/lock.py"]),
        (["windows-check", "--short"], "release", ["-m", "release.windows_check", "--short"]),
        (["installer"], "release", ["-m", "release.installer"]),
        (["release"], "release", ["-m", "release.everything"]),
    ],
)
def test_words_lead_to_their_program(words: list[str], job: str, arguments: list[str]) -> None:
    assert run.read(words) == (job, arguments)


@pytest.mark.parametrize(
    ("words", "left", "with_system"),
    [
        (["add", "mic"], ["add", "mic"], True),
        (["--no-system"], [], False),
        (["--no-system", "add", "mic"], ["add", "mic"], False),
        (["add", "--no-system", "mic"], ["add", "mic"], False),
        (["run", "--seconds", "3", "--no-system"], ["run", "--seconds", "3"], False),
        (["--no-system", "--help"], ["--help"], False),
        (["say", "--", "--no-system"], ["say", "--", "--no-system"], True),
        (["--no-system", "say", "--", "--no-system"], ["say", "--", "--no-system"], False),
    ],
)
def test_to_leave_the_system_alone_stands_anywhere_before_the_words_of_others(
    words: list[str], left: list[str], *, with_system: bool
) -> None:
    assert run.asked(words) == (left, with_system)


@pytest.mark.parametrize(
    ("job", "absent", "ready"),
    [
        ("test", ["espeak-ng", "chromium"], {"test": ["espeak-ng", "chromium"], "run": ["espeak-ng"]}),
        ("test", [], {"test": [], "run": []}),
        ("test", None, {"test": None, "run": None}),
        ("check", [], {"check": []}),
    ],
)
def test_with_its_tests_the_show_is_set_up_too(
    job: str, absent: list[str] | None, ready: dict[str, list[str] | None]
) -> None:
    assert run.name_ready(job, absent) == ready


def test_help_is_given_before_anything_is_set_up(tmp_path: Path) -> None:
    checkout = small_checkout(tmp_path)

    said = subprocess.run([sys.executable, "run.py", "--help"], cwd=checkout, capture_output=True, text=True)

    assert f"{terminal.START} test" in said.stdout
    assert said.stderr == ""
    assert not (checkout / ".venv").exists()


@pytest.mark.parametrize(("system", "command"), [("nt", "py run.py"), ("posix", "python3 run.py")])
def test_help_names_the_command_that_the_system_has(
    system: str, command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "START", terminal.find_start(system))

    run.print_help()

    told = capsys.readouterr().out
    assert [each for each in re.findall(r"\S+ run\.py", told) if each.strip("`") != command] == []
    assert f"{command} WORD ...          say, hush" in told
    assert "\n" + " " * len(f"{command} WORD ...          ") + "errands" in told


@pytest.mark.parametrize("file", SET_UP_FILES, ids=lambda file: file.name)
def test_the_set_up_needs_the_standard_library_only(file: Path) -> None:
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}

    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names | {"requirements"}


@pytest.mark.parametrize("file", [each for each in SET_UP_FILES if each.name != "lock.py"], ids=lambda file: file.name)
def test_an_older_python_can_read_the_set_up(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"), feature_version=(3, 8))

    imports = [node.module for node in tree.body if isinstance(node, ast.ImportFrom)]
    assert not imports or imports[0] == "__future__"  # or `X | None` would be evaluated


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> PlayedWindowsLock:
    """Have run.py lock as on Windows."""
    return play_windows_lock(monkeypatch)


def test_a_lock_that_is_refused_to_its_own_holder_as_on_windows_is_asked_for_no_second_time(
    windows: PlayedWindowsLock, capsys: pytest.CaptureFixture[str]
) -> None:
    with run.only_one():
        assert windows.answers == [True]
    assert capsys.readouterr().err == ""


def test_a_lock_of_another_start_is_asked_for_until_it_is_granted(
    windows: PlayedWindowsLock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = hold.grab(terminal.ROOT)
    assert other is not None

    def wait(_seconds: float) -> None:
        if len(windows.answers) == 3:
            os.close(other)

    monkeypatch.setattr(time, "sleep", wait)

    with run.only_one():
        assert windows.answers == [True, False, False, True]
    assert capsys.readouterr().err.count("another start is setting up") == 1


def test_a_wrong_python_says_which_ones_are_right(tmp_path: Path) -> None:
    checkout = small_checkout(tmp_path)

    said = as_python_3_10(checkout, tmp_path / "nothing")

    assert said.returncode == 1
    assert re.fullmatch(r"  stopped  Python 3.11, 3.12 or 3.13 is needed, this is 3.10.13: .+\n", said.stderr)
