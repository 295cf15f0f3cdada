"""Screens: a cut begins another one, and what moves as the game does is the game."""

from random import Random

from performer.vision.changes.motion import measure_motion
from performer.vision.changes.scene_cuts import SceneCutDetector, ScreenChange

CELLS = 576


class Shown:
    """Shows pictures half a second apart: the game moves in a fourth of its cells, a menu in none."""

    def __init__(self) -> None:
        self.detector = SceneCutDetector()
        self._chance = Random(1)
        self._before = self._game()
        self._at_s = 0.0

    def _game(self) -> bytes:
        return bytes([120] * 432) + bytes(self._chance.choices((60, 60, 90), k=144))

    def _show(self, cells: bytes) -> ScreenChange | None:
        self._at_s += 0.5
        motion = measure_motion(self._before, cells, frozenset(), at_s=self._at_s, after_s=0.5)
        self._before = cells
        return self.detector.take(motion)

    def game(self, seconds: float) -> list[ScreenChange]:
        return [change for _ in range(round(seconds * 2)) if (change := self._show(self._game()))]

    def still(self, seconds: float, grey: int = 30) -> list[ScreenChange]:
        return [change for _ in range(round(seconds * 2)) if (change := self._show(bytes([grey] * CELLS)))]


def test_the_game_begins_once_and_is_no_still_screen() -> None:
    shown = Shown()

    assert shown.game(20) == [ScreenChange.BEGINS]
    assert shown.detector.is_game
    assert shown.detector.can_step
    assert not shown.detector.is_still


def test_a_menu_after_the_game_ends_it_and_is_still_after_three_seconds() -> None:
    shown = Shown()
    shown.game(20)

    assert shown.still(2.5) == [ScreenChange.ENDS]
    assert not shown.detector.is_still

    shown.still(2)
    assert shown.detector.is_still
    assert not shown.detector.can_step


def test_the_game_after_a_menu_begins_again() -> None:
    shown = Shown()
    shown.game(20)
    shown.still(5)

    assert shown.game(5) == [ScreenChange.BEGINS]


def test_the_dark_between_two_screens_is_a_cut_for_as_long_as_it_lasts() -> None:
    shown = Shown()
    shown.game(20)

    assert not shown.still(6, grey=4)
    assert shown.detector.is_cut


def test_the_game_after_the_dark_begins_again_and_is_no_mere_cut() -> None:
    shown = Shown()
    shown.game(20)
    shown.still(2, grey=4)

    assert shown.game(5) == [ScreenChange.BEGINS]


def test_pages_count_from_the_third_on_where_no_game_is_known() -> None:
    shown = Shown()
    changes = [change for grey in (200, 40, 220, 60, 230) for change in shown.still(4, grey)]

    assert changes[0] is ScreenChange.OPENS
    assert changes.count(ScreenChange.PAGES) >= 2
