"""The lock of the set-up: one process holds it, and what that starts may inherit it and hold it on."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

_OPEN_ALWAYS = 4
_DELETE_ON_CLOSE = 0x04000000
_HELD = (32, 33)
"""ERROR_SHARING_VIOLATION and ERROR_LOCK_VIOLATION."""
_LOOKS = 20
_LOOK_S = 0.1
"""So often, and so long after each other, it is looked whether access is denied for a moment alone."""


def grab(root: Path) -> int | None:
    """Return the lock of a checkout, held; None while somebody else holds it.

    Raises:
        OSError: when it cannot be had at all.
    """
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
    for _ in range(_LOOKS):
        try:
            handle = _winapi.CreateFile(  # type: ignore[attr-defined,unused-ignore]
                str(file), access, nobody, nothing, _OPEN_ALWAYS, _DELETE_ON_CLOSE, nothing
            )
        except PermissionError as refusal:
            if getattr(refusal, "winerror", 0) in _HELD:
                return None
            time.sleep(_LOOK_S)  # access is denied for a moment, too, where the file is just being removed
        else:
            return int(msvcrt.open_osfhandle(handle, os.O_RDWR))  # type: ignore[attr-defined,unused-ignore]
    raise OSError(f"nothing may be written in {file.parent}: put the folder where you may write, and start again.")
