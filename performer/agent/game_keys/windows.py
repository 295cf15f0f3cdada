"""The keyboard of Windows: hot keys, whose messages go to the thread that asked for them."""

import time
from collections.abc import Mapping, Sequence
from typing import Final

from performer.agent.game_keys.keyboard import KeyEvent, describe_taken
from performer.agent.pause_triggers.settings import Shortcut
from performer.core.platform.windows_desktop import (
    QuitMessageError,
    end_wait,
    is_key_down,
    read_thread,
    register_hot_key,
    take_hot_key,
    unregister_hot_key,
)

_MODIFIERS: Final = {"alt": 0x1, "ctrl": 0x2, "shift": 0x4, "super": 0x8}
_NO_REPEAT: Final = 0x4000
_KEYS: Final = {"Pause": 0x13, "Space": 0x20, "End": 0x23, "Home": 0x24, "Insert": 0x2D}
_F1: Final = 0x70
_LOOK_S: Final = 0.03
"""How often to look whether a key was let go, which Windows reports to nobody."""


class WindowsKeyboard:
    """The hot keys of the person logged in."""

    def __init__(self) -> None:
        self._thread = 0
        self._held: list[Shortcut] = []
        self._down: list[Shortcut] = []

    def hold(self, shortcuts: Sequence[Shortcut]) -> Mapping[Shortcut, str]:
        """Register the shortcuts, each with its place in the list as its number."""
        self._thread = read_thread()
        self._held = list(shortcuts)
        return {each: describe_taken(each) for number, each in enumerate(shortcuts) if not _take(number, each)}

    def next_event(self) -> KeyEvent | None:
        """Wait for a message to this thread; while keys are down, look also whether one was let go."""
        try:
            while True:
                number = take_hot_key(wait=not self._down)
                if number is not None:
                    return self._press(self._held[number])
                if event := self._find_let_go():
                    return event
        except QuitMessageError:
            for number in range(len(self._held)):
                unregister_hot_key(number)
            return None

    def close(self) -> None:
        """End the wait of the thread in `next_event`."""
        if self._thread:
            end_wait(self._thread)

    def _press(self, shortcut: Shortcut) -> KeyEvent:
        if shortcut not in self._down:
            self._down.append(shortcut)
        return KeyEvent(shortcut, is_down=True)

    def _find_let_go(self) -> KeyEvent | None:
        """Return a key that is down no more; while others are, None after a moment."""
        for shortcut in self._down:
            if not is_key_down(_code(shortcut.key)):
                self._down.remove(shortcut)
                return KeyEvent(shortcut, is_down=False)
        if self._down:
            time.sleep(_LOOK_S)
        return None


def _take(number: int, shortcut: Shortcut) -> bool:
    modifiers = sum(_MODIFIERS[each] for each in shortcut.modifiers) | _NO_REPEAT
    return register_hot_key(number, modifiers, _code(shortcut.key))


def _code(key: str) -> int:
    """Return Windows' code of a key; letters and digits are their own."""
    if key in _KEYS:
        return _KEYS[key]
    return ord(key) if len(key) == 1 else _F1 + int(key[1:]) - 1
