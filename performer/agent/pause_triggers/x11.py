"""An X11 session: the window in front, the idle time, and a global key."""

import ctypes
import os
import select
from pathlib import Path
from typing import ClassVar, Final

from performer.agent.pause_triggers.desktop import ForegroundWindow
from performer.agent.pause_triggers.settings import Shortcut
from performer.agent.pause_triggers.xlib import XDisplay, load_library
from performer.core.errors import ServiceError
from performer.core.own_text import own

_MODIFIERS: Final = {"shift": 1 << 0, "ctrl": 1 << 2, "alt": 1 << 3, "super": 1 << 6}
_CAPS_LOCK, _NUM_LOCK = 1 << 1, 1 << 4
_LOCKS: Final = (0, _CAPS_LOCK, _NUM_LOCK, _CAPS_LOCK | _NUM_LOCK)
"""Locks count as modifiers: the key must work under each of them."""


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


class X11Key:
    """A key taken on the whole display, over a connection of its own."""

    def __init__(self, shortcut: Shortcut) -> None:
        self._display = XDisplay()
        try:
            self._grab(shortcut)
        except ServiceError:
            self._display.close()
            raise
        self._stop, self._stopper = os.pipe()

    def pressed(self) -> bool:
        """Wait for the display, or for the end; after either end it is not to be asked again."""
        try:
            while not self._display.has_key_press():
                ready, _, _ = select.select([self._display.socket, self._stop], [], [])
                if self._stop in ready:
                    self._let_go()
                    return False
        except ServiceError:
            self._let_go()
            raise
        return True

    def close(self) -> None:
        """End the wait of the thread in `pressed`."""
        os.close(self._stopper)

    def _let_go(self) -> None:
        self._display.close()
        os.close(self._stop)

    def _grab(self, shortcut: Shortcut) -> None:
        code = self._display.key_code(shortcut.key.lower() if shortcut.key == "Space" else shortcut.key)
        if not code:
            raise ServiceError(
                own("this keyboard has no {key}: choose another pauses.shortcut", key=shortcut.key), retry=False
            )
        held = sum(_MODIFIERS[each] for each in shortcut.modifiers)
        taken = [self._display.grab_key(code, held | locks) for locks in _LOCKS]
        if not all(taken):
            raise ServiceError(
                own("another program has {shortcut}: choose another pauses.shortcut", shortcut=shortcut), retry=False
            )


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
