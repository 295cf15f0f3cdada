"""The keyboard of an X11 session: keys that are grabbed on the whole display."""

import os
import select
from collections.abc import Mapping, Sequence
from typing import Final

from performer.agent.game_keys.keyboard import KeyEvent, describe_taken
from performer.agent.pause_triggers.settings import Shortcut
from performer.agent.pause_triggers.xlib import XDisplay
from performer.core.errors import ServiceError
from performer.core.own_text import own

_MODIFIERS: Final = {"shift": 1 << 0, "ctrl": 1 << 2, "alt": 1 << 3, "super": 1 << 6}
_CAPS_LOCK, _NUM_LOCK = 1 << 1, 1 << 4
_LOCKS: Final = (0, _CAPS_LOCK, _NUM_LOCK, _CAPS_LOCK | _NUM_LOCK)
"""Locks count as modifiers: the key must work under each of them."""
_ALL: Final = sum(_MODIFIERS.values())


class X11Keyboard:
    """The keys of the display that DISPLAY names, over a connection of its own."""

    def __init__(self) -> None:
        self._display = XDisplay()
        self._display.leave_out_repeats()
        self._stop, self._stopper = os.pipe()
        self._is_over = False
        self._held: dict[tuple[int, int], Shortcut] = {}
        """By the key's code and the modifiers."""
        self._down: dict[int, Shortcut] = {}
        """By the code: a modifier may be let go first."""

    def hold(self, shortcuts: Sequence[Shortcut]) -> Mapping[Shortcut, str]:
        """Grab the shortcuts."""
        refused = {each: why for each in shortcuts if (why := self._grab(each))}
        self._display.check()
        return refused

    def next_event(self) -> KeyEvent | None:
        """Wait for the display, or for the end."""
        try:
            while not self._is_over:
                while found := self._display.next_key():
                    if event := self._read(*found):
                        return event
                ready, _, _ = select.select([self._display.socket, self._stop], [], [])
                if self._stop in ready:
                    self._let_go()
        except ServiceError:
            self._let_go()
            raise
        return None

    def close(self) -> None:
        """End the wait of the thread in `next_event`."""
        os.close(self._stopper)

    def _grab(self, shortcut: Shortcut) -> str:
        code = self._display.key_code(shortcut.key.lower() if shortcut.key == "Space" else shortcut.key)
        if not code:
            return own("this keyboard has no {key}: choose another key in Settings", key=shortcut.key)
        modifiers = sum(_MODIFIERS[each] for each in shortcut.modifiers)
        grabbed = [self._display.grab_key(code, modifiers | locks) for locks in _LOCKS]
        if not all(grabbed):
            for locks in _LOCKS:
                self._display.let_key_go(code, modifiers | locks)
            return describe_taken(shortcut)
        self._held[code, modifiers] = shortcut
        return ""

    def _read(self, code: int, state: int, is_down: bool) -> KeyEvent | None:
        """Return what a key's event means; None for a key that is held already, or was not ours."""
        if not is_down:
            shortcut = self._down.pop(code, None)
            return KeyEvent(shortcut, is_down=False) if shortcut else None
        shortcut = self._held.get((code, state & _ALL))
        if shortcut is None or code in self._down:
            return None
        self._down[code] = shortcut
        return KeyEvent(shortcut, is_down=True)

    def _let_go(self) -> None:
        self._is_over = True
        self._display.close()
        os.close(self._stop)
