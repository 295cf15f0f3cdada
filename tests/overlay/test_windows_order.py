"""The order of windows as Windows tells it, with a little Windows of the test's own."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from overlay.cover import Cover
from overlay.windows_order import WindowsOrder, hide_from_capture

OURS, GAME, PIN, NOTES = 1, 2, 3, 4
SCREEN = (0, 0, 1920, 1080)


class Function:
    """A function of a library, which takes the type of its result."""

    restype: Any = None

    def __init__(self, call: Callable[..., Any]) -> None:
        self._call = call

    def __call__(self, *words: Any) -> Any:
        return self._call(*words)


def windows(
    order: list[int],
    *,
    places: dict[int, tuple[int, int, int, int]] | None = None,
    styles: dict[int, int] | None = None,
    hidden: tuple[int, ...] = (),
    state: int = 5,
    moved: Callable[..., object] = lambda *_: None,
    monitors: dict[int, int] | None = None,
) -> Any:
    """Make the libraries of a Windows with windows in an order, the lowest first."""

    def above(window: Any, _way: int) -> int | None:
        at = order.index(window.value) + 1
        return order[at] if at < len(order) else None

    def measure(window: Any, rect: Any) -> int:
        left, top, right, bottom = (places or {}).get(window.value, SCREEN)
        rect._obj.left, rect._obj.top, rect._obj.right, rect._obj.bottom = left, top, right, bottom
        return 1

    def tell_state(answer: Any) -> int:
        answer._obj.value = state
        return 0

    user = SimpleNamespace(
        GetWindow=Function(above),
        GetWindowRect=measure,
        IsWindowVisible=lambda window: int(window.value not in hidden),
        GetWindowLongW=lambda window, _: (styles or {}).get(window.value, 0),
        SetWindowPos=moved,
        GetForegroundWindow=Function(lambda: GAME),
        MonitorFromWindow=Function(lambda window, _: (monitors or {}).get(window.value, 1)),
    )
    shell = SimpleNamespace(SHQueryUserNotificationState=tell_state)
    return SimpleNamespace(user32=user, shell32=shell, dwmapi=SimpleNamespace(DwmGetWindowAttribute=lambda *_: 0))


def find_cover(libraries: Any) -> Cover | None:
    return WindowsOrder(OURS, libraries).find_cover()


def test_a_game_above_covers_and_the_window_is_made_topmost_again() -> None:
    asked: list[tuple[int | None, int]] = []
    libraries = windows([OURS, GAME], moved=lambda window, after, *_: asked.append((window.value, after.value)))
    order = WindowsOrder(OURS, libraries)

    cover = order.find_cover()
    assert cover == Cover(window=GAME, can_be_below=True)
    order.rise_above(cover)

    assert asked == [(OURS, 2**64 - 1)]


def test_only_what_is_seen_and_large_and_above_covers() -> None:
    small = {NOTES: (0, 0, 800, 600)}

    assert find_cover(windows([GAME, OURS])) is None
    assert find_cover(windows([OURS, NOTES], places=small)) is None
    assert find_cover(windows([OURS, GAME], hidden=(GAME,))) is None
    assert find_cover(windows([OURS, PIN], styles={PIN: 0x20})) is None


def test_a_game_in_exclusive_full_screen_covers_wherever_it_is_in_the_order() -> None:
    assert find_cover(windows([GAME, OURS], state=3)) == Cover(window=0, can_be_below=False)


def test_a_game_that_has_another_screen_for_itself_covers_nothing() -> None:
    assert find_cover(windows([GAME, OURS], state=3, monitors={GAME: 1, OURS: 2})) is None


def test_the_window_is_hidden_from_recorders_or_it_is_said_which_windows_can() -> None:
    asked: list[tuple[int, int]] = []

    def answering(answer: int) -> Any:
        def set_affinity(window: Any, affinity: int) -> int:
            asked.append((window.value, affinity))
            return answer

        return SimpleNamespace(user32=SimpleNamespace(SetWindowDisplayAffinity=set_affinity))

    troubles = [
        hide_from_capture(OURS, answering(answer), hidden=hidden)
        for answer, hidden in ((1, True), (1, False), (0, True))
    ]

    assert asked == [(OURS, 0x11), (OURS, 0), (OURS, 0x11)]
    assert troubles == ["", "", "Windows refuses; it can from version 10 2004 on"]
