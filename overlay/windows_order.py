"""The window of Windows: which one covers ours, being above it, and being out of the sight of recorders."""

import ctypes
from ctypes import byref, c_int, c_void_p, sizeof
from typing import Any, ClassVar, Final

from PySide6.QtCore import QRect

from overlay.cover import Cover, covers

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


class _Rect(ctypes.Structure):
    _fields_: ClassVar = [(name, c_int) for name in ("left", "top", "right", "bottom")]

    def to_qt(self) -> QRect:
        return QRect(self.left, self.top, self.right - self.left, self.bottom - self.top)


def hide_from_capture(window: int, libraries: Any, *, hidden: bool) -> str:
    """Hide a window from all recorders of the screen, or show it again; return why that cannot be, or ""."""
    is_set = libraries.user32.SetWindowDisplayAffinity(c_void_p(window), _EXCLUDED if hidden else _SHOWN)
    return "" if is_set else "Windows refuses; it can from version 10 2004 on"


class WindowsOrder:
    """The order of the windows; `libraries` are those of Windows, `ctypes.windll`."""

    def __init__(self, window: int, libraries: Any) -> None:
        self._window = window
        self._user, self._shell, self._dwm = libraries.user32, libraries.shell32, libraries.dwmapi
        self._user.GetWindow.restype = c_void_p
        self._user.GetForegroundWindow.restype = c_void_p
        self._user.MonitorFromWindow.restype = c_void_p

    def find_cover(self) -> Cover | None:
        """Return the highest window that covers ours, or None; a game in exclusive full screen covers everything."""
        if self._is_exclusive():
            return Cover(window=0, can_be_below=False)
        place, found, window = self._measure(self._window), None, self._find_above(self._window)
        while window:
            if self._is_seen(window) and covers(self._measure(window), place):
                found = Cover(window=window, can_be_below=True)
            window = self._find_above(window)
        return found

    def rise_above(self, cover: Cover) -> None:  # noqa: ARG002  topmost is above every other
        """Make our window the topmost again."""
        self._user.SetWindowPos(c_void_p(self._window), c_void_p(_TOPMOST), 0, 0, 0, 0, _ONLY_THE_ORDER)

    def _find_above(self, window: int) -> int | None:
        above: int | None = self._user.GetWindow(c_void_p(window), _NEXT_ABOVE)
        return above

    def _is_seen(self, window: int) -> bool:
        """Whether a window is shown, and no other overlay that passes clicks on, nor one that Windows keeps hidden."""
        cloaked = c_int()
        self._dwm.DwmGetWindowAttribute(c_void_p(window), _CLOAKED, byref(cloaked), sizeof(cloaked))
        passes_clicks = self._user.GetWindowLongW(c_void_p(window), _EXTENDED_STYLE) & _PASSES_CLICKS
        return bool(self._user.IsWindowVisible(c_void_p(window))) and not (cloaked.value or passes_clicks)

    def _measure(self, window: int) -> QRect:
        rect = _Rect()
        self._user.GetWindowRect(c_void_p(window), byref(rect))
        return rect.to_qt()

    def _is_exclusive(self) -> bool:
        state = c_int()
        if self._shell.SHQueryUserNotificationState(byref(state)) or state.value != _EXCLUSIVE:
            return False
        return self._find_monitor(self._user.GetForegroundWindow()) == self._find_monitor(self._window)

    def _find_monitor(self, window: int | None) -> int | None:
        monitor: int | None = self._user.MonitorFromWindow(c_void_p(window), _NEAREST)
        return monitor
