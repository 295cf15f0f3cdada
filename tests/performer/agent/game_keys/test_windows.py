"""The keyboard of Windows, by played messages: codes, and what becomes of keys that go down and up."""

from typing import Any

import pytest

from performer.agent.game_keys.keyboard import KeyEvent
from performer.agent.game_keys.windows import WindowsKeyboard, _code
from performer.agent.pause_triggers.settings import Shortcut
from tests.performer.core.platform.played_windows import play_windows

INSERT, F9 = Shortcut.read("Insert"), Shortcut.read("F9")
HOTKEY, QUIT = 0x0312, 0x0012


class PlayedKeys:
    """Windows' part that gives hot keys, with messages that the test has sent; `down` are the codes of keys held."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.messages: list[tuple[int, int]] = []
        self.down: set[int] = set()
        self.windows = play_windows(monkeypatch)
        self.windows.answer(
            "user32",
            GetAsyncKeyState=lambda code: -0x8000 if code in self.down else 0,
            GetMessageW=self._get,
            PeekMessageW=lambda *words: self._get(*words) if self.messages else 0,
            PostThreadMessageW=lambda _thread, message, *_: self.messages.append((message, 0)),
        )

    def _get(self, message: Any, *_filter: Any) -> int:
        message._obj.message, message._obj.wide = self.messages.pop(0)
        return int(message._obj.message != QUIT)

    def press(self, number: int, code: int) -> None:
        self.messages.append((HOTKEY, number))
        self.down.add(code)


@pytest.mark.parametrize(("key", "code"), [("P", 0x50), ("7", 0x37), ("F1", 0x70), ("F12", 0x7B), ("Pause", 0x13)])
def test_keys_have_windows_codes(key: str, code: int) -> None:
    assert _code(key) == code


def test_a_key_that_is_held_is_let_go_though_another_was_pressed_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    played = PlayedKeys(monkeypatch)
    keyboard = WindowsKeyboard()
    keyboard.hold([INSERT, F9])
    played.press(0, _code("Insert"))
    played.press(1, _code("F9"))

    assert [keyboard.next_event() for _ in range(2)] == [KeyEvent(INSERT, is_down=True), KeyEvent(F9, is_down=True)]
    played.down.clear()
    assert [keyboard.next_event() for _ in range(2)] == [KeyEvent(INSERT, is_down=False), KeyEvent(F9, is_down=False)]


def test_a_key_that_another_program_has_is_told_and_all_are_let_go_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    played = PlayedKeys(monkeypatch)
    played.windows.answer("user32", RegisterHotKey=lambda _window, number, *_: number == 0)
    keyboard = WindowsKeyboard()

    assert list(keyboard.hold([INSERT, F9])) == [F9]
    keyboard.close()
    assert keyboard.next_event() is None
    assert [number for _, number in played.windows.called("UnregisterHotKey")] == [0, 1]
