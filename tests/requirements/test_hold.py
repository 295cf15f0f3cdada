"""The lock of the set-up: one holds it at a time, and what it starts holds it on."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from requirements.hold import grab, pass_on
from tests.requirements.played_windows_lock import play_windows_lock

HOLDS_ON = """
import subprocess, sys
from pathlib import Path
from requirements.hold import grab, pass_on
lock = grab(Path(sys.argv[1]))
child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=sys.stdin, **pass_on(lock))
print(child.pid, flush=True)
child.wait()
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "run.py").touch()
    return tmp_path


def test_nobody_gets_it_twice_until_it_is_closed(root: Path) -> None:
    lock = grab(root)
    assert lock is not None
    assert grab(root) is None

    os.close(lock)
    again = grab(root)
    assert again is not None
    os.close(again)


def test_what_was_started_holds_it_on_when_its_parent_was_killed(root: Path) -> None:
    command = [sys.executable, "-c", HOLDS_ON, str(root)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as start:
        assert start.stdout is not None
        assert start.stdin is not None
        start.stdout.readline()
        start.kill()
        start.wait()

        assert grab(root) is None
        start.stdin.close()
        start.stdout.read()  # it ends when nobody has it open any more
    lock = grab(root)
    assert lock is not None
    os.close(lock)


@pytest.fixture
def waited_s(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Keep the seconds that are waited, in no time."""
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    return waited


def test_on_windows_access_that_is_denied_for_a_moment_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, root: Path, waited_s: list[float]
) -> None:
    play_windows_lock(monkeypatch).denials = 3

    lock = grab(root)

    assert lock is not None
    assert len(waited_s) == 3
    os.close(lock)


def test_on_windows_a_folder_that_may_not_be_written_is_named_and_nobody_waits_for_ever(
    monkeypatch: pytest.MonkeyPatch, root: Path, waited_s: list[float]
) -> None:
    play_windows_lock(monkeypatch).denials = 1_000_000

    with pytest.raises(OSError, match=re.escape(f"nothing may be written in {root}: ")) as error:
        grab(root)

    assert error.value.errno is None, "run.py prints it as it is"
    assert sum(waited_s) < 5


def test_on_windows_its_handle_alone_is_inherited(monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
    windows = play_windows_lock(monkeypatch)
    monkeypatch.setattr(subprocess, "STARTUPINFO", lambda **words: SimpleNamespace(**words), raising=False)
    lock = grab(root)
    assert lock is not None

    started = pass_on(lock, "win32")["startupinfo"]

    assert started.lpAttributeList == {"handle_list": [lock]}
    assert windows.inheritable == [lock]
    os.close(lock)
