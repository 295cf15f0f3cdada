"""Windows: each program stands in a job of its own, which ends with the last handle on it: with us, however we end.

A program begins suspended, so that it has started nothing before it stands in its job.
"""

import ctypes
import errno
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from performer.core.platform.windows_api import BasicLimits, ExtendedLimits, load, make_error

_log = logging.getLogger(__name__)

_SUSPENDED: Final = 0x4
NEW_GROUP: Final = 0x200
"""So that Ctrl+C in the console is ours to handle."""
NO_WINDOW: Final = 0x08000000
"""Else a show without a console has one flash up for each program."""
_KILL_ON_JOB_CLOSE: Final = 0x2000
_SILENT_BREAKAWAY_OK: Final = 0x1000
"""What a process of the job starts stands in no job."""
_PROCESS_MEMORY: Final = 0x0100
_EXTENDED_LIMITS: Final = 9
_RIGHTS: Final = 0x0001 | 0x0100 | 0x0800
"""Of a process: to end it, to put it into a job, and to let it go on."""
_ENDED: Final = 1
"""The code of a process that was ended."""


class WindowsJobs:
    """The jobs of the programs under way, each by the number of its first process."""

    creation_flags = _SUSPENDED | NEW_GROUP | NO_WINDOW

    def __init__(self) -> None:
        self._jobs: dict[int, int] = {}
        """The handles of the jobs."""

    def make_mark(self) -> Mapping[str, str]:
        """None is needed: nothing is left that had to be told from others."""
        return {}

    def add(self, pid: int, _mark: Mapping[str, str], *, most_memory: int = 0, keeps_children: bool = True) -> None:
        """Put a program into a job of its own, which may limit the memory of each process in it, and let it go on.

        Raises:
            OSError: when Windows does not let it go on; it has done nothing yet, and never will.
        """
        kernel = load("kernel32")
        process = kernel.OpenProcess(_RIGHTS, False, pid)
        if not process:
            raise make_error()
        try:
            job = _make_job(kernel, most_memory, keeps_children=keeps_children)
            if job and kernel.AssignProcessToJobObject(job, process):
                self._jobs[pid] = job
            else:
                _log.warning("What the program %d starts may outlive the show: Windows takes it into no job.", pid)
                _close(kernel, job)
            if (status := load("ntdll").NtResumeProcess(process)) < 0:
                self.remove(pid)
                raise OSError(errno.EIO, f"program {pid} does not go on: status {status & 0xFFFFFFFF:#x}")
        finally:
            kernel.CloseHandle(process)

    def kill(self, pid: int) -> bool:
        """End all programs of a job; False: it has none."""
        job = self._jobs.get(pid)
        return job is not None and bool(load("kernel32").TerminateJobObject(job, _ENDED))

    def end_strays(self, pid: int) -> None:
        """Nothing leaves its job."""

    def remove(self, pid: int) -> None:
        """Close a job, at which all that is left in it ends."""
        if job := self._jobs.pop(pid, None):
            load("kernel32").CloseHandle(job)

    def end_all(self) -> None:
        """Close every job."""
        for pid in [*self._jobs]:
            self.remove(pid)

    def record_in(self, file: Path) -> None:
        """Nothing is left that the next start had to end."""


def _make_job(kernel: Any, most_memory: int, *, keeps_children: bool) -> int:
    """Return the handle of a job that ends with it; 0 where there is none to be had."""
    flags = _KILL_ON_JOB_CLOSE | (_PROCESS_MEMORY if most_memory else 0)
    flags |= 0 if keeps_children else _SILENT_BREAKAWAY_OK
    limits = ExtendedLimits(basic=BasicLimits(flags=flags), process_memory=most_memory)
    job = int(kernel.CreateJobObjectW(None, None) or 0)
    if job and kernel.SetInformationJobObject(job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)):
        return job
    _close(kernel, job)
    return 0


def _close(kernel: Any, job: int) -> None:
    if job:
        kernel.CloseHandle(job)
