"""What appears over a picture that moves everywhere, and stays."""

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

from performer.vision.changes.appearances import Appearances

COLUMNS, ROWS = 32, 18
BANNER = frozenset(row * COLUMNS + column for row in range(6, 10) for column in range(4, 28))
Picture = Callable[[int], bytes]


def camera(number: int) -> bytes:
    """Patches of three columns, which go four columns to the left from picture to picture."""
    patches = Random(1).randbytes(400)
    return bytes(patches[(column + 4 * number) // 3 + 13 * row] for row in range(ROWS) for column in range(COLUMNS))


def grain(number: int) -> bytes:
    chance = Random(number)
    return bytes(round(120 + chance.gauss(0, 3)) for _ in range(COLUMNS * ROWS))


def fade(number: int) -> bytes:
    return bytes(round((80 + cell % 40) * (1 + 0.1 * (number % 8))) for cell in range(COLUMNS * ROWS))


def still(_number: int) -> bytes:
    return bytes(100 + cell % 40 for cell in range(COLUMNS * ROWS))


def with_banner(picture: bytes) -> bytes:
    return bytes(20 if cell in BANNER else grey for cell, grey in enumerate(picture))


def says(
    paint: Picture,
    *,
    banner_at: int = 100,
    banner_until: int = 100,
    pictures: int = 10,
    hidden: frozenset[int] = frozenset(),
) -> list[float]:
    shown = [with_banner(paint(each)) if banner_at <= each < banner_until else paint(each) for each in range(pictures)]
    appearances = Appearances(COLUMNS)
    return [appearances.take(before, after, hidden) for before, after in pairwise(shown)]


@pytest.mark.parametrize("paint", [camera, grain, fade])
def test_a_banner_over_a_picture_that_moves_everywhere_is_told_once_within_three_pictures(paint: Picture) -> None:
    said = says(paint, banner_at=4)

    assert max(said) == 1.0
    assert [number for number, each in enumerate(said) if each] in ([4], [5])


@pytest.mark.parametrize("paint", [camera, grain, fade, still])
def test_what_moves_or_stands_everywhere_alone_says_nothing(paint: Picture) -> None:
    assert not any(says(paint, pictures=60))


def test_a_screen_that_comes_by_a_cut_and_stands_says_nothing() -> None:
    assert not any(says(lambda number: camera(number) if number < 4 else still(number), banner_at=4))


def test_over_a_still_picture_a_banner_is_left_to_the_steps() -> None:
    assert not any(says(still, banner_at=4))


def test_what_appears_under_our_own_elements_says_nothing() -> None:
    assert not any(says(grain, banner_at=4, hidden=BANNER))


@pytest.mark.parametrize("paint", [camera, grain])
def test_that_a_banner_goes_is_no_news(paint: Picture) -> None:
    assert sum(each > 0 for each in says(paint, banner_at=4, banner_until=8, pictures=20)) == 1
