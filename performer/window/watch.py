"""How the show is seen on this machine: whether there is a window, where it is, and what became of it."""

import os
import sys
from collections.abc import Mapping
from typing import Final

import anyio

from performer import events
from performer.events import EventStream
from performer.roles import Role

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

    def ignore_the_end(self) -> None:
        """State nothing more: at the end of the show the window leaves, as it should."""
        self._is_over = True

    def role(self, off: str = "") -> Role:
        """Tell where the window is; `off` says why none was started."""
        if off:
            return Role(part="window", plays="off", why=off)
        return Role(part="window", plays=self._state or "none", why=self._why)


def no_display(environ: Mapping[str, str] = os.environ, system: str = sys.platform) -> str:
    """Tell why no window can be shown here, or nothing where one can."""
    if system in {"win32", "darwin"} or environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"):
        return ""
    return "there is no display"
