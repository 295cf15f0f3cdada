"""The overlay window's settings and command, and whether the window is seen, stated when it changes."""

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
"""The beginning of the window's state when nothing of it can be seen."""


class WindowWatch:
    """Follows whether the window is seen, and publishes the changes."""

    def __init__(self, stream: EventStream) -> None:
        self._stream = stream
        self._state = ""
        self._why = "the window has not answered yet"
        self._is_down = False
        self._is_over = False
        self._known = anyio.Event()

    async def known(self) -> None:
        """Wait until the window has said where it is, or has ended without a word."""
        await self._known.wait()

    def heard(self, state: str) -> None:
        """Note what the window says of itself: its monitor, and what is odd about it."""
        self._known.set()
        if state.startswith(_HIDDEN):
            self.failed(state)
            return
        if state != self._state and not self._is_over:
            self._stream.publish(events.ServiceUp(service="window", reason=state))
        self._state, self._why, self._is_down = state, "", False

    def failed(self, why: str) -> None:
        """Note that the window ended by itself; published once until the window is seen again."""
        self._known.set()
        self._state, self._why = "", why
        if not (self._is_down or self._is_over):
            self._stream.publish(events.ServiceDown(service="window", reason=why))
        self._is_down = True

    def stop_reporting(self) -> None:
        """Publish nothing more: at the end of the show the window leaves, as it should."""
        self._is_over = True

    def role(self, off: str = "") -> Role:
        """Return where the window is; `off` is the reason why none was started."""
        if off:
            return Role(part="window", plays="off", why=off)
        return Role(part="window", plays=self._state or "none", why=self._why)


def explain_missing_display(environ: Mapping[str, str] = os.environ, system: str = sys.platform) -> str:
    """Return why no window can be shown here; empty where one can."""
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
