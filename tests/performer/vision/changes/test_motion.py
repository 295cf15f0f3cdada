"""What moved between two small pictures."""

import pytest

from performer.vision.changes.motion import measure_motion

BEFORE = bytes([100] * 10)


def test_noise_is_no_change_and_a_shimmer_is_no_clear_one() -> None:
    moved = measure_motion(BEFORE, bytes([101, 98, 104, 95, 110, *[100] * 5]), frozenset(), at_s=1.0, after_s=0.5)

    assert moved.changed == (2, 3, 4)
    assert moved.share == 0.1


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
