"""The desktop port: what is in front, and how long nobody has touched anything; and which desktop there is here."""

import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from fnmatch import fnmatchcase
from typing import Final, Protocol

from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.core.process.child import is_wayland
from performer.core.values import dataclass

_BY_COMMAND: Final = own("use `performer pause` and `performer resume` instead, from a Stream Deck or a script")


@dataclass(frozen=True, kw_only=True)
class ForegroundWindow:
    """The window in front; it is looked at and forgotten, never written down."""

    program: str = ""
    """The program's name or names, joined by a line break."""
    title: str = field(default="", repr=False)
    fills_screen: bool | None = None
    """Whether it is in full screen, borderless too; None where the system is not asked."""


class Desktop(Protocol):
    """A desktop session. Its calls block for a millisecond or so, or for ever: make them in one thread of their own.

    Raises:
        ServiceError: by each call, when the session is gone or does not tell.
    """

    name: str
    """For the start-up table: `X11 :0`."""

    def foreground(self) -> ForegroundWindow | None:
        """Return the window in front, None when there is none."""
        ...

    def idle_s(self) -> float:
        """Return for how many seconds neither keyboard nor mouse was touched."""
        ...

    def programs(self) -> list[str]:
        """Return the programs whose windows are open, each once, in the order of the alphabet."""
        ...

    def close(self) -> None:
        """Drop the session."""
        ...


def find_matching(patterns: Sequence[str], names: Iterable[str]) -> str:
    """Return the first pattern that one of the names fits, whole; empty when none does.

    `*` stands for anything, and every other character for itself: scenes are called `[BRB]` or `Ready?`.
    """
    folded = [name.strip().casefold() for name in names if name.strip()]
    return next((each for each in patterns if any(fnmatchcase(name, _for_fnmatch(each)) for name in folded)), "")


def _for_fnmatch(pattern: str) -> str:
    return re.sub(r"([?\[])", r"[\1]", pattern.strip().casefold())


def open_desktop(environ: Mapping[str, str] = os.environ) -> Desktop:
    """Open the desktop of this session; call it in the thread that will ask it.

    Raises:
        ServiceError: saying why nothing can be known here.
    """
    if sys.platform == "win32":
        from performer.agent.pause_triggers.windows import WindowsDesktop

        return WindowsDesktop()
    if sys.platform == "darwin":
        from performer.agent.pause_triggers.macos import MacDesktop

        return MacDesktop()
    _need_x11(environ)
    from performer.agent.pause_triggers.x11 import X11Desktop

    return X11Desktop()


def _need_x11(environ: Mapping[str, str]) -> None:
    if is_wayland(environ):
        raise ServiceError(
            own("a Wayland session tells no program about the others: {by_command}", by_command=_BY_COMMAND),
            retry=False,
        )
    if not environ.get("DISPLAY"):
        raise ServiceError(own("there is no desktop here (DISPLAY is not set)"), retry=False)
