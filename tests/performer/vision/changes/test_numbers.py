"""Steps: what held still and holds something else says something, once it has stayed."""

from performer.vision.changes.motion import measure_motion
from performer.vision.changes.numbers import NumberChanges

COLUMNS, ROWS = 64, 36
STILL = bytes([100] * (COLUMNS * ROWS))
NUMBER = [row * COLUMNS + column for row in (4, 5) for column in (8, 9)]


class Watched:
    """Shows pictures half a second apart, and keeps what the newest one said."""

    def __init__(self) -> None:
        self._changes = NumberChanges(COLUMNS, ROWS, 0.0)
        self._before = STILL
        self._at_s = 0.0

    def show(self, cells: list[int], grey: int, *, times: int = 1) -> float:
        said = 0.0
        for _ in range(times):
            self._at_s += 0.5
            picture = bytearray(STILL)
            for cell in cells:
                picture[cell] = grey
            motion = measure_motion(self._before, bytes(picture), frozenset(), at_s=self._at_s, after_s=0.5)
            said = max(said, self._changes.take(motion))
            self._before = bytes(picture)
        return said

    def cut(self) -> None:
        self._changes.begin_anew(self._at_s)


def watched(*, times: int = 80) -> Watched:
    made = Watched()
    made.show([], 100, times=times)
    return made


def test_a_number_that_changes_and_stays_says_something_once() -> None:
    number = watched()

    assert number.show(NUMBER, 220) == 0.0
    assert number.show(NUMBER, 220, times=2) > 0.1
    assert number.show(NUMBER, 220, times=20) == 0.0


def test_a_place_that_was_quiet_for_eight_seconds_is_trusted_and_for_three_not_yet() -> None:
    assert watched(times=20).show(NUMBER, 220, times=3) > 0.0
    assert watched(times=6).show(NUMBER, 220, times=3) == 0.0


def test_what_goes_again_at_once_says_nothing() -> None:
    number = watched()
    number.show(NUMBER, 220)

    assert number.show([], 100, times=10) == 0.0


def test_a_cell_without_neighbours_is_noise() -> None:
    assert watched().show(NUMBER[:1], 220, times=5) == 0.0


def test_what_changed_with_a_cut_has_not_held_still() -> None:
    number = watched()
    number.cut()

    assert number.show(NUMBER, 220, times=5) == 0.0


def test_more_cells_say_more() -> None:
    banner = [row * COLUMNS + column for row in (8, 9) for column in range(16, 48)]

    assert watched().show(banner, 220, times=3) > 2 * watched().show(NUMBER, 220, times=3)
