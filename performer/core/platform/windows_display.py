"""Windows: the pixels of the screen as they are, and a game that has the screen for itself."""

import ctypes
from typing import Final

from performer.core.platform.windows_api import load

_PER_MONITOR: Final = (ctypes.c_void_p(-4), ctypes.c_void_p(-3))
"""DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2, as Qt has it for its windows, and V1, before 1703 and in old Wine."""
_EXCLUSIVE: Final = 3
"""QUNS_RUNNING_D3D_FULL_SCREEN."""


def see_every_pixel() -> None:
    """Ask Windows to tell this process of the screen's own pixels, whatever a monitor's scale.

    Only before the process has a window: after it Windows goes on telling a screen that is smaller than it is.
    """
    any(load("user32").SetProcessDpiAwarenessContext(each) for each in _PER_MONITOR)


def is_screen_taken() -> bool:
    """Return whether a game has the screen for itself (exclusive full screen), where pictures of it come out black."""
    state = ctypes.c_int()
    return load("shell32").SHQueryUserNotificationState(ctypes.byref(state)) == 0 and state.value == _EXCLUSIVE
