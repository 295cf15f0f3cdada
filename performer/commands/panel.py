"""`performer panel`: opens the panel of the performer that runs, in a browser on this machine."""

import os
import sys
import webbrowser
from typing import TYPE_CHECKING

import anyio

if TYPE_CHECKING:
    from performer.home import Home


def panel() -> None:
    """Open the panel in your browser: who plays, what the guard stopped, and buttons for what you may order."""
    from performer.errors import ConfigError
    from performer.home import Home

    home = Home.find()
    file = home.panel_file
    if not file.exists():
        raise ConfigError(f"There is no {file} yet: it comes with the first show. Start one with: python3 run.py")
    # The file, and not the address in it: what a program is started with, everybody on this machine may read.
    if _has_screen() and webbrowser.open(file.as_uri()):
        print(f"The panel opens in your browser. It is {file}, which you may also take as a dock in OBS.")
    else:
        print(f"No browser could be opened. Open this file in one on this machine: {file}")
    if not anyio.run(_is_on, home):
        print("No show is running now: the panel waits for one. Start it with: python3 run.py")


async def _is_on(home: "Home") -> bool:
    """Tell whether a show runs; one that cannot be asked at this moment does."""
    from performer.control_client import NobodyThereError, ask
    from performer.errors import ServiceError

    try:
        await ask(home, "status", {})
    except NobodyThereError:
        return False
    except ServiceError:
        return True
    return True


def _has_screen() -> bool:
    """Tell whether a browser could show itself; one that draws in the terminal could not run the panel."""
    if os.environ.get("BROWSER") or sys.platform in {"win32", "darwin"}:
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
