"""The browser of whoever sits at this machine."""

import os
import sys
import webbrowser
from pathlib import Path


def open_in_browser(file: Path) -> bool:
    """Open a file in the browser, and return whether one could be started, which takes a while.

    The file is named, and not an address in it: everybody on this machine may read what a program is started with.
    """
    return _has_screen() and webbrowser.open(file.as_uri())


def _has_screen() -> bool:
    """Return whether a browser could show a window; one that draws in the terminal could not run the panel."""
    if os.environ.get("BROWSER") or sys.platform in {"win32", "darwin"}:
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
