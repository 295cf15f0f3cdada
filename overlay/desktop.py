"""The desktop around the window: the compositor, the window manager's frame, and recorders of the screen.

Without a compositor translucent windows are black. Clicks go through the window, and through the frame that a window
manager puts around it: Qt empties the input shape of its own window, but Openbox and xfwm4 do not carry that over to
their frame, which swallows every click; so the input shape of everything that the window lies in is emptied too,
whenever that changes. A game in full screen would cover the window; it is put above the game again (`cover`). The
window can be hidden from recorders of the screen where the system allows that: if OBS takes
the page and captures the monitor, viewers would see everything twice.
"""

import ctypes
import logging
import os
import sys
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from overlay.client.process import make_timer
from overlay.cover import CoverWatch, WindowOrder
from overlay.x11 import MAP_NOTIFY, REPARENT_NOTIFY, STACKING_EVENTS, X11Connection, XWindow
from overlay.x11_order import X11Order

if sys.platform == "win32":
    from overlay.windows_order import LOOK_MS, WindowsOrder, hide_from_capture

_HIDDEN_ON_MACOS: Final = 0
"""NSWindowSharingNone."""
_SHOWN_ON_MACOS: Final = 1
"""NSWindowSharingReadOnly, as it is from the beginning."""


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
    cover_changed = Signal()
    """Another window has begun or ceased to cover ours."""

    def __init__(self, window: QWidget, *, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self.is_translucent = True
        """Whether translucent windows are mixed with what is below them."""
        self._cover: CoverWatch | None = None
        if QGuiApplication.platformName() == "xcb":
            self._connect_x11()
        elif sys.platform == "win32":
            self._cover = self._watch_cover(WindowsOrder(int(window.winId())))
            make_timer(self, self._cover.look, LOOK_MS).start()

    @property
    def is_covered(self) -> bool:
        """Whether another window lies over ours, and the system keeps it there."""
        return self._cover is not None and self._cover.is_covered

    def set_hidden_from_capture(self, *, hidden: bool) -> str:
        """Hide the window from recorders of the screen, or show it again; return why that cannot be, or ""."""
        window = int(self._window.winId())
        if sys.platform == "win32":
            return hide_from_capture(window, hidden=hidden)
        if sys.platform == "darwin":
            return _set_on_macos(window, _HIDDEN_ON_MACOS if hidden else _SHOWN_ON_MACOS)
        return "no window can be hidden from capture on this system; capture the game instead of the screen"

    def _connect_x11(self) -> None:
        try:
            x11 = X11Connection(self)
        except OSError as error:
            _log.warning(
                "Clicks may not pass through the window: %s. Install libx11-6, libxext6 and libxfixes3.", error
            )
            return
        window, manager = int(self._window.winId()), f"_NET_WM_CM_S{x11.screen}"
        x11.happened.connect(partial(self._follow, x11, window, manager))
        x11.watch_structure(window)
        x11.let_clicks_through(window)
        self._cover = self._watch_cover(X11Order(x11, window))
        x11.watch_stacking()
        if not os.environ.get("WAYLAND_DISPLAY"):  # there everything is mixed, whoever owns what
            x11.watch_owner(manager)
            self.is_translucent = x11.has_owner(manager)

    def _watch_cover(self, order: WindowOrder) -> CoverWatch:
        watch = CoverWatch(order, parent=self)
        watch.changed.connect(self.cover_changed)
        return watch

    def _follow(self, x11: X11Connection, window: XWindow, manager: str, event: int) -> None:
        """Follow a change of the window, its frame or their shapes, of the order, or of the compositing manager."""
        if event in STACKING_EVENTS and self._cover is not None:
            self._cover.look_soon()
        if event in {MAP_NOTIFY, REPARENT_NOTIFY, x11.shape_event}:
            x11.let_clicks_through(window)
        elif event == x11.selection_event:
            was_translucent, self.is_translucent = self.is_translucent, x11.has_owner(manager)
            if self.is_translucent != was_translucent:
                self.changed.emit()
