"""What moved between two small pictures."""

import pytest

from performer.vision.changes.motion import find_median, measure_motion

BEFORE = bytes([100] * 10)


def test_noise_is_no_change_and_a_shimmer_is_no_clear_one() -> None:
    moved = measure_motion(BEFORE, bytes([101, 98, 104, 110, *[100] * 6]), frozenset(), at_s=1.0, after_s=0.5)

    assert moved.changed == (2, 3)
    assert moved.share == 0.1


@pytest.mark.parametrize("hidden", [frozenset[int](), frozenset((7, 8, 9))])
def test_over_grain_a_cell_changes_only_when_it_changes_far_more_than_most_do(hidden: frozenset[int]) -> None:
    grainy = bytes([102, 98, 103, 97, 102, 98, 140, *[100] * 3])

    assert measure_motion(BEFORE, grainy, hidden, at_s=1.0, after_s=0.5).changed == (6,)


def test_however_much_moves_a_change_of_25_is_one() -> None:
    moved = measure_motion(BEFORE, bytes([125, 76, *[110] * 8]), frozenset(), at_s=1.0, after_s=0.5)

    assert moved.changed == (0,)


def test_what_is_hidden_neither_changes_nor_counts() -> None:
    moved = measure_motion(BEFORE, bytes([200] * 5 + [100] * 5), frozenset(range(5)), at_s=1.0, after_s=0.5)

    assert (moved.changed, moved.share, moved.mean) == ((), 0.0, 0.0)


def test_a_fade_goes_one_way_and_a_thing_that_moves_goes_both() -> None:
    fade = measure_motion(BEFORE, bytes([80] * 10), frozenset(), at_s=1.0, after_s=0.5)
    walker = measure_motion(bytes([50, 100] * 5), bytes([100, 50] * 5), frozenset(), at_s=1.0, after_s=0.5)

    assert (fade.one_way, walker.one_way) == (1.0, 0.0)


@pytest.mark.parametrize("hidden", [frozenset[int](), frozenset(range(10))])
def test_two_pictures_of_which_nothing_differs_are_still(hidden: frozenset[int]) -> None:
    moved = measure_motion(BEFORE, BEFORE, hidden, at_s=1.0, after_s=0.5)

    assert (moved.changed, moved.share, moved.mean, moved.one_way) == ((), 0.0, 0.0, 0.0)


@pytest.mark.parametrize(("apart", "median"), [((0, 0, 5), 0), ((0, 5, 9), 5), ((0, 9, 9, 9), 9), ((), 20)])
def test_the_median_of_differences_is_found_up_to_the_most_asked_for(apart: tuple[int, ...], median: int) -> None:
    assert find_median(bytes(apart), most=20) == median
    assert find_median(bytes(apart), most=3) == min(median, 3)
