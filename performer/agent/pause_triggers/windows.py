"""Windows: the window in front, and the idle time, by user32."""

import ctypes
import sys
from pathlib import PureWindowsPath
from typing import Any, ClassVar, Final

from performer.agent.pause_triggers.desktop import ForegroundWindow
from performer.core.errors import ServiceError
from performer.core.own_text import own

_QUERY_LIMITED_INFORMATION: Final = 0x1000
_LONGEST: Final = 1024


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

    def programs(self) -> list[str]:
        """Refuse: it is not asked here."""
        raise ServiceError(own("open windows are not listed on Windows: write the program's name"), retry=False)

    def idle_s(self) -> float:
        """Ask for the last input; both counts wrap after 49 days."""
        told = _LastInput(size=ctypes.sizeof(_LastInput))
        if not _user32().GetLastInputInfo(ctypes.byref(told)):
            raise ServiceError(own("Windows does not tell how long nobody has touched it"))
        return ((int(_kernel32().GetTickCount()) - int(told.ticks)) % 2**32) / 1000

    def close(self) -> None:
        """Nothing is held."""


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


def _user32() -> Any:
    user = load_library("user32")
    user.GetForegroundWindow.restype = ctypes.c_void_p
    user.GetWindowTextW.argtypes = [ctypes.c_void_p, ctypes.c_wchar_p, ctypes.c_int]
    user.GetWindowThreadProcessId.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    return user


def _kernel32() -> Any:
    kernel = load_library("kernel32")
    kernel.OpenProcess.restype = ctypes.c_void_p
    kernel.CloseHandle.argtypes = [ctypes.c_void_p]
    kernel.QueryFullProcessImageNameW.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_wchar_p, ctypes.c_void_p]
    kernel.GetTickCount.restype = ctypes.c_ulong
    return kernel


def load_library(name: str) -> Any:
    """Load one of Windows' libraries.

    Raises:
        ServiceError: on another system.
    """
    if sys.platform != "win32":
        raise ServiceError(own("{name} is Windows' own", name=name), retry=False)
    return ctypes.WinDLL(name)
