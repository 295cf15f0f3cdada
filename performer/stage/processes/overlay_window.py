"""The overlay window's settings and command, and whether the window is seen, stated when it changes."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

from performer.core.events.stream import EventStream
from performer.core.own_text import own
from performer.core.settings import Live, Settings
from performer.core.status import Role
from performer.stage.processes.child import ClientWatch

_OFF: Final = own("switched off by window.enabled or --no-desktop")
_UNSEEN: Final = ("hidden", "covered")
"""The beginnings of the window's state when nothing of it can be seen."""


class WindowWatch(ClientWatch):
    """Follows whether the window is seen."""

    def __init__(self, stream: EventStream) -> None:
        super().__init__(stream, "window", "the window has not answered yet")

    def heard(self, state: str) -> None:
        """Note what the window says of itself: its monitor, and what is odd about it."""
        if state.startswith(_UNSEEN):
            self.note_down(state)
        else:
            self.note_up(state)

    def role(self, off: str = "") -> Role:
        """Return where the window is; `off` is the reason why none was started."""
        if off:
            return Role(part="window", plays=own("off"), why=off, state="off")
        if not self.state:
            return Role(part="window", plays="none", why=self.why, state="down")
        return Role(part="window", plays=self.state)


def explain_missing_display(environ: Mapping[str, str] = os.environ, system: str = sys.platform) -> str:
    """Return why no window can be shown here; empty where one can."""
    if system in {"win32", "darwin"} or environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"):
        return ""
    return "there is no display"


class WindowSettings(Settings):
    """The overlay window: the stage on the streamer's own screen, on top of the game."""

    enabled: Live[bool] = True
    """Whether the overlay window is shown, where there is a display."""
    monitor: Live[str] = ""
    """The monitor's number from 1 on, or part of its name; empty is where it was last, else the primary one."""
    without_compositor: Live[Literal["shape", "hide"]] = "shape"
    """On X11 without a compositor nothing is translucent: cut the window to its elements, or hide it."""
    straight_alpha: Live[bool] = False
    """For OBS's window capture on X11: soft edges are right there, and wrong on the desktop."""
    hide_from_capture: Live[Literal["auto", "always", "never"]] = "auto"
    """When no recorder of the screen is to see the window, neither what watches the game for us nor OBS's display
    capture; auto: while a page shows the stage. Windows 10 2004 or later, and macOS."""

    def explain_absence(self, *, desktop: bool) -> str:
        """Return why no window is shown here; empty where one is. `desktop` is the option of this run."""
        return explain_missing_display() if desktop and self.enabled else _OFF

    def command(self, place_file: Path | None = None) -> list[str]:
        """Return the command that starts the window; its address follows on standard input.

        The window remembers its monitor in the place file, if there is one.
        """
        options = {
            "--monitor": self.monitor,
            "--without-compositor": self.without_compositor,
            "--hide-from-capture": self.hide_from_capture,
            "--place-file": str(place_file or ""),
        }
        chosen = [word for option, value in options.items() if value for word in (option, value)]
        alpha = ["--straight-alpha"] if self.straight_alpha else []
        return [sys.executable, "-m", "overlay", *chosen, *alpha]
