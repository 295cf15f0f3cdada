"""The window of Windows: which one covers ours, being above it, and being out of the sight of recorders."""

from collections.abc import Iterator
from ctypes import byref, c_int, sizeof
from typing import Final

from PySide6.QtCore import QRect

from overlay.cover import Cover, covers
from performer.core.platform.windows_api import Rectangle, load

LOOK_MS: Final = 1_000
"""Windows tells nobody of a change of the order: look at it so often."""
_NEXT_ABOVE: Final = 3
"""GW_HWNDPREV."""
_TOPMOST: Final = -1
_ONLY_THE_ORDER: Final = 0x0001 | 0x0002 | 0x0010
"""SWP_NOSIZE, SWP_NOMOVE and SWP_NOACTIVATE."""
_EXTENDED_STYLE: Final = -20
_PASSES_CLICKS: Final = 0x20
"""WS_EX_TRANSPARENT."""
_CLOAKED: Final = 14
_EXCLUSIVE: Final = 3
"""QUNS_RUNNING_D3D_FULL_SCREEN: a game owns its screen, and no window is shown above it."""
_NEAREST: Final = 2
"""MONITOR_DEFAULTTONEAREST."""
_EXCLUDED: Final = 0x11
"""WDA_EXCLUDEFROMCAPTURE, from Windows 10 2004 on: the window is left out, not black."""
_SHOWN: Final = 0


def hide_from_capture(window: int, *, hidden: bool) -> str:
    """Hide a window from all recorders of the screen, or show it again; return why that cannot be, or ""."""
    is_set = load("user32").SetWindowDisplayAffinity(window, _EXCLUDED if hidden else _SHOWN)
    return "" if is_set else "Windows refuses; it can from version 10 2004 on"


class WindowsOrder:
    """The order of the windows around ours."""

    def __init__(self, window: int) -> None:
        self._window = window
        self._user, self._shell, self._dwm = load("user32"), load("shell32"), load("dwmapi")

    def find_cover(self) -> Cover | None:
        """Return the highest window that covers ours, or None; a game in exclusive full screen covers everything."""
        if self._is_exclusive():
            return Cover(window=0, can_be_below=False)
        place, found = self._measure(self._window), None
        for window in self._list_above():
            if self._is_seen(window) and covers(self._measure(window), place):
                found = Cover(window=window, can_be_below=True)
        return found

    def rise_above(self, cover: Cover) -> None:  # noqa: ARG002  topmost is above every other
        """Make our window the topmost again."""
        self._user.SetWindowPos(self._window, _TOPMOST, 0, 0, 0, 0, _ONLY_THE_ORDER)

    def _list_above(self) -> Iterator[int]:
        """Yield the windows above ours, each once: while others change the order, the way may lead round for ever."""
        window, known = self._window, {self._window}
        while (window := self._user.GetWindow(window, _NEXT_ABOVE)) and window not in known:
            known.add(window)
            yield window

    def _is_seen(self, window: int) -> bool:
        """Whether a window is shown, and no other overlay that passes clicks on, nor one that Windows keeps hidden."""
        cloaked = c_int()
        self._dwm.DwmGetWindowAttribute(window, _CLOAKED, byref(cloaked), sizeof(cloaked))
        passes_clicks = self._user.GetWindowLongW(window, _EXTENDED_STYLE) & _PASSES_CLICKS
        return bool(self._user.IsWindowVisible(window)) and not (cloaked.value or passes_clicks)

    def _measure(self, window: int) -> QRect:
        found = Rectangle()
        self._user.GetWindowRect(window, byref(found))
        return QRect(found.left, found.top, found.right - found.left, found.bottom - found.top)

    def _is_exclusive(self) -> bool:
        state = c_int()
        if self._shell.SHQueryUserNotificationState(byref(state)) or state.value != _EXCLUSIVE:
            return False
        return self._find_monitor(self._user.GetForegroundWindow()) == self._find_monitor(self._window)

    def _find_monitor(self, window: int | None) -> int | None:
        monitor: int | None = self._user.MonitorFromWindow(window, _NEAREST)
        return monitor
