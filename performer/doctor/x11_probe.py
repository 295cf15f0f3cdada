"""The probe of an X11 display: `python -m performer.doctor.x11_probe` prints a JSON object.

It runs in its own process: Xlib ends its process when a display goes away, and a display may hang.
"""

import ctypes
import ctypes.util
import json
from typing import Any


def main() -> None:
    """Print whether the display answers, and whether a compositor runs."""
    print(json.dumps(_probe()))


def _probe() -> dict[str, Any]:
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
