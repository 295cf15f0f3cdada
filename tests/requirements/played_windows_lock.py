"""Windows' way to open a file for oneself alone, played: a file that is open is refused, its own process included."""

import errno
import os
import sys
from types import SimpleNamespace
from typing import Final

import pytest

_SHARED_WITH_NOBODY: Final = 0
_DELETE_ON_CLOSE: Final = 0x04000000


class PlayedWindowsLock:
    """What stands for `_winapi` and `msvcrt`; `answers` says of each try whether it was granted.

    So often as `denials` says, access is denied before anything else is looked at.
    """

    def __init__(self) -> None:
        self.answers: list[bool] = []
        self.denials = 0
        self.inheritable: list[int] = []
        self._opened: dict[str, int] = {}

    def create_file(
        self, name: str, _access: int, share: int, _security: int, _how: int, flags: int, _template: int
    ) -> int:
        assert (share, flags) == (_SHARED_WITH_NOBODY, _DELETE_ON_CLOSE)
        self.answers.append(not (self.denials or self._is_open(name)))
        if self.denials:
            self.denials -= 1
            raise make_refusal(5, "Access is denied")
        if not self.answers[-1]:
            raise make_refusal(32, "The file is used by another process")
        self._opened[name] = os.open(os.devnull, os.O_RDWR)
        return self._opened[name]

    def _is_open(self, name: str) -> bool:
        try:
            os.fstat(self._opened.get(name, -1))
        except OSError:
            return False
        return True


def make_refusal(winerror: int, text: str) -> PermissionError:
    """Make an error as Windows' Python makes it: all of these codes are EACCES."""
    refusal = PermissionError(errno.EACCES, text)
    refusal.winerror = winerror  # type: ignore[attr-defined,unused-ignore]
    return refusal


def play_windows_lock(monkeypatch: pytest.MonkeyPatch) -> PlayedWindowsLock:
    """Have the lock of the set-up be as on Windows."""
    played = PlayedWindowsLock()
    winapi = SimpleNamespace(CreateFile=played.create_file, GENERIC_READ=1 << 31, GENERIC_WRITE=1 << 30)
    msvcrt = SimpleNamespace(open_osfhandle=lambda handle, _flags: handle, get_osfhandle=lambda lock: lock)
    monkeypatch.setitem(sys.modules, "_winapi", winapi)
    monkeypatch.setitem(sys.modules, "msvcrt", msvcrt)
    monkeypatch.setattr(sys, "platform", "win32")
    allow = played.inheritable.append
    monkeypatch.setattr(os, "set_handle_inheritable", lambda handle, _yes: allow(handle), raising=False)
    return played
