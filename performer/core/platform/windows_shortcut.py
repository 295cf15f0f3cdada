"""Windows: shortcuts, made by the shell's own object, and whether Windows may start one with the session.

The interfaces are IShellLinkW and IPersistFile, whose functions are reached by their place in the object's table.
"""

import ctypes
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from ctypes import POINTER, c_int, c_int32, c_uint32, c_void_p, c_wchar_p
from pathlib import Path
from typing import Any, Final

from performer.core.platform.windows_api import Guid, load
from performer.core.platform.windows_registry import read_value, remove_value
from performer.core.values import dataclass

_SHELL_LINK: Final = Guid.read("00021401-0000-0000-C000-000000000046")
_I_SHELL_LINK: Final = Guid.read("000214F9-0000-0000-C000-000000000046")
_I_PERSIST_FILE: Final = Guid.read("0000010B-0000-0000-C000-000000000046")
_IN_PROCESS: Final = 1
_APARTMENT: Final = 2
_ITS_OWN_WAY: Final = -2147417850
"""RPC_E_CHANGED_MODE: the thread uses COM already, in another way, which does as well."""
_PLACES: Final[Mapping[str, tuple[int, tuple[Any, ...]]]] = {
    "QueryInterface": (0, (POINTER(Guid), POINTER(c_void_p))),
    "Release": (2, ()),
    "Save": (6, (c_wchar_p, c_int)),
    "SetDescription": (7, (c_wchar_p,)),
    "SetWorkingDirectory": (9, (c_wchar_p,)),
    "SetArguments": (11, (c_wchar_p,)),
    "SetIconLocation": (17, (c_wchar_p, c_int)),
    "SetPath": (20, (c_wchar_p,)),
}
"""The place of each function in its interface's table, and what it takes."""
_ALLOWED_STARTS: Final = "HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\StartupApproved\\StartupFolder"
"""Settings and the Task Manager note here which shortcut of the Startup folder a person has switched off."""


@dataclass(frozen=True, kw_only=True)
class ShellLink:
    """What a shortcut starts, and how it is shown."""

    target: str
    words: str
    folder: str
    icon: str
    about: str


def write_shortcut(path: Path, shortcut: ShellLink) -> None:
    """Make a shortcut, anew if it is there.

    Raises:
        OSError: when Windows refuses.
    """
    with _apartment(), _new_link() as link:
        _call(link, "SetPath", shortcut.target)
        _call(link, "SetArguments", shortcut.words)
        _call(link, "SetWorkingDirectory", shortcut.folder)
        _call(link, "SetIconLocation", shortcut.icon, 0)
        _call(link, "SetDescription", shortcut.about)
        file = c_void_p()
        _call(link, "QueryInterface", ctypes.byref(_I_PERSIST_FILE), ctypes.byref(file))
        try:
            _call(file, "Save", str(path), True)
        finally:
            _call(file, "Release")


def is_start_allowed(shortcut: str) -> bool:
    """Return whether Windows starts a shortcut of the Startup folder: a person may have switched it off there."""
    noted = read_value(_ALLOWED_STARTS, shortcut)
    return not (isinstance(noted, bytes) and noted[:1] and noted[0] & 1)


def allow_start(shortcut: str) -> None:
    """Start a shortcut of the Startup folder with the session again.

    Raises:
        OSError: when Windows refuses.
    """
    remove_value(_ALLOWED_STARTS, shortcut)


@contextmanager
def _apartment() -> Iterator[None]:
    """Initialise COM in this thread while the block runs."""
    begun = load("ole32").CoInitializeEx(None, _APARTMENT)
    if begun != _ITS_OWN_WAY:
        _check(begun)
    try:
        yield
    finally:
        if begun != _ITS_OWN_WAY:
            load("ole32").CoUninitialize()


@contextmanager
def _new_link() -> Iterator[c_void_p]:
    link = c_void_p()
    words = (ctypes.byref(_SHELL_LINK), None, _IN_PROCESS, ctypes.byref(_I_SHELL_LINK), ctypes.byref(link))
    _check(load("ole32").CoCreateInstance(*words))
    try:
        yield link
    finally:
        _call(link, "Release")


def _call(link: c_void_p, name: str, *words: Any) -> None:
    place, kinds = _PLACES[name]
    table = ctypes.cast(link, POINTER(POINTER(c_void_p))).contents
    result = c_uint32 if name == "Release" else c_int32
    done = ctypes.CFUNCTYPE(result, c_void_p, *kinds)(table[place] or 0)(link, *words)
    if result is c_int32:
        _check(done)


def _check(done: int) -> None:
    if done < 0:
        raise OSError(f"Windows makes no shortcut (0x{done & 0xFFFFFFFF:08X})")
