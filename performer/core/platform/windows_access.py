"""Windows: who may read a file, by its list of access; a mode means nothing there."""

import ctypes
import os
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from performer.core.own_text import OwnText, join_own, own
from performer.core.platform.windows_api import load, make_error

_FILE: Final = 1
"""SE_FILE_OBJECT."""
_DACL: Final = 0x4
_PROTECTED_DACL: Final = 0x80000000
_SDDL_1: Final = 1
_QUERY: Final = 0x8
_USER: Final = 1
_MOST_SID: Final = 512
_ALLOWED: Final = frozenset({"A", "OA", "XA"})
_NO_OTHERS: Final = frozenset({"SY", "BA", "OW", "CO", "LA", "DA", "EA", "AC"})
"""The system, administrators, the owner, and apps of the Store, which get no more than their user."""
_NO_OTHERS_BEGIN: Final = ("S-1-5-80-", "S-1-15-")
"""Services and apps."""
_NAMES: Final = {
    "WD": own("everyone"),
    "AN": own("everyone without a name"),
    "AU": own("everyone who has logged in"),
    "IU": own("everyone who sits at it"),
    "BU": own("all users of this machine"),
    "BG": own("guests"),
    "LG": own("guests"),
}
_ENTRY: Final = re.compile(r"\(" + ";".join([r"([^();]*)"] * 6))
"""An entry begins with six fields; the brackets of its condition, if it has one, do not."""


def keep_to_owner(path: Path) -> None:
    """Keep a file or a folder, with what lies in it, to the person logged in, the system and administrators.

    Where the disk keeps no rights (FAT), or that is refused, nothing changes; see `find_others`.
    """
    flags = "OICI" if path.is_dir() else ""
    words = "D:P" + "".join(f"(A;{flags};FA;;;{who})" for who in (read_own_sid(), "SY", "BA"))
    security, kernel = load("advapi32"), load("kernel32")
    descriptor, acl, is_there, is_default = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_int(), ctypes.c_int()
    _check(
        security.ConvertStringSecurityDescriptorToSecurityDescriptorW(words, _SDDL_1, ctypes.byref(descriptor), None)
    )
    try:
        security.GetSecurityDescriptorDacl(
            descriptor, ctypes.byref(is_there), ctypes.byref(acl), ctypes.byref(is_default)
        )
        security.SetNamedSecurityInfoW(str(path), _FILE, _DACL | _PROTECTED_DACL, None, None, acl, None)
    finally:
        kernel.LocalFree(descriptor)


def open_for_owner(file: str, flags: int) -> int:
    """Open a file as the `opener` of `open`; only the owner may read a file that this makes."""
    is_new = not Path(file).exists()
    handle = os.open(file, flags)
    if is_new:
        keep_to_owner(Path(file))
    return handle


def find_others(path: Path) -> OwnText | None:
    """Return who else gets at a file or into a folder."""
    others = _read_others(path)
    return join_own(", ", (_NAMES.get(who, who) for who in others)) if others else None


def _read_others(path: Path) -> Sequence[str]:
    security, descriptor, told = load("advapi32"), ctypes.c_void_p(), ctypes.c_void_p()
    nothing = [None] * 4
    if failed := security.GetNamedSecurityInfoW(str(path), _FILE, _DACL, *nothing, ctypes.byref(descriptor)):
        raise OSError(failed, f"who may read {path} is not told")
    try:
        _check(
            security.ConvertSecurityDescriptorToStringSecurityDescriptorW(
                descriptor, _SDDL_1, _DACL, ctypes.byref(told), None
            )
        )
        return list_others(_take_text(told), read_own_sid())
    finally:
        load("kernel32").LocalFree(descriptor)


def list_others(descriptor: str, own_sid: str) -> Sequence[str]:
    """List whom a security descriptor allows anything but us, each as Windows writes them there."""
    _, found, entries = descriptor.partition("D:")
    if not found or entries.startswith("NO_ACCESS_CONTROL"):
        return ["WD"]
    allowed = dict.fromkeys(who for kind, _, _, _, _, who in _ENTRY.findall(entries) if kind in _ALLOWED)
    return [who for who in allowed if who not in {*_NO_OTHERS, own_sid} and not who.startswith(_NO_OTHERS_BEGIN)]


def explain_keeping(path: Path) -> OwnText:
    """Return the command that removes the rights of all others, for each shell of Windows.

    All are named by number: a name may be another one in each language, and each shell has its own way to tell ours.
    """
    rights = "(OI)(CI)F" if path.is_dir() else "F"
    words = [f'"*{read_own_sid()}:{rights}"']
    if others := _read_others(path):
        words += ["/remove:g", *(f'"*{_spell_sid(who)}"' for who in others)]
    return own("icacls {path} /inheritance:r /grant:r {words}", path=f'"{path}"', words=" ".join(words))


def _spell_sid(who: str) -> str:
    """Return the number of somebody whom a descriptor names by two letters, or by that number."""
    security, sid = load("advapi32"), ctypes.c_void_p()
    _check(security.ConvertStringSidToSidW(who, ctypes.byref(sid)))
    try:
        return _write_sid(sid)
    finally:
        load("kernel32").LocalFree(sid)


def _write_sid(sid: Any) -> str:
    told = ctypes.c_void_p()
    _check(load("advapi32").ConvertSidToStringSidW(sid, ctypes.byref(told)))
    return _take_text(told)


@cache
def read_own_sid() -> str:
    """Return how Windows calls the person whose process this is."""
    kernel, security = load("kernel32"), load("advapi32")
    token, size = ctypes.c_void_p(), ctypes.c_uint32()
    _check(security.OpenProcessToken(kernel.GetCurrentProcess(), _QUERY, ctypes.byref(token)))
    try:
        user = (ctypes.c_void_p * (_MOST_SID // ctypes.sizeof(ctypes.c_void_p)))()
        _check(security.GetTokenInformation(token, _USER, user, _MOST_SID, ctypes.byref(size)))
        return _write_sid(user[0])  # the first field points at it
    finally:
        kernel.CloseHandle(token)


def _take_text(told: ctypes.c_void_p) -> str:
    """Return a text that Windows has made, and free it."""
    try:
        return ctypes.wstring_at(told.value or 0)
    finally:
        load("kernel32").LocalFree(told)


def _check(is_done: int) -> None:
    if not is_done:
        raise make_error()
