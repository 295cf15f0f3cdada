"""The order of the windows of an X display: which one covers ours, and being above it."""

from overlay.cover import Cover, covers
from overlay.x11 import X11Connection, XWindow


class X11Order:
    """The order of the windows of an X display."""

    def __init__(self, x11: X11Connection, window: XWindow) -> None:
        self._x11 = x11
        self._window = window

    def find_cover(self) -> Cover | None:
        """Return the highest window that covers ours, or None; what passes clicks on, as ours does, covers nothing."""
        ours = self._find_top(self._window)
        tops = self._x11.list_top_windows()
        place = self._x11.measure(ours)
        above = tops[tops.index(ours) + 1 :] if ours in tops and not place.isEmpty() else []
        for window in reversed(above):
            if covers(self._x11.measure(window), place) and self._x11.takes_clicks(window):
                managed = map(self._find_top, self._x11.list_clients())
                return Cover(window=window, can_be_below=window in managed)
        return None

    def rise_above(self, cover: Cover) -> None:
        """Put the frame of our window right above the one of another."""
        self._x11.put_above(self._find_top(self._window), cover.window)

    def _find_top(self, window: XWindow) -> XWindow:
        """Return the window of the root that a window lies in, or is."""
        return [window, *self._x11.find_ancestors(window)][-1]
