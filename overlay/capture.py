"""Hiding a window from whoever records the screen, where the system can do that.

For a streamer whose OBS takes the page and captures the monitor: without it viewers would see everything twice.
"""

import ctypes
import sys
from typing import Final

_EXCLUDED_ON_WINDOWS: Final = 0x11
"""WDA_EXCLUDEFROMCAPTURE, from Windows 10 2004 on: the window is left out, not black."""
_SHOWN_ON_WINDOWS: Final = 0
_HIDDEN_ON_MACOS: Final = 0
"""NSWindowSharingNone."""
_SHOWN_ON_MACOS: Final = 1
"""NSWindowSharingReadOnly, as it is from the beginning."""


def set_hidden_from_capture(window: int, *, hidden: bool) -> str:
    """Hide a native window, by Qt's number of it, or show it again; tell why that cannot be, or nothing."""
    if sys.platform == "win32":
        return _set_on_windows(window, _EXCLUDED_ON_WINDOWS if hidden else _SHOWN_ON_WINDOWS)
    if sys.platform == "darwin":
        return _set_on_macos(window, _HIDDEN_ON_MACOS if hidden else _SHOWN_ON_MACOS)
    return "no window can be hidden from capture on this system; capture the game instead of the screen"


def _set_on_windows(window: int, affinity: int) -> str:
    if sys.platform != "win32":
        return ""
    if ctypes.windll.user32.SetWindowDisplayAffinity(ctypes.c_void_p(window), affinity):
        return ""
    return "Windows refuses; it can from version 10 2004 on"


def _set_on_macos(view: int, sharing: int) -> str:
    """Ask the view for its window, and set how that is shared; from macOS 15 on some recorders see it all the same."""
    objc = ctypes.CDLL("/usr/lib/libobjc.A.dylib")
    objc.sel_registerName.restype = ctypes.c_void_p
    objc.sel_registerName.argtypes = [ctypes.c_char_p]
    ask = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)(("objc_msgSend", objc))
    tell = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_ulong)(("objc_msgSend", objc))
    window = ask(view, objc.sel_registerName(b"window"))
    if not window:
        return "macOS does not tell the window"
    tell(window, objc.sel_registerName(b"setSharingType:"), sharing)
    return ""
