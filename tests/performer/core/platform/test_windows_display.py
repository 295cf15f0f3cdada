"""The screen as Windows tells of it: its own pixels, and a game that fills it, or has it for itself."""

import ctypes
from typing import Any

import pytest

from performer.core.platform.windows_api import MonitorInfo, load
from performer.core.platform.windows_display import (
    fills_screen,
    is_screen_filled,
    is_screen_taken,
    see_every_pixel,
)
from tests.performer.core.platform.played_windows import PlayedWindows, play_windows
from tests.systems import windows_only

GAME, SHELL, MONITOR = 5, 2, 9
POPUP, VISIBLE, CAPTION, BORDER = 0x80000000, 0x10000000, 0x00C00000, 0x00800000
PER_MONITOR, PER_MONITOR_2 = 2**64 - 3, 2**64 - 4


def test_every_pixel_is_asked_for_in_the_newest_way_that_windows_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    windows = play_windows(monkeypatch)
    see_every_pixel()
    windows.answer("user32", SetProcessDpiAwarenessContext=lambda way: int(way.value == PER_MONITOR))
    see_every_pixel()

    asked = [way.value for (way,) in windows.called("SetProcessDpiAwarenessContext")]
    assert asked == [PER_MONITOR_2, PER_MONITOR_2, PER_MONITOR]


@pytest.mark.parametrize(("state", "failed", "taken"), [(3, 0, True), (2, 0, False), (5, 0, False), (3, -1, False)])
def test_a_game_in_exclusive_full_screen_has_the_screen_for_itself(
    state: int, failed: int, taken: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = play_windows(monkeypatch)

    def tell(told: Any) -> int:
        told._obj.value = state
        return failed

    windows.answer("shell32", SHQueryUserNotificationState=tell)

    assert is_screen_taken() is taken


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> PlayedWindows:
    """Have a borderless game in front, on the left one of two monitors."""
    played = play_windows(monkeypatch)

    def tell_monitor(monitor: int | None, told: Any) -> int:
        assert told._obj.size == 40
        told._obj.whole, told._obj.without_bars = (-1920, 0, 0, 1080), (-1920, 0, 0, 1040)
        return int(monitor == MONITOR)

    played.answer(
        "user32",
        GetForegroundWindow=lambda: GAME,
        GetShellWindow=lambda: SHELL,
        GetWindowLongW=lambda _window, what: ctypes.c_int32(POPUP | VISIBLE).value if what == -16 else 0,
        MonitorFromWindow=lambda window, otherwise: MONITOR if (window, otherwise) == (GAME, 0) else None,
        GetMonitorInfoW=tell_monitor,
    )
    put(played, -1920, 0, 0, 1080)
    return played


def put(windows: PlayedWindows, *place: int) -> None:
    """Put every window there."""

    def tell(_window: int, told: Any) -> int:
        told._obj.left, told._obj.top, told._obj.right, told._obj.bottom = place
        return 1

    windows.answer("user32", GetWindowRect=tell)


def test_a_borderless_game_fills_the_screen_that_it_is_on(windows: PlayedWindows) -> None:
    assert is_screen_filled()

    put(windows, -1920, 0, 0, 1040)
    assert not is_screen_filled()


@pytest.mark.parametrize(("style", "is_game"), [(POPUP | CAPTION, False), (POPUP | BORDER, True)])
def test_a_window_with_a_title_is_only_maximized(windows: PlayedWindows, style: int, is_game: bool) -> None:
    windows.answer("user32", GetWindowLongW=lambda *_: ctypes.c_int32(style).value)

    assert is_screen_filled() is is_game


@pytest.mark.parametrize("name", ["Progman", "WorkerW"])
def test_the_desktop_is_no_program_in_full_screen(windows: PlayedWindows, name: str) -> None:
    def tell(_window: int, told: Any, _size: int) -> int:
        told.value = name
        return len(name)

    windows.answer("user32", GetClassNameW=tell)
    assert not is_screen_filled()
    windows.answer("user32", GetClassNameW=lambda *_: 0, GetShellWindow=lambda: GAME)
    assert not is_screen_filled()


@pytest.mark.parametrize("unable", ["GetForegroundWindow", "MonitorFromWindow", "GetWindowRect"])
def test_what_windows_does_not_tell_of_fills_nothing(windows: PlayedWindows, unable: str) -> None:
    windows.answer("user32", **{unable: lambda *_: 0})

    assert not is_screen_filled()


@windows_only("it has monitors and windows of its own kind")
def test_a_real_window_as_large_as_its_monitor_fills_it_unless_it_has_a_title() -> None:
    user, told = load("user32"), MonitorInfo(size=ctypes.sizeof(MonitorInfo))

    def show(style: int, width: int, height: int) -> int:
        place = (told.whole.left, told.whole.top, width, height)
        made = user.CreateWindowExW(0, "STATIC", "A game", style | POPUP | VISIBLE, *place, None, None, None, None)
        assert made
        return int(made)

    corner = show(0, 1, 1)
    assert user.GetMonitorInfoW(user.MonitorFromWindow(corner, 2), ctypes.byref(told))
    width, height = told.whole.right - told.whole.left, told.whole.bottom - told.whole.top
    made = [corner, show(0, width, height), show(CAPTION, width, height), show(0, width, height - 1)]
    try:
        assert [fills_screen(each) for each in made] == [False, True, False, False]
    finally:
        for each in made:
            user.DestroyWindow(each)
