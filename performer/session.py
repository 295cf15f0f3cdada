"""The desktop session this process runs in."""

import os
from collections.abc import Mapping


def is_wayland(environ: Mapping[str, str] = os.environ) -> bool:
    """Tell whether this is a Wayland session, where grabbing shows nothing and other programs' windows are unknown."""
    return bool(environ.get("WAYLAND_DISPLAY")) or environ.get("XDG_SESSION_TYPE") == "wayland"
