"""Ask an X11 display two questions: `python -m performer.cli.doctor.x11_probe`, which prints a JSON object.

A process of its own: Xlib ends the process that it is in when a display goes away, and a display may hang.
"""

import ctypes
import ctypes.util
import json
from typing import Any


def main() -> None:
    """Print whether the display answers, whether a compositor runs, and the names of what is there."""
    print(json.dumps(_look()))


def _look() -> dict[str, Any]:
    name = ctypes.util.find_library("X11")
    if name is None:
        return {"answers": None}
    x11 = ctypes.CDLL(name)
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XInternAtom.restype = ctypes.c_ulong
    x11.XGetSelectionOwner.restype = ctypes.c_ulong
    opened = x11.XOpenDisplay(None)
    if opened is None:
        return {"answers": False}
    display = ctypes.c_void_p(opened)
    selection = b"_NET_WM_CM_S%d" % x11.XDefaultScreen(display)
    atom = ctypes.c_ulong(x11.XInternAtom(display, selection, 0))
    return {"answers": True, "composited": bool(x11.XGetSelectionOwner(display, atom))}


if __name__ == "__main__":
    main()
