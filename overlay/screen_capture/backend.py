"""The kind of desktop, as far as it matters for capturing the screen."""

import os
import sys


def is_capture_polled() -> bool:
    """Whether Qt itself grabs the screen again and again (X11), instead of getting what changes."""
    is_wayland = bool(os.environ.get("WAYLAND_DISPLAY")) or os.environ.get("XDG_SESSION_TYPE") == "wayland"
    return sys.platform == "linux" and not is_wayland


def choose_capture_backend() -> None:
    """Choose Qt's capture backend, before Qt chooses one whose libraries may be missing."""
    if sys.platform == "linux":
        os.environ.setdefault("QT_SCREEN_CAPTURE_BACKEND", "x11" if is_capture_polled() else "pipewire")
