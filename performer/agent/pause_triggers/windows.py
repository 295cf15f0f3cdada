"""Windows: the window in front, the idle time and a global key, by user32."""

import ctypes
import sys
from pathlib import PureWindowsPath
from typing import Any, ClassVar, Final

from performer.agent.pause_triggers.desktop import ForegroundWindow
from performer.agent.pause_triggers.settings import Shortcut
from performer.core.errors import ServiceError
from performer.core.own_text import own

_QUERY_LIMITED_INFORMATION: Final = 0x1000
_LONGEST: Final = 1024
_MODIFIERS: Final = {"alt": 0x1, "ctrl": 0x2, "shift": 0x4, "super": 0x8}
_NO_REPEAT: Final = 0x4000
_KEYS: Final = {"Pause": 0x13, "Space": 0x20, "End": 0x23, "Home": 0x24, "Insert": 0x2D}
_F1: Final = 0x70
_HOTKEY, _QUIT = 0x0312, 0x0012
_ID: Final = 1


class WindowsDesktop:
    """The desktop of the person logged in."""

    name = "Windows"

    def foreground(self) -> ForegroundWindow | None:
        """Ask for the window in front, its title and its program's file."""
        user = _user32()
        window = user.GetForegroundWindow()
        if not window:
            return None
        title = ctypes.create_unicode_buffer(_LONGEST)
        user.GetWindowTextW(window, title, _LONGEST)
        process = ctypes.c_ulong()
        user.GetWindowThreadProcessId(window, ctypes.byref(process))
        return ForegroundWindow(program=_program(process.value), title=title.value)

    def idle_s(self) -> float:
        """Ask for the last input; both counts wrap after 49 days."""
        told = _LastInput(size=ctypes.sizeof(_LastInput))
        if not _user32().GetLastInputInfo(ctypes.byref(told)):
            raise ServiceError(own("Windows does not tell how long nobody has touched it"))
        return ((int(_kernel32().GetTickCount()) - int(told.ticks)) % 2**32) / 1000

    def close(self) -> None:
        """Nothing is held."""


class WindowsKey:
    """A hot key; Windows hands its presses to the thread that asked for it, so `pressed` asks."""

    def __init__(self, shortcut: Shortcut) -> None:
        self._shortcut = shortcut
        self._thread = 0

    def pressed(self) -> bool:
        """Grab the key the first time, then wait for messages to this thread."""
        if not self._thread:
            self._take()
        message = _Message()
        while _user32().GetMessageW(ctypes.byref(message), None, 0, 0) > 0:
            if message.message == _HOTKEY:
                return True
        _user32().UnregisterHotKey(None, _ID)
        return False

    def close(self) -> None:
        """End the wait of the thread in `pressed`."""
        if self._thread:
            _user32().PostThreadMessageW(self._thread, _QUIT, 0, 0)

    def _take(self) -> None:
        held = sum(_MODIFIERS[each] for each in self._shortcut.modifiers) | _NO_REPEAT
        if not _user32().RegisterHotKey(None, _ID, held, _code(self._shortcut.key)):
            raise ServiceError(
                own("another program has {shortcut}: choose another pauses.shortcut", shortcut=self._shortcut),
                retry=False,
            )
        self._thread = _kernel32().GetCurrentThreadId()


def _code(key: str) -> int:
    """Return Windows' code of a key; letters and digits are their own."""
    if key in _KEYS:
        return _KEYS[key]
    return ord(key) if len(key) == 1 else _F1 + int(key[1:]) - 1


def _program(process: int) -> str:
    kernel = _kernel32()
    handle = kernel.OpenProcess(_QUERY_LIMITED_INFORMATION, 0, process)
    if not handle:
        return ""
    path, size = ctypes.create_unicode_buffer(_LONGEST), ctypes.c_ulong(_LONGEST)
    found = kernel.QueryFullProcessImageNameW(handle, 0, path, ctypes.byref(size))
    kernel.CloseHandle(handle)
    return PureWindowsPath(path.value).name if found else ""


class _LastInput(ctypes.Structure):
    _fields_: ClassVar = [("size", ctypes.c_uint), ("ticks", ctypes.c_uint)]


class _Message(ctypes.Structure):
    _fields_: ClassVar = [
        ("window", ctypes.c_void_p),
        ("message", ctypes.c_uint),
        ("wide", ctypes.c_size_t),
        ("long", ctypes.c_ssize_t),
        ("time", ctypes.c_uint),
        ("x", ctypes.c_long),
        ("y", ctypes.c_long),
        ("private", ctypes.c_uint),
    ]


def _user32() -> Any:
    user = _library("user32")
    user.GetForegroundWindow.restype = ctypes.c_void_p
    user.GetWindowTextW.argtypes = [ctypes.c_void_p, ctypes.c_wchar_p, ctypes.c_int]
    user.GetWindowThreadProcessId.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    user.GetMessageW.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint]
    user.PostThreadMessageW.argtypes = [ctypes.c_ulong, ctypes.c_uint, ctypes.c_size_t, ctypes.c_ssize_t]
    return user


def _kernel32() -> Any:
    kernel = _library("kernel32")
    kernel.OpenProcess.restype = ctypes.c_void_p
    kernel.CloseHandle.argtypes = [ctypes.c_void_p]
    kernel.QueryFullProcessImageNameW.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_wchar_p, ctypes.c_void_p]
    kernel.GetTickCount.restype = ctypes.c_ulong
    return kernel


def _library(name: str) -> Any:
    if sys.platform != "win32":
        raise ServiceError(own("{name} is Windows' own", name=name), retry=False)
    return ctypes.WinDLL(name)
