"""The desktop around the window: the compositor, the window manager's frame, and recorders of the screen.

Without a compositor translucent windows are black. Clicks go through the window, and through the frame that a window
manager puts around it: Qt empties the input shape of its own window, but Openbox and xfwm4 do not carry that over to
their frame, which swallows every click; so the input shape of everything that the window lies in is emptied too,
whenever that changes. The window can be hidden from recorders of the screen where the system allows that: if OBS takes
the page and captures the monitor, viewers would see everything twice.
"""

import ctypes
import logging
import os
import sys
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from overlay.x11 import MAP_NOTIFY, REPARENT_NOTIFY, X11Connection, XWindow


class CompositorWatch(QObject):
    """Follows whether a compositing manager runs on an X11 display."""

    changed = Signal()
    """The manager has come or gone."""

    def __init__(self, x11: X11Connection, *, parent: QObject) -> None:
        super().__init__(parent)
        self._x11 = x11
        self._selection = f"_NET_WM_CM_S{x11.screen}"
        x11.happened.connect(self._follow)
        x11.watch_owner(self._selection)
        self.is_there = x11.has_owner(self._selection)
        """Whether the manager runs now."""

    def _follow(self, event: int) -> None:
        if event != self._x11.selection_event:
            return
        was_there, self.is_there = self.is_there, self._x11.has_owner(self._selection)
        if self.is_there != was_there:
            self.changed.emit()


class ClickThrough(QObject):
    """Keeps a window from taking clicks, for as long as the window lives."""

    def __init__(self, x11: X11Connection, window: XWindow, *, parent: QObject) -> None:
        super().__init__(parent)
        self._x11 = x11
        self._window = window
        self._events = {MAP_NOTIFY, REPARENT_NOTIFY, x11.shape_event}
        x11.happened.connect(self._follow)
        x11.watch_structure(window)
        self.open()

    def open(self) -> None:
        """Pass clicks through now; a window that does so is left alone, for each change comes back as an event."""
        for window in (self._window, *self._x11.find_ancestors(self._window)):
            self._x11.watch_shape(window)
            if self._x11.takes_clicks(window):
                self._x11.let_clicks_through(window)

    def _follow(self, event: int) -> None:
        if event in self._events:
            self.open()


_EXCLUDED_ON_WINDOWS: Final = 0x11
"""WDA_EXCLUDEFROMCAPTURE, from Windows 10 2004 on: the window is left out, not black."""
_SHOWN_ON_WINDOWS: Final = 0
_HIDDEN_ON_MACOS: Final = 0
"""NSWindowSharingNone."""
_SHOWN_ON_MACOS: Final = 1
"""NSWindowSharingReadOnly, as it is from the beginning."""


def set_hidden_from_capture(window: int, *, hidden: bool) -> str:
    """Hide a native window, by Qt's number of it, or show it again; return why that cannot be, or ""."""
    if sys.platform == "win32":
        affinity = _EXCLUDED_ON_WINDOWS if hidden else _SHOWN_ON_WINDOWS
        is_set = ctypes.windll.user32.SetWindowDisplayAffinity(ctypes.c_void_p(window), affinity)
        return "" if is_set else "Windows refuses; it can from version 10 2004 on"
    if sys.platform == "darwin":
        return _set_on_macos(window, _HIDDEN_ON_MACOS if hidden else _SHOWN_ON_MACOS)
    return "no window can be hidden from capture on this system; capture the game instead of the screen"


def _set_on_macos(view: int, sharing: int) -> str:
    """Set how a view's window is shared; from macOS 15 on some recorders see it all the same."""
    objc = ctypes.CDLL("/usr/lib/libobjc.A.dylib")
    objc.sel_registerName.restype = ctypes.c_void_p
    objc.sel_registerName.argtypes = [ctypes.c_char_p]
    get = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)(("objc_msgSend", objc))
    call = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_ulong)(("objc_msgSend", objc))
    window = get(view, objc.sel_registerName(b"window"))
    if not window:
        return "macOS does not tell the window"
    call(window, objc.sel_registerName(b"setSharingType:"), sharing)
    return ""


_log = logging.getLogger(__name__)


class DesktopIntegration(QObject):
    """Fits a window into the desktop, and follows what changes around it."""

    changed = Signal()
    """The display has begun or ceased to mix translucent windows with what is below them."""

    def __init__(self, window: QWidget, *, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._compositor: CompositorWatch | None = None
        if QGuiApplication.platformName() == "xcb":
            self._connect_x11()

    @property
    def is_translucent(self) -> bool:
        """Whether translucent windows are mixed with what is below them."""
        return self._compositor is None or self._compositor.is_there

    def set_hidden_from_capture(self, *, hidden: bool) -> str:
        """Hide the window from recorders of the screen, or show it; return why that cannot be, or ""."""
        return set_hidden_from_capture(int(self._window.winId()), hidden=hidden)

    def _connect_x11(self) -> None:
        try:
            x11 = X11Connection(self)
        except OSError as error:
            _log.warning(
                "Clicks may not pass through the window: %s. Install libx11-6, libxext6 and libxfixes3.", error
            )
            return
        ClickThrough(x11, int(self._window.winId()), parent=self)
        if not os.environ.get("WAYLAND_DISPLAY"):  # there everything is mixed, whoever owns what
            self._compositor = CompositorWatch(x11, parent=self)
            self._compositor.changed.connect(self.changed)
