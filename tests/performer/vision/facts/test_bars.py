"""Bars: that one comes, how full it is, and that it goes."""

import pytest

from tests.performer.vision.facts.drawn import Drawn, told


def bar(share: float) -> Drawn:
    return Drawn().box((360, 78, 360 + round(560 * share), 98))


def test_a_new_bar_is_told() -> None:
    assert told([Drawn(), bar(1), bar(1)]) == "a new long red bar at the top"


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (1.0, "full"),
        (0.9, "nearly full"),
        (0.75, "three quarters full"),
        (0.5, "half empty"),
        (0.25, "a quarter full"),
        (0.05, "nearly empty"),
    ],
)
def test_how_full_it_is_is_told_of_the_most_it_was(share: float, words: str) -> None:
    assert told([bar(1)] * 10 + [bar(share)]).split("; ")[0] == f"the red bar at the top {words}"


def test_one_that_goes_while_the_scene_stays_is_told() -> None:
    assert "the red bar at the top is gone" in told([bar(1)] * 10 + [Drawn()] * 4)


def test_one_that_goes_with_the_scene_is_not() -> None:
    assert "gone" not in told([bar(1)] * 10 + [Drawn("white")] * 4)


@pytest.mark.parametrize(
    "box",
    [(360, 78, 440, 98), (0, 78, 1279, 98), (360, 20, 920, 110), (360, 350, 920, 370)],
    ids=["short", "from edge to edge", "thick", "in the middle"],
)
def test_what_is_no_bar_is_not_told(box: tuple[int, int, int, int]) -> None:
    assert "bar" not in told([Drawn().box(box)] * 3)
