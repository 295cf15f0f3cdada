"""The overlay window's settings, and the command that starts it.

How the show is seen on this machine: whether there is a window, where it is, and what became of it.
"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

import anyio
from pydantic import BaseModel, ConfigDict

from performer.core import events
from performer.core.events.stream import EventStream
from performer.core.status import Role

_HIDDEN: Final = "hidden"
"""So the window begins what it says when nothing of it can be seen."""


class WindowWatch:
    """Follows whether the window is seen, and states the changes."""

    def __init__(self, stream: EventStream) -> None:
        self._stream = stream
        self._state = ""
        self._why = "the window has not answered yet"
        self._is_down = False
        self._is_over = False
        self._known = anyio.Event()

    async def known(self) -> None:
        """Return when the window has said where it is, or has ended without a word."""
        await self._known.wait()

    def heard(self, state: str) -> None:
        """Take in what the window says of itself: on which monitor it is, and what is odd about it."""
        self._known.set()
        if state.startswith(_HIDDEN):
            self.failed(state)
            return
        if state != self._state and not self._is_over:
            self._stream.publish(events.ServiceUp(service="window", reason=state))
        self._state, self._why, self._is_down = state, "", False

    def failed(self, why: str) -> None:
        """Take in that the window ended by itself; stated once until it is seen again, whatever else is wrong later."""
        self._known.set()
        self._state, self._why = "", why
        if not (self._is_down or self._is_over):
            self._stream.publish(events.ServiceDown(service="window", reason=why))
        self._is_down = True

    def stop_reporting(self) -> None:
        """State nothing more: at the end of the show the window leaves, as it should."""
        self._is_over = True

    def role(self, off: str = "") -> Role:
        """Tell where the window is; `off` says why none was started."""
        if off:
            return Role(part="window", plays="off", why=off)
        return Role(part="window", plays=self._state or "none", why=self._why)


def explain_missing_display(environ: Mapping[str, str] = os.environ, system: str = sys.platform) -> str:
    """Tell why no window can be shown here, or nothing where one can."""
    if system in {"win32", "darwin"} or environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"):
        return ""
    return "there is no display"


class WindowSettings(BaseModel):
    """The overlay window: the stage on the streamer's own screen, on top of the game."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    enabled: bool = True
    """Whether the overlay window is shown, where there is a display."""
    monitor: str = ""
    """The monitor's number from 1 on, or part of its name; empty is where it was last, else the primary one."""
    without_compositor: Literal["shape", "hide"] = "shape"
    """On X11 without a compositor nothing is translucent: cut the window to its elements, or hide it."""
    straight_alpha: bool = False
    """For OBS's window capture on X11: soft edges are right there, and wrong on the desktop."""
    hide_from_capture: Literal["auto", "always", "never"] = "auto"
    """When recorders of the screen are not to see the window; auto: while a page shows the stage. Windows and macOS."""

    def command(self, place_file: Path | None = None) -> list[str]:
        """Write the command that starts the window; its address follows on standard input.

        Args:
            place_file: Where it keeps which monitor it was on; without one it forgets.
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
