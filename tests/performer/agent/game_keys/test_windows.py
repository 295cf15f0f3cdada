"""The keyboard of Windows, as far as it can be tried elsewhere: codes, what becomes of messages, and whose it is."""

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from performer.agent.game_keys import windows
from performer.agent.game_keys.keyboard import KeyEvent
from performer.agent.game_keys.windows import WindowsKeyboard, _code
from performer.agent.pause_triggers.settings import Shortcut
from performer.core.errors import ServiceError

INSERT, F9 = Shortcut.read("Insert"), Shortcut.read("F9")
HOTKEY = 0x0312


class PlayedWindows:
    """Windows' part that gives hot keys, with messages that the test has sent; `down` are the codes of keys held."""

    def __init__(self) -> None:
        self.messages: list[int] = []
        self.down: set[int] = set()

    def RegisterHotKey(self, *_of: Any) -> int:  # noqa: N802  Windows' own name
        return 1

    def GetAsyncKeyState(self, code: int) -> int:  # noqa: N802  Windows' own name
        return 0x8000 if code in self.down else 0

    def GetMessageW(self, message: Any, *_filter: Any) -> int:  # noqa: N802  Windows' own name
        message._obj.message, message._obj.wide = HOTKEY, self.messages.pop(0)
        return 1

    def PeekMessageW(self, message: Any, *filter_: Any) -> int:  # noqa: N802  Windows' own name
        return self.GetMessageW(message, *filter_) if self.messages else 0

    def press(self, number: int, code: int) -> None:
        self.messages.append(number)
        self.down.add(code)


@pytest.mark.parametrize(("key", "code"), [("P", 0x50), ("7", 0x37), ("F1", 0x70), ("F12", 0x7B), ("Pause", 0x13)])
def test_keys_have_windows_codes(key: str, code: int) -> None:
    assert _code(key) == code


@pytest.mark.skipif(sys.platform == "win32", reason="there it works")
def test_elsewhere_it_is_said_that_it_is_windows_own() -> None:
    with pytest.raises(ServiceError, match="is Windows' own"):
        WindowsKeyboard()


def test_a_key_that_is_held_is_let_go_though_another_was_pressed_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    played = PlayedWindows()
    monkeypatch.setattr(windows, "_user32", lambda: played)
    monkeypatch.setattr(windows, "load_library", lambda _name: SimpleNamespace(GetCurrentThreadId=lambda: 1))
    keyboard = WindowsKeyboard()
    keyboard.hold([INSERT, F9])
    played.press(0, _code("Insert"))
    played.press(1, _code("F9"))

    assert [keyboard.next_event() for _ in range(2)] == [KeyEvent(INSERT, is_down=True), KeyEvent(F9, is_down=True)]
    played.down.clear()
    assert [keyboard.next_event() for _ in range(2)] == [KeyEvent(INSERT, is_down=False), KeyEvent(F9, is_down=False)]
