"""Windows: the pixels of the screen as they are, and a game that fills a screen, or has it for itself."""

import ctypes
from typing import Final

from performer.core.platform.windows_api import MonitorInfo, Rectangle, load

_PER_MONITOR: Final = (ctypes.c_void_p(-4), ctypes.c_void_p(-3))
"""DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2, as Qt has it for its windows, and V1, before 1703 and in old Wine."""
_EXCLUSIVE: Final = 3
"""QUNS_RUNNING_D3D_FULL_SCREEN."""
_NO_MONITOR: Final = 0
"""MONITOR_DEFAULTTONULL."""
_STYLE: Final = -16
_CAPTION: Final = 0x00C00000
"""WS_CAPTION: one that is only maximized, where the taskbar hides, has its title still."""
_DESKTOP: Final = {"Progman", "WorkerW"}
"""The classes of the windows that the desktop's picture and icons lie in."""
_LONGEST_CLASS: Final = 257


def see_every_pixel() -> None:
    """Ask Windows to tell this process of the screen's own pixels, whatever a monitor's scale.

    Only before the process has a window: after it Windows goes on telling a screen that is smaller than it is.
    """
    any(load("user32").SetProcessDpiAwarenessContext(each) for each in _PER_MONITOR)


def is_screen_taken() -> bool:
    """Return whether a game has the screen for itself (exclusive full screen), where pictures of it come out black."""
    state = ctypes.c_int()
    return load("shell32").SHQueryUserNotificationState(ctypes.byref(state)) == 0 and state.value == _EXCLUSIVE


def is_screen_filled() -> bool:
    """Return whether the program in front fills its screen, as a borderless game does; exclusively or not."""
    return fills_screen(load("user32").GetForegroundWindow())


def fills_screen(window: int | None) -> bool:
    """Return whether a window covers all of its monitor, without a title, and is not the desktop."""
    user = load("user32")
    if not window or _is_desktop(window) or user.GetWindowLongW(window, _STYLE) & _CAPTION == _CAPTION:
        return False
    place, monitor = Rectangle(), MonitorInfo(size=ctypes.sizeof(MonitorInfo))
    is_told = user.GetWindowRect(window, ctypes.byref(place)) and user.GetMonitorInfoW(
        user.MonitorFromWindow(window, _NO_MONITOR), ctypes.byref(monitor)
    )
    return bool(is_told) and place.covers(monitor.whole)


def _is_desktop(window: int) -> bool:
    user, name = load("user32"), ctypes.create_unicode_buffer(_LONGEST_CLASS)
    user.GetClassNameW(window, name, _LONGEST_CLASS)
    return window == user.GetShellWindow() or name.value in _DESKTOP
