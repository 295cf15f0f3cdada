"""The desktop of Windows, as a played one tells of it."""

from typing import Any

import pytest

from performer.agent.pause_triggers.desktop import ForegroundWindow
from performer.agent.pause_triggers.windows import WindowsDesktop
from performer.core.errors import ServiceError
from tests.performer.core.platform.played_windows import PlayedWindows, play_windows

PATH = "C:\\Spiele\\Größe\\game.exe"


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> PlayedWindows:
    """Have a game in front, and a minute since the last key, over which the count of ticks has begun anew."""
    played = play_windows(monkeypatch)

    def write(text: str, place: int) -> Any:
        def answer(*words: Any) -> int:
            words[place].value = text
            return 1

        return answer

    def tell_last_input(told: Any) -> int:
        assert told._obj.size == 8
        told._obj.ticks = 2**32 - 20_000
        return 1

    played.answer("kernel32", QueryFullProcessImageNameW=write(PATH, 2), GetTickCount=lambda: 40_000)
    played.answer("user32", GetWindowTextW=write("A game", 1), GetLastInputInfo=tell_last_input)
    return played


def test_the_window_in_front_has_its_title_and_the_name_of_its_programs_file(windows: PlayedWindows) -> None:
    assert WindowsDesktop().foreground() == ForegroundWindow(program="game.exe", title="A game")
    assert len(windows.called("CloseHandle")) == 1


def test_a_program_that_is_not_ours_to_look_at_has_no_name(windows: PlayedWindows) -> None:
    windows.answer("kernel32", OpenProcess=lambda *_: None)

    assert WindowsDesktop().foreground() == ForegroundWindow(program="", title="A game")


def test_there_may_be_no_window_in_front(windows: PlayedWindows) -> None:
    windows.answer("user32", GetForegroundWindow=lambda: None)

    assert WindowsDesktop().foreground() is None


def test_the_time_without_input_outlasts_the_end_of_the_count(windows: PlayedWindows) -> None:
    assert WindowsDesktop().idle_s() == 60

    windows.answer("user32", GetLastInputInfo=lambda _told: 0)
    with pytest.raises(ServiceError, match="does not tell"):
        WindowsDesktop().idle_s()
