"""The lock of the set-up: one process holds it, and what that starts may inherit it and hold it on."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

_OPEN_ALWAYS = 4
_DELETE_ON_CLOSE = 0x04000000


def grab(root: Path) -> int | None:
    """Return the lock of a checkout, held; None while somebody else holds it."""
    if sys.platform == "win32":
        return _open_alone(root / ".set-up.lock")
    import fcntl

    lock = os.open(str(root / "run.py"), os.O_RDWR)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return None
    return lock


def pass_on(lock: int, system: str = sys.platform) -> dict[str, Any]:
    """Return what has `subprocess.Popen` pass the lock on to what it starts."""
    if system != "win32":
        return {"pass_fds": [lock]}
    import msvcrt

    handle = msvcrt.get_osfhandle(lock)  # type: ignore[attr-defined,unused-ignore]  # of Windows alone
    os.set_handle_inheritable(handle, True)  # type: ignore[attr-defined,unused-ignore]
    attributes = {"handle_list": [handle]}
    return {"startupinfo": subprocess.STARTUPINFO(lpAttributeList=attributes)}  # type: ignore[attr-defined,unused-ignore]


def _open_alone(file: Path) -> int | None:
    """Open a file that nobody else may open meanwhile, us included; it is gone when the last handle on it is closed.

    On Windows a lock of a part of a file is not inherited, but a handle is.
    """
    import _winapi
    import msvcrt

    access = _winapi.GENERIC_READ | _winapi.GENERIC_WRITE  # type: ignore[attr-defined,unused-ignore]  # of Windows alone
    nobody, nothing = 0, 0
    with contextlib.suppress(PermissionError):
        handle = _winapi.CreateFile(  # type: ignore[attr-defined,unused-ignore]
            str(file), access, nobody, nothing, _OPEN_ALWAYS, _DELETE_ON_CLOSE, nothing
        )
        return int(msvcrt.open_osfhandle(handle, os.O_RDWR))  # type: ignore[attr-defined,unused-ignore]
    return None
