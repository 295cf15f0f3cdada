"""The order of windows as Windows tells it, with a little Windows of the test's own."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from overlay import windows_order
from overlay.cover import Cover
from overlay.windows_order import WindowsOrder, hide_from_capture
from tests.performer.core.platform.played_windows import PlayedWindows

OURS, GAME, PIN, NOTES = 1, 2, 3, 4
SCREEN = (0, 0, 1920, 1080)
Place = tuple[int, int, int, int]


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> PlayedWindows:
    played = PlayedWindows()
    monkeypatch.setattr(windows_order, "load", played.load)
    return played


def lay_out(
    windows: PlayedWindows,
    order: Sequence[int],
    *,
    places: Mapping[int, Place] | None = None,
    styles: Mapping[int, int] | None = None,
    hidden: Sequence[int] = (),
    state: int = 5,
    monitors: Mapping[int, int] | None = None,
) -> None:
    """Have windows in an order, the lowest first."""

    def above(window: int, way: int) -> int | None:
        assert way == 3
        at = order.index(window) + 1
        return order[at] if at < len(order) else None

    def measure(window: int, rect: Any) -> int:
        left, top, right, bottom = (places or {}).get(window, SCREEN)
        rect._obj.left, rect._obj.top, rect._obj.right, rect._obj.bottom = left, top, right, bottom
        return 1

    def tell_state(answer: Any) -> int:
        answer._obj.value = state
        return 0

    windows.answer(
        "user32",
        GetWindow=above,
        GetWindowRect=measure,
        IsWindowVisible=lambda window: int(window not in hidden),
        GetWindowLongW=lambda window, _: (styles or {}).get(window, 0),
        GetForegroundWindow=lambda: GAME,
        MonitorFromWindow=lambda window, _: (monitors or {}).get(window, 1),
    )
    windows.answer("shell32", SHQueryUserNotificationState=tell_state)
    windows.answer("dwmapi", DwmGetWindowAttribute=lambda *_: 0)


def find_cover(windows: PlayedWindows, order: Sequence[int], **how: Any) -> Cover | None:
    lay_out(windows, order, **how)
    return WindowsOrder(OURS).find_cover()


def test_a_game_above_covers_and_the_window_is_made_topmost_again(windows: PlayedWindows) -> None:
    lay_out(windows, [OURS, GAME])
    order = WindowsOrder(OURS)

    cover = order.find_cover()
    assert cover == Cover(window=GAME, can_be_below=True)
    order.rise_above(cover)

    ((window, after, *_),) = windows.called("SetWindowPos")
    assert (window, after) == (OURS, -1)


def test_only_what_is_seen_and_large_and_above_covers(windows: PlayedWindows) -> None:
    small = {NOTES: (0, 0, 800, 600)}

    assert find_cover(windows, [GAME, OURS]) is None
    assert find_cover(windows, [OURS, NOTES], places=small) is None
    assert find_cover(windows, [OURS, GAME], hidden=(GAME,)) is None
    assert find_cover(windows, [OURS, PIN], styles={PIN: 0x20}) is None


@pytest.mark.parametrize("returns_to", [OURS, GAME, PIN])
def test_an_order_that_changes_meanwhile_is_not_gone_round_for_ever(windows: PlayedWindows, returns_to: int) -> None:
    lay_out(windows, [OURS, GAME, PIN])
    asked = iter([GAME, PIN, returns_to])  # a question more would raise
    windows.answer("user32", GetWindow=lambda *_: next(asked))

    assert WindowsOrder(OURS).find_cover() == Cover(window=PIN, can_be_below=True)


def test_a_game_in_exclusive_full_screen_covers_wherever_it_is_in_the_order(windows: PlayedWindows) -> None:
    assert find_cover(windows, [GAME, OURS], state=3) == Cover(window=0, can_be_below=False)


def test_a_game_that_has_another_screen_for_itself_covers_nothing(windows: PlayedWindows) -> None:
    assert find_cover(windows, [GAME, OURS], state=3, monitors={GAME: 1, OURS: 2}) is None


def test_the_window_is_hidden_from_recorders_or_it_is_said_which_windows_can(windows: PlayedWindows) -> None:
    answers = iter((1, 1, 0))
    windows.answer("user32", SetWindowDisplayAffinity=lambda *_: next(answers))

    troubles = [hide_from_capture(OURS, hidden=hidden) for hidden in (True, False, True)]

    assert windows.called("SetWindowDisplayAffinity") == [(OURS, 0x11), (OURS, 0), (OURS, 0x11)]
    assert troubles == ["", "", "Windows refuses; it can from version 10 2004 on"]
