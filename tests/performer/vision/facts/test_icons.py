"""Icons: rows near the edges are counted, hearts are known by their outline, scenery and letters are not."""

import pytest

from tests.performer.vision.facts.drawn import Drawn, told


def test_a_row_of_hearts_is_counted() -> None:
    assert told([Drawn().hearts(5)] * 3) == "five hearts"


def test_other_icons_are_told_with_colour_and_place() -> None:
    assert told([Drawn().squares(3)] * 3) == "three green icons bottom right"


def test_hearts_that_go_are_told_with_those_that_are_left() -> None:
    assert told([Drawn().hearts(5)] * 6 + [Drawn().hearts(3)]).startswith("two hearts lost, three left")


def test_later_only_those_that_are_left_are_told() -> None:
    assert told([Drawn().hearts(5)] * 6 + [Drawn().hearts(1)] * 12).startswith("one heart left")


def test_the_last_one_is_told() -> None:
    assert told([Drawn().hearts(2)] * 6 + [Drawn().hearts(1)] * 12 + [Drawn()]).startswith("the last heart gone")


def test_one_that_comes_back_is_told() -> None:
    before = [Drawn().hearts(3)] * 6 + [Drawn().hearts(1)] * 12
    assert told([*before, Drawn().hearts(2)]).startswith("one heart more, two now")


def test_a_row_that_goes_as_a_whole_went_with_its_screen() -> None:
    assert "heart" not in told([Drawn().hearts(4)] * 6 + [Drawn()])


@pytest.mark.parametrize(
    "drawn",
    [
        Drawn().squares(2),
        Drawn().box((40, 30, 80, 70)).box((120, 30, 160, 70)).box((360, 30, 400, 70)),
        Drawn().box((40, 30, 80, 70)).box((120, 20, 130, 60)).box((200, 30, 240, 34)),
        Drawn().hearts(4, top=330),
    ],
    ids=["two", "uneven gaps", "unlike", "in the middle"],
)
def test_what_is_no_row_near_an_edge_is_not_counted(drawn: Drawn) -> None:
    sentence = told([drawn] * 3)

    assert "icon" not in sentence
    assert "heart" not in sentence


def test_a_row_that_is_never_twice_in_one_place_is_scenery() -> None:
    assert "heart" not in told([Drawn().hearts(4, left=40 + 37 * step) for step in range(6)])
