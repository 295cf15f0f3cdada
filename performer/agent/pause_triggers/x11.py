"""An X11 session: the window in front, and the idle time."""

import ctypes
from pathlib import Path
from typing import ClassVar

from performer.agent.pause_triggers.desktop import ForegroundWindow
from performer.agent.pause_triggers.xlib import XDisplay, load_library
from performer.core.errors import ServiceError
from performer.core.own_text import own


class X11Desktop:
    """The display that DISPLAY names."""

    def __init__(self) -> None:
        self._display = XDisplay()
        self.name = f"X11 {self._display.name}"

    def foreground(self) -> ForegroundWindow | None:
        """Ask the window manager; without one, take the window that has the keyboard."""
        display = self._display
        window = display.number(display.root, "_NET_ACTIVE_WINDOW") or display.focus()
        names = [*display.text(window, "WM_CLASS").split("\0"), _process(display.number(window, "_NET_WM_PID"))]
        title = display.text(window, "_NET_WM_NAME") or display.text(window, "WM_NAME")
        display.check()
        return ForegroundWindow(program="\n".join(filter(None, names)), title=title) if window else None

    def programs(self) -> list[str]:
        """Ask the window manager for its windows; the last of a window's classes is the program."""
        display = self._display
        windows = display.numbers(display.root, "_NET_CLIENT_LIST")
        classes = [display.text(window, "WM_CLASS").strip("\0").split("\0")[-1] for window in windows]
        display.check()
        return sorted({each.casefold() for each in classes if each})

    def idle_s(self) -> float:
        """Ask the screen saver extension; a display that is lost is not asked again, for libXss may stumble over it."""
        self._display.check()
        told = _SaverInfo()
        answered = load_library("Xss").XScreenSaverQueryInfo(
            self._display.handle, self._display.root, ctypes.byref(told)
        )
        self._display.check()
        if not answered:
            raise ServiceError(own("this X server does not tell how long nobody has touched it"), retry=False)
        return int(told.idle) / 1000

    def close(self) -> None:
        """Close the connection."""
        self._display.close()


class _SaverInfo(ctypes.Structure):
    _fields_: ClassVar = [
        ("window", ctypes.c_ulong),
        ("state", ctypes.c_int),
        ("kind", ctypes.c_int),
        ("til_or_since", ctypes.c_ulong),
        ("idle", ctypes.c_ulong),
        ("event_mask", ctypes.c_ulong),
    ]


def _process(pid: int) -> str:
    """Name a process as the system does, which is often shorter than its file; empty when it is gone."""
    try:
        return Path(f"/proc/{pid}/comm").read_text(encoding="utf-8", errors="replace").strip() if pid else ""
    except OSError:
        return ""
