"""The screen as Windows tells of it: its own pixels, and a game that has it for itself."""

from typing import Any

import pytest

from performer.core.platform.windows_display import is_screen_taken, see_every_pixel
from tests.performer.core.platform.played_windows import play_windows

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
