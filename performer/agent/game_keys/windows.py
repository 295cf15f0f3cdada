"""The keyboard of Windows: hot keys, whose messages go to the thread that asked for them."""

import ctypes
import time
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from performer.agent.game_keys.keyboard import KeyEvent, describe_taken
from performer.agent.pause_triggers.settings import Shortcut
from performer.agent.pause_triggers.windows import load_library

_MODIFIERS: Final = {"alt": 0x1, "ctrl": 0x2, "shift": 0x4, "super": 0x8}
_NO_REPEAT: Final = 0x4000
_KEYS: Final = {"Pause": 0x13, "Space": 0x20, "End": 0x23, "Home": 0x24, "Insert": 0x2D}
_F1: Final = 0x70
_HOTKEY, _QUIT = 0x0312, 0x0012
_REMOVED: Final = 1
_IS_DOWN: Final = 0x8000
_LOOK_S: Final = 0.03
"""How often to look whether a key was let go, which Windows reports to nobody."""


class WindowsKeyboard:
    """The hot keys of the person logged in."""

    def __init__(self) -> None:
        self._user = _user32()
        self._thread = 0
        self._held: list[Shortcut] = []
        self._down: list[Shortcut] = []

    def hold(self, shortcuts: Sequence[Shortcut]) -> Mapping[Shortcut, str]:
        """Register the shortcuts, each with its place in the list as its number."""
        self._thread = load_library("kernel32").GetCurrentThreadId()
        self._held = list(shortcuts)
        return {each: describe_taken(each) for number, each in enumerate(shortcuts) if not self._take(number, each)}

    def next_event(self) -> KeyEvent | None:
        """Wait for a message to this thread; while keys are down, look also whether one was let go."""
        message = _Message()
        while True:
            if self._down:
                has_message = bool(self._user.PeekMessageW(ctypes.byref(message), None, 0, 0, _REMOVED))
            else:
                has_message = self._user.GetMessageW(ctypes.byref(message), None, 0, 0) >= 0
            if has_message and message.message == _QUIT:
                self._let_go()
                return None
            if has_message and message.message == _HOTKEY:
                shortcut = self._held[message.wide]
                if shortcut not in self._down:
                    self._down.append(shortcut)
                return KeyEvent(shortcut, is_down=True)
            if event := self._find_let_go():
                return event

    def close(self) -> None:
        """End the wait of the thread in `next_event`."""
        if self._thread:
            self._user.PostThreadMessageW(self._thread, _QUIT, 0, 0)

    def _take(self, number: int, shortcut: Shortcut) -> bool:
        modifiers = sum(_MODIFIERS[each] for each in shortcut.modifiers) | _NO_REPEAT
        return bool(self._user.RegisterHotKey(None, number, modifiers, _code(shortcut.key)))

    def _find_let_go(self) -> KeyEvent | None:
        """Return a key that is down no more; while others are, None after a moment."""
        for shortcut in self._down:
            if not self._user.GetAsyncKeyState(_code(shortcut.key)) & _IS_DOWN:
                self._down.remove(shortcut)
                return KeyEvent(shortcut, is_down=False)
        if self._down:
            time.sleep(_LOOK_S)
        return None

    def _let_go(self) -> None:
        for number in range(len(self._held)):
            self._user.UnregisterHotKey(None, number)


def _code(key: str) -> int:
    """Return Windows' code of a key; letters and digits are their own."""
    if key in _KEYS:
        return _KEYS[key]
    return ord(key) if len(key) == 1 else _F1 + int(key[1:]) - 1


class _Message(ctypes.Structure):
    _fields_: ClassVar = [
        ("window", ctypes.c_void_p),
        ("message", ctypes.c_uint),
        ("wide", ctypes.c_size_t),
        ("long", ctypes.c_ssize_t),
        ("time", ctypes.c_uint),
        ("x", ctypes.c_long),
        ("y", ctypes.c_long),
        ("private", ctypes.c_uint),
    ]


def _user32() -> Any:
    user = load_library("user32")
    user.GetMessageW.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint]
    user.PeekMessageW.argtypes = [*user.GetMessageW.argtypes, ctypes.c_uint]
    user.PostThreadMessageW.argtypes = [ctypes.c_ulong, ctypes.c_uint, ctypes.c_size_t, ctypes.c_ssize_t]
    user.GetAsyncKeyState.restype = ctypes.c_short
    return user
