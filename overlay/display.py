"""Which display there is, and which of Qt's ways to it is taken."""

import ctypes
import ctypes.util
from collections.abc import MutableMapping
from typing import Final

_NO_DISPLAY: Final = "no display: neither DISPLAY nor WAYLAND_DISPLAY is set; start it in a desktop session"


def choose_platform(environ: MutableMapping[str, str], system: str) -> str:
    """Set Qt's variables for the display that there is; tell why there is none to be had, or nothing.

    A window works in device pixels: Qt is not to enlarge it. On Wayland an ordinary window can neither stay on top nor
    choose its place; through Xwayland, which most sessions have, it can.
    """
    environ.setdefault("QT_ENABLE_HIGHDPI_SCALING", "0")
    if system != "linux" or environ.get("QT_QPA_PLATFORM"):
        return ""
    if environ.get("DISPLAY"):
        environ["QT_QPA_PLATFORM"] = "xcb"
        return _x11_trouble(environ["DISPLAY"])
    return "" if environ.get("WAYLAND_DISPLAY") else _NO_DISPLAY


def _x11_trouble(display: str) -> str:
    """Knock at the X server: Qt would abort without a word that a person could use."""
    name = ctypes.util.find_library("X11")
    if name is None:
        return ""
    x11 = ctypes.CDLL(name)
    x11.XOpenDisplay.restype = ctypes.c_void_p
    opened = x11.XOpenDisplay(None)
    if not opened:
        return f"the display '{display}' does not answer"
    x11.XCloseDisplay(ctypes.c_void_p(opened))
    return ""
