"""The keyboard port: shortcuts that are held for the whole desktop, and which of them went down or up."""

import os
import sys
from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from performer.agent.pause_triggers.settings import Shortcut
from performer.core.errors import ServiceError
from performer.core.own_text import OwnText, own
from performer.core.process.child import is_wayland
from performer.core.values import dataclass

BY_COMMAND: Final = own(
    "give the key to `performer hush`, `performer pause` or a POST to /do/hush in your system's own settings, or in"
    " Stream Deck"
)


@dataclass(frozen=True, slots=True)
class KeyEvent:
    """A shortcut that went down or up."""

    shortcut: Shortcut
    is_down: bool


class Keyboard(Protocol):
    """The shortcuts of a desktop; all calls but `close` block, and come from one thread."""

    def hold(self, shortcuts: Sequence[Shortcut]) -> Mapping[Shortcut, str]:
        """Grab the shortcuts, which no other program gets then; return those that are not to be had, and why.

        Raises:
            ServiceError: when this system gives none to any program, or the session is gone.
        """
        ...

    def next_event(self) -> KeyEvent | None:
        """Wait until a shortcut goes down or up; return None once it is closed, and nothing is held any more.

        Raises:
            ServiceError: when the session is gone.
        """
        ...

    def close(self) -> None:
        """End the wait of `next_event`; may be called from any thread."""
        ...


def open_keyboard(environ: Mapping[str, str] = os.environ) -> Keyboard:
    """Open the keyboard of this session; nothing is held yet.

    Raises:
        ServiceError: when this system gives programs no key, with the remedy.
    """
    if sys.platform == "win32":
        from performer.agent.game_keys.windows import WindowsKeyboard

        return WindowsKeyboard()
    if sys.platform == "darwin":
        raise ServiceError(
            own("macOS gives a key only to programs that run in a window: {remedy}", remedy=BY_COMMAND), retry=False
        )
    if is_wayland(environ):
        from performer.agent.game_keys.portal import PortalKeyboard

        return PortalKeyboard()
    if not environ.get("DISPLAY"):
        raise ServiceError(own("there is no desktop here (DISPLAY is not set)"), retry=False)
    from performer.agent.game_keys.x11 import X11Keyboard

    return X11Keyboard()


def describe_taken(shortcut: Shortcut) -> OwnText:
    """Return why a shortcut that another program has cannot be had, and what to do."""
    return own("another program has {shortcut}: choose another key in Settings", shortcut=str(shortcut))
