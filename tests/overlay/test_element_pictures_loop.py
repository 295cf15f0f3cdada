"""The window's loop: which frame shows, and when the next one is due."""

import pytest

from overlay.element_pictures import FrameLoop
from overlay.motion import NEVER

FRAMES_MS = (100, 200, 50)
BORN_MS = 1000.0


@pytest.mark.parametrize(
    ("after_ms", "number", "due_ms"),
    [(0, 0, 100), (99, 0, 100), (100, 1, 300), (299, 1, 300), (300, 2, 350), (350, 0, 450), (35_100, 1, 35_300)],
)
def test_each_frame_shows_from_its_instant_on_in_a_loop(after_ms: float, number: int, due_ms: float) -> None:
    loop = FrameLoop(FRAMES_MS, BORN_MS)

    assert loop.find_frame(BORN_MS + after_ms) == number
    assert loop.find_next_ms(BORN_MS + after_ms) == BORN_MS + due_ms


def test_before_it_began_it_shows_what_it_would_have() -> None:
    assert FrameLoop(FRAMES_MS, BORN_MS).find_frame(BORN_MS - 1) == 2


@pytest.mark.parametrize("frames_ms", [(), (100,)])
def test_what_has_one_frame_never_changes(frames_ms: tuple[int, ...]) -> None:
    loop = FrameLoop(frames_ms, BORN_MS)

    assert (loop.find_frame(5_000), loop.find_next_ms(5_000)) == (0, NEVER)


def test_no_frame_is_so_short_that_the_window_would_do_nothing_else() -> None:
    loop = FrameLoop((1, 1), 0)

    assert (loop.find_next_ms(0), loop.find_next_ms(10)) == (10, 20)
