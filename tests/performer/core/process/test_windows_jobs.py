"""The jobs of Windows: programs end with us, and with all that they have started."""

import ctypes
import subprocess
import sys
from typing import Any

import pytest

from performer.core.process.windows_jobs import WindowsJobs

SYNCHRONIZE = 0x100000
STARTS_ANOTHER = """
import subprocess, sys
other = subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE)
print(other.pid, flush=True)
other.wait()
"""
BREAKS_OFF = f"""
import os, subprocess, sys
from performer.core.process.windows_jobs import WindowsJobs
jobs = WindowsJobs()
command = [sys.executable, "-c", {STARTS_ANOTHER!r}]
process = subprocess.Popen(command, stdout=subprocess.PIPE, creationflags=jobs.creation_flags)
jobs.add(process.pid, jobs.make_mark())
print(process.pid, int(process.stdout.readline()), flush=True)
sys.stdin.read()
"""


class Watched:
    """A process by its handle, which tells of its end whatever has its number then."""

    def __init__(self, pid: int) -> None:
        self._kernel: Any = getattr(ctypes, "WinDLL")("kernel32")  # noqa: B009  only Windows has it
        self._kernel.OpenProcess.restype = ctypes.c_void_p
        self._kernel.WaitForSingleObject.argtypes = (ctypes.c_void_p, ctypes.c_uint32)
        self._handle = self._kernel.OpenProcess(SYNCHRONIZE, False, pid)
        assert self._handle

    def has_ended(self, within_ms: int) -> bool:
        return int(self._kernel.WaitForSingleObject(self._handle, within_ms)) == 0


@pytest.mark.skipif(sys.platform != "win32", reason="Windows alone has jobs")
def test_a_kill_of_ours_ends_programs_and_what_they_have_started() -> None:
    command = [sys.executable, "-c", BREAKS_OFF]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as show:
        assert show.stdout is not None
        watched = [Watched(int(each)) for each in show.stdout.readline().split()]
        assert not any(each.has_ended(0) for each in watched)
        show.kill()

        assert all(each.has_ended(10_000) for each in watched)


@pytest.mark.skipif(sys.platform != "win32", reason="Windows alone has jobs")
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
