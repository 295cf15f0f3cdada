"""Which desktop there is here, and why there may be none that tells anything."""

import os
import sys
from collections.abc import Mapping

from performer.errors import ServiceError
from performer.pauses.desktop import Desktop, Key
from performer.pauses.shortcut import Shortcut
from performer.session import is_wayland

_BY_COMMAND = "use `performer pause` and `performer resume` instead, from a Stream Deck or a script"


def open_desktop(environ: Mapping[str, str] = os.environ) -> Desktop:
    """Open the desktop of this session; call it in the thread that will ask it.

    Raises:
        ServiceError: saying why nothing can be known here.
    """
    if sys.platform == "win32":
        from performer.pauses.windows import WindowsDesktop

        return WindowsDesktop()
    if sys.platform == "darwin":
        from performer.pauses.macos import MacDesktop

        return MacDesktop()
    _need_x11(environ)
    from performer.pauses.x11 import X11Desktop

    return X11Desktop()


def take_key(shortcut: Shortcut, environ: Mapping[str, str] = os.environ) -> Key:
    """Take a key for the whole desktop.

    Raises:
        ServiceError: when another program has it, or this system gives no program one; with the remedy.
    """
    if sys.platform == "win32":
        from performer.pauses.windows import WindowsKey

        return WindowsKey(shortcut)
    if sys.platform == "darwin":
        raise ServiceError(f"macOS gives {shortcut} only to programs with special rights: {_BY_COMMAND}", retry=False)
    _need_x11(environ)
    from performer.pauses.x11 import X11Key

    return X11Key(shortcut)


def _need_x11(environ: Mapping[str, str]) -> None:
    if is_wayland(environ):
        raise ServiceError(f"a Wayland session tells no program about the others: {_BY_COMMAND}", retry=False)
    if not environ.get("DISPLAY"):
        raise ServiceError("there is no desktop here (DISPLAY is not set)", retry=False)
