"""Clicks go through the window, and through the frame that a window manager puts around it.

Qt empties the input shape of its own window. Openbox and xfwm4 do not carry that over to their frame, which swallows
every click; so the input shape of everything that the window lies in is emptied too, whenever that changes.
"""

from PySide6.QtCore import QObject

from overlay.x11 import MAP_NOTIFY, REPARENT_NOTIFY, X11, XWindow


class ClickThrough(QObject):
    """Keeps a window from taking clicks, for as long as it lives."""

    def __init__(self, x11: X11, window: XWindow, *, parent: QObject) -> None:
        super().__init__(parent)
        self._x11 = x11
        self._window = window
        self._events = {MAP_NOTIFY, REPARENT_NOTIFY, x11.shape_event}
        x11.happened.connect(self._follow)
        x11.watch_structure(window)
        self.open()

    def open(self) -> None:
        """Let clicks through now; what lets them through already is left alone, for each change is told to us again."""
        for window in (self._window, *self._x11.ancestors(self._window)):
            self._x11.watch_shape(window)
            if self._x11.takes_clicks(window):
                self._x11.let_clicks_through(window)

    def _follow(self, event: int) -> None:
        if event in self._events:
            self.open()
