"""Windows: each program stands in a job of its own, which ends with the last handle on it: with us, however we end.

A program begins suspended, so that it has started nothing before it stands in its job.
"""

import ctypes
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Final

_log = logging.getLogger(__name__)

_SUSPENDED: Final = 0x4
_NEW_PROCESS_GROUP: Final = 0x200
"""So that Ctrl+C in the console is ours to handle."""
_NO_WINDOW: Final = 0x08000000
"""Else a show without a console has one flash up for each program."""
_KILL_ON_JOB_CLOSE: Final = 0x2000
_EXTENDED_LIMITS: Final = 9
_RIGHTS: Final = 0x0001 | 0x0100 | 0x0800
"""Of a process: to end it, to put it into a job, and to let it go on."""
_ENDED: Final = 1
"""The code of a process that was ended."""


class WindowsJobs:
    """The jobs of the programs under way, each by the number of its first process."""

    creation_flags = _SUSPENDED | _NEW_PROCESS_GROUP | _NO_WINDOW

    def __init__(self) -> None:
        self._jobs: dict[int, int] = {}
        """The handles of the jobs."""

    def make_mark(self) -> Mapping[str, str]:
        """None is needed: nothing is left that had to be told from others."""
        return {}

    def add(self, pid: int, _mark: Mapping[str, str]) -> None:
        """Put a program into a job of its own, and let it go on."""
        kernel = _load("kernel32")
        process = kernel.OpenProcess(_RIGHTS, False, pid)
        if not process:
            return
        try:
            job = _make_job(kernel)
            if job and kernel.AssignProcessToJobObject(job, process):
                self._jobs[pid] = job
            else:
                _log.warning("What the program %d starts may outlive the show: Windows takes it into no job.", pid)
                kernel.CloseHandle(job)
            _load("ntdll").NtResumeProcess(process)
        finally:
            kernel.CloseHandle(process)

    def kill(self, pid: int) -> bool:
        """End all programs of a job; False: it has none."""
        job = self._jobs.get(pid)
        return job is not None and bool(_load("kernel32").TerminateJobObject(job, _ENDED))

    def end_strays(self, pid: int) -> None:
        """Nothing leaves its job."""

    def remove(self, pid: int) -> None:
        """Close a job, at which all that is left in it ends."""
        if job := self._jobs.pop(pid, None):
            _load("kernel32").CloseHandle(job)

    def end_all(self) -> None:
        """Close every job."""
        for pid in [*self._jobs]:
            self.remove(pid)

    def record_in(self, file: Path) -> None:
        """Nothing is left that the next start had to end."""


class _BasicLimits(ctypes.Structure):
    _fields_: ClassVar = [
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("least_working_set", ctypes.c_size_t),
        ("most_working_set", ctypes.c_size_t),
        ("processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority", ctypes.c_uint32),
        ("scheduling", ctypes.c_uint32),
    ]


class _ExtendedLimits(ctypes.Structure):
    _fields_: ClassVar = [
        ("basic", _BasicLimits),
        ("io_counts", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process_memory", ctypes.c_size_t),
        ("peak_job_memory", ctypes.c_size_t),
    ]


def _make_job(kernel: Any) -> int:
    """Return the handle of a job that ends with it; 0 where there is none to be had."""
    limits = _ExtendedLimits(basic=_BasicLimits(flags=_KILL_ON_JOB_CLOSE))
    job = int(kernel.CreateJobObjectW(None, None) or 0)
    if job and kernel.SetInformationJobObject(job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)):
        return job
    kernel.CloseHandle(job)
    return 0


def _load(name: str) -> Any:
    """Load a library of the system, with handles as they are: as wide as a pointer."""
    library = getattr(ctypes, "WinDLL")(name, use_last_error=True)  # noqa: B009  only Windows has it
    handle = ctypes.c_void_p
    if name == "ntdll":
        library.NtResumeProcess.argtypes = (handle,)
        return library
    library.OpenProcess.restype = library.CreateJobObjectW.restype = handle
    library.OpenProcess.argtypes = (ctypes.c_uint32, ctypes.c_int, ctypes.c_uint32)
    library.CreateJobObjectW.argtypes = (handle, ctypes.c_wchar_p)
    library.SetInformationJobObject.argtypes = (handle, ctypes.c_int, handle, ctypes.c_uint32)
    library.AssignProcessToJobObject.argtypes = (handle, handle)
    library.TerminateJobObject.argtypes = (handle, ctypes.c_uint32)
    library.CloseHandle.argtypes = (handle,)
    return library
