"""Hiding a window from whoever records the screen, where the system can do that.

For a streamer whose OBS takes the page and captures the monitor: without it viewers would see everything twice.
"""

import ctypes
import sys
from typing import Final

_EXCLUDED_ON_WINDOWS: Final = 0x11
"""WDA_EXCLUDEFROMCAPTURE, from Windows 10 2004 on: the window is left out, not black."""
_NOT_SHARED_ON_MACOS: Final = 0
"""NSWindowSharingNone."""


def hide_from_capture(window: int) -> str:
    """Hide a native window, by Qt's number of it; tell why that cannot be, or nothing."""
    if sys.platform == "win32":
        return _hide_on_windows(window)
    if sys.platform == "darwin":
        return _hide_on_macos(window)
    return "no window can be hidden from capture on this system; capture the game instead of the screen"


def _hide_on_windows(window: int) -> str:
    if sys.platform != "win32":
        return ""
    if ctypes.windll.user32.SetWindowDisplayAffinity(ctypes.c_void_p(window), _EXCLUDED_ON_WINDOWS):
        return ""
    return "Windows refuses; it can from version 10 2004 on"


def _hide_on_macos(view: int) -> str:
    """Ask the view for its window, and that not to be shared; from macOS 15 on some recorders see it all the same."""
    objc = ctypes.CDLL("/usr/lib/libobjc.A.dylib")
    objc.sel_registerName.restype = ctypes.c_void_p
    objc.sel_registerName.argtypes = [ctypes.c_char_p]
    ask = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)(("objc_msgSend", objc))
    tell = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_ulong)(("objc_msgSend", objc))
    window = ask(view, objc.sel_registerName(b"window"))
    if not window:
        return "macOS does not tell the window"
    tell(window, objc.sel_registerName(b"setSharingType:"), _NOT_SHARED_ON_MACOS)
    return ""
