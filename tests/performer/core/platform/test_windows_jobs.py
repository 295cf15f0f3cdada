"""The jobs of Windows: programs end with us, and with all that they have started."""

import ast
import ctypes
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

import pytest

from performer.core.files.home import CHECKOUT
from performer.core.platform.windows_jobs import WindowsJobs
from tests.performer.core.platform.played_windows import PlayedWindows, play_windows
from tests.systems import windows_only

SYNCHRONIZE, TERMINATE = 0x100000, 0x1
STARTS_ANOTHER = """
import subprocess, sys
other = subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE)
print(other.pid, flush=True)
other.wait()
"""
LEAVES_ANOTHER = """
import subprocess, sys
other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], stdout=subprocess.DEVNULL)
print(other.pid, flush=True)
sys.stdin.read()
"""
BREAKS_OFF = f"""
import os, subprocess, sys
from performer.core.platform.windows_jobs import WindowsJobs
jobs = WindowsJobs()
command = [sys.executable, "-c", {STARTS_ANOTHER!r}]
process = subprocess.Popen(command, stdout=subprocess.PIPE, creationflags=jobs.creation_flags)
jobs.add(process.pid, jobs.make_mark())
print(process.pid, int(process.stdout.readline()), flush=True)
sys.stdin.read()
"""
_FOLDERS = ("performer", "overlay", "sfx", "tts", "asr", "desktop")
_STARTERS = {"subprocess.Popen", "subprocess.run", "anyio.open_process", "anyio.run_process"}
_WITHOUT_FLAGS = {
    "desktop/panel_process.py": "the window of the show's own, whose console is never seen",
    "performer/agent/pause_triggers/macos.py": "macOS alone",
    "performer/cli/commands/clients.py": "it shares the terminal of the person who began it",
    "performer/core/process/leftovers.py": "macOS alone",
    "performer/core/process/process_groups.py": "POSIX alone",
    "performer/doctor/desktop.py": "X11 alone",
}


class Watched:
    """A process by its handle, which tells of its end whatever has its number then."""

    def __init__(self, pid: int) -> None:
        self._kernel: Any = getattr(ctypes, "WinDLL")("kernel32")  # noqa: B009  only Windows has it
        self._kernel.OpenProcess.restype = ctypes.c_void_p
        self._kernel.WaitForSingleObject.argtypes = (ctypes.c_void_p, ctypes.c_uint32)
        self._kernel.TerminateProcess.argtypes = (ctypes.c_void_p, ctypes.c_uint32)
        self._handle = self._kernel.OpenProcess(SYNCHRONIZE | TERMINATE, False, pid)
        assert self._handle

    def has_ended(self, within_ms: int) -> bool:
        return int(self._kernel.WaitForSingleObject(self._handle, within_ms)) == 0

    def end(self) -> None:
        self._kernel.TerminateProcess(self._handle, 0)


@windows_only("Windows alone has jobs")
def test_a_kill_of_ours_ends_programs_and_what_they_have_started() -> None:
    command = [sys.executable, "-c", BREAKS_OFF]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as show:
        assert show.stdout is not None
        watched = [Watched(int(each)) for each in show.stdout.readline().split()]
        assert not any(each.has_ended(0) for each in watched)
        show.kill()

        assert all(each.has_ended(10_000) for each in watched)


@windows_only("Windows alone has jobs")
def test_a_program_is_killed_with_what_it_has_started() -> None:
    jobs = WindowsJobs()
    command = [sys.executable, "-c", STARTS_ANOTHER]
    with subprocess.Popen(command, stdout=subprocess.PIPE, creationflags=jobs.creation_flags) as process:
        jobs.add(process.pid, jobs.make_mark())
        assert process.stdout is not None
        other = Watched(int(process.stdout.readline()))

        assert jobs.kill(process.pid)
        assert other.has_ended(10_000)
        jobs.remove(process.pid)


@windows_only("Windows alone has jobs")
@pytest.mark.parametrize("keeps_children", [True, False])
def test_what_is_no_part_of_the_show_outlives_the_program_that_has_started_it(keeps_children: bool) -> None:
    jobs = WindowsJobs()
    command, pipe = [sys.executable, "-c", LEAVES_ANOTHER], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, creationflags=jobs.creation_flags) as tray:
        jobs.add(tray.pid, jobs.make_mark(), keeps_children=keeps_children)
        assert tray.stdout is not None
        browser = Watched(int(tray.stdout.readline()))

        jobs.end_all()

        tray.wait(10)
        assert browser.has_ended(10_000 if keeps_children else 500) is keeps_children
        browser.end()


@dataclass
class SetLimits:
    """The limits that a job got."""

    flags: int
    process_memory: int


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> PlayedWindows:
    return play_windows(monkeypatch)


def note_limits(windows: PlayedWindows) -> list[SetLimits]:
    """Give the list to which the limits of each job come."""
    noted: list[SetLimits] = []

    def set_limits(_job: int, kind: int, limits: Any, size: int) -> int:
        assert (kind, size) == (9, 144)
        noted.append(SetLimits(limits._obj.basic.flags, limits._obj.process_memory))
        return 1

    windows.answer("kernel32", SetInformationJobObject=set_limits)
    return noted


def test_a_job_ends_with_its_handle_and_limits_the_memory_where_that_is_wished(windows: PlayedWindows) -> None:
    limits, jobs = note_limits(windows), WindowsJobs()
    jobs.add(11, {})
    jobs.add(12, {}, most_memory=700_000_000)

    assert limits == [SetLimits(0x2000, 0), SetLimits(0x2000 | 0x100, 700_000_000)]


def test_what_a_program_starts_leaves_its_job_where_that_is_wished(windows: PlayedWindows) -> None:
    limits, jobs = note_limits(windows), WindowsJobs()
    jobs.add(11, {}, keeps_children=False)

    assert limits == [SetLimits(0x2000 | 0x1000, 0)]


def test_a_program_that_cannot_be_opened_is_no_success_for_it_would_wait_for_ever(windows: PlayedWindows) -> None:
    windows.answer("kernel32", OpenProcess=lambda *_: None)

    with pytest.raises(OSError, match="Windows refuses"):
        WindowsJobs().add(11, {})


def test_a_program_that_does_not_go_on_is_told_and_its_job_ends_it(windows: PlayedWindows) -> None:
    windows.answer("kernel32", CreateJobObjectW=lambda *_: 100)
    windows.answer("ntdll", NtResumeProcess=lambda *_: -0x3FFFFFDE)
    jobs = WindowsJobs()

    with pytest.raises(OSError, match="program 11 does not go on: status 0xc0000022"):
        jobs.add(11, {})

    assert (100,) in windows.called("CloseHandle")
    assert not jobs.kill(11)


def test_a_program_without_a_job_goes_on_all_the_same_and_that_is_told(
    windows: PlayedWindows, caplog: pytest.LogCaptureFixture
) -> None:
    windows.answer("kernel32", AssignProcessToJobObject=lambda *_: 0)
    jobs = WindowsJobs()
    jobs.add(11, {})

    assert len(windows.called("NtResumeProcess")) == 1
    assert not jobs.kill(11)
    assert "may outlive the show" in caplog.text
    caplog.clear()


def test_each_job_is_ended_and_closed_once(windows: PlayedWindows) -> None:
    handles = iter((100, 200))
    windows.answer("kernel32", CreateJobObjectW=lambda *_: next(handles))
    jobs = WindowsJobs()
    for pid in (11, 12):
        jobs.add(pid, {})

    assert jobs.kill(11)
    jobs.remove(11)
    jobs.remove(11)
    jobs.end_all()
    assert windows.called("TerminateJobObject") == [(100, 1)]
    assert [job for (job,) in windows.called("CloseHandle") if job in {100, 200}] == [100, 200]


def test_a_program_begins_suspended_in_a_group_of_its_own_and_no_console_flashes_up() -> None:
    assert WindowsJobs.creation_flags == 0x4 | 0x200 | 0x08000000


def test_a_program_is_started_with_flags_of_windows_but_where_it_shares_a_console() -> None:
    files = [file for folder in _FOLDERS for file in sorted((CHECKOUT / folder).rglob("*.py"))]
    without = {
        file.relative_to(CHECKOUT).as_posix()
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in _STARTERS
        if "creationflags" not in {each.arg for each in node.keywords}
    }

    assert without == set(_WITHOUT_FLAGS)
