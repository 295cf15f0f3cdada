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
    played.answer("user32", GetWindowLongW=lambda *_: 0, GetShellWindow=lambda: 2)
    return played


def test_the_window_in_front_has_its_title_and_the_name_of_its_programs_file(windows: PlayedWindows) -> None:
    assert WindowsDesktop().foreground() == ForegroundWindow(program="game.exe", title="A game", fills_screen=True)
    assert len(windows.called("CloseHandle")) == 1


def test_a_program_that_is_not_ours_to_look_at_has_no_name(windows: PlayedWindows) -> None:
    windows.answer("kernel32", OpenProcess=lambda *_: None)

    assert WindowsDesktop().foreground() == ForegroundWindow(program="", title="A game", fills_screen=True)


def test_there_may_be_no_window_in_front(windows: PlayedWindows) -> None:
    windows.answer("user32", GetForegroundWindow=lambda: None)

    assert WindowsDesktop().foreground() is None


def test_the_time_without_input_outlasts_the_end_of_the_count(windows: PlayedWindows) -> None:
    assert WindowsDesktop().idle_s() == 60

    windows.answer("user32", GetLastInputInfo=lambda _told: 0)
    with pytest.raises(ServiceError, match="does not tell"):
        WindowsDesktop().idle_s()


def _show(windows: PlayedWindows, *, top: list[int], inside: dict[int, list[int]], programs: dict[int, str]) -> None:
    """Have windows open, each with its number as its process's."""

    def tell_process(window: int, told: Any) -> int:
        told._obj.value = window
        return 1

    def tell_path(process: int, _flags: int, path: Any, _size: Any) -> int:
        path.value = f"C:\\{programs[process]}"
        return 1

    def visit(those: list[int], visitor: Any) -> int:
        return int(all(visitor(each, 0) for each in those))

    windows.answer(
        "kernel32", OpenProcess=lambda _rights, _inherit, process: process, QueryFullProcessImageNameW=tell_path
    )
    windows.answer(
        "user32",
        EnumWindows=lambda visitor, _: visit(top, visitor),
        EnumChildWindows=lambda window, visitor, _: visit(inside.get(window, []), visitor),
        GetWindowThreadProcessId=tell_process,
        GetWindow=lambda window, _how: 7 if window == 3 else None,
        IsWindowVisible=lambda window: int(window != 4),
        GetForegroundWindow=lambda: 5,
    )


def test_the_programs_of_open_windows_are_listed_once_and_an_app_of_the_store_by_its_own_name(
    windows: PlayedWindows,
) -> None:
    programs = {
        1: "game.exe",
        2: "game.exe",
        3: "owned.exe",
        4: "hidden.exe",
        5: "ApplicationFrameHost.exe",
        6: "mine.exe",
    }
    _show(windows, top=[1, 2, 3, 4, 5], inside={5: [5, 6]}, programs=programs)

    assert WindowsDesktop().programs() == ["game.exe", "mine.exe"]
    windows.answer("user32", GetWindowRect=lambda *_: 0)
    assert WindowsDesktop().foreground() == ForegroundWindow(program="mine.exe", title="A game", fills_screen=False)


def test_what_is_on_another_desktop_or_has_no_title_is_not_listed(windows: PlayedWindows) -> None:
    _show(windows, top=[1], inside={}, programs={1: "game.exe"})

    def cloak(_window: int, attribute: int, told: Any, size: int) -> int:
        assert (attribute, size) == (14, 4)
        told._obj.value = 2
        return 0

    windows.answer("dwmapi", DwmGetWindowAttribute=cloak)
    assert WindowsDesktop().programs() == []
    windows.answer("dwmapi", DwmGetWindowAttribute=lambda *_: 0)
    assert WindowsDesktop().programs() == ["game.exe"]
    windows.answer("user32", GetWindowTextW=lambda *_: 0)
    assert WindowsDesktop().programs() == []
