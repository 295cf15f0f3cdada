"""What kind of desktop this is, as far as it matters for looking at it."""

import os
import sys


def is_capture_polled() -> bool:
    """Tell whether Qt itself grabs the screen again and again (X11), instead of being handed what moves."""
    is_wayland = bool(os.environ.get("WAYLAND_DISPLAY")) or os.environ.get("XDG_SESSION_TYPE") == "wayland"
    return sys.platform == "linux" and not is_wayland


def choose_capture_backend() -> None:
    """Name the way to the screen, before Qt chooses one by an environment that may lack half of what it looks for."""
    if sys.platform == "linux":
        os.environ.setdefault("QT_SCREEN_CAPTURE_BACKEND", "x11" if is_capture_polled() else "pipewire")
