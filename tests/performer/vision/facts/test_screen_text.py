"""Writings: what is new is told first, changes as changes, and what stood there for long is left out."""

from performer.vision.facts.screen_text import TextTracker
from performer.vision.facts.sentence import format_facts
from performer.vision.frame import Mask
from performer.vision.ocr.quick_reader import VisibleText

SHOUT = Mask(0.4, 0.2, 0.2, 0.06)
CORNER = Mask(0.86, 0.05, 0.08, 0.035)
BELOW = Mask(0.4, 0.5, 0.2, 0.035)


def told(*readings: tuple[float, dict[Mask, str]]) -> str:
    writings = TextTracker()
    at_s = 0.0
    for at_s, lines in readings:
        writings.take([VisibleText(text=text, place=place) for place, text in lines.items()], at_s)
    return format_facts(writings.list_facts(at_s))


def test_what_is_new_is_quoted_in_the_order_in_which_it_is_read() -> None:
    assert told((0, {BELOW: "Try again", SHOUT: "GAME OVER"})) == 'text "GAME OVER", "Try again"'


def test_what_is_said_twice_is_told_once() -> None:
    assert told((0, {SHOUT: "MOTHER MOSS", BELOW: "Mother Moss"})) == 'text "Mother Moss"'


def test_a_label_is_left_out_beside_what_is_new() -> None:
    readings = [(at, {BELOW: "Press start"}) for at in (0.0, 5.0, 10.0, 15.0)]

    assert told(*readings) == ""
    assert told(*readings, (20.0, {BELOW: "Press start", SHOUT: "LEVEL 2"})) == 'text "LEVEL 2"'


def test_a_number_with_a_name_is_told_and_its_change_as_a_change() -> None:
    assert told((0, {CORNER: "Lives 3"})) == "lives 3"
    assert told((0, {CORNER: "Lives 3"}), (2, {CORNER: "Lives 2"})) == "lives 3 to 2"
    assert told((0, {CORNER: "Gold 30"}), (2, {CORNER: "Gold 45"})) == "gold up to 45"


def test_a_count_near_an_edge_that_never_falls_is_the_score() -> None:
    assert told((0, {CORNER: "1 400"}), (2, {CORNER: "1 900"})) == "score up to 1900"
    assert told((0, {CORNER: "1 400"}), (2, {CORNER: "1 100"})) == "the number top right 1400 to 1100"


def test_a_number_that_nobody_could_name_is_left_out() -> None:
    assert told((0, {BELOW: "7"})) == ""


def test_a_fall_with_another_scene_is_no_change() -> None:
    writings = TextTracker()
    writings.take([VisibleText(text="1 400", place=CORNER)], 0.0)
    writings.begin_anew()
    writings.take([VisibleText(text="250", place=CORNER)], 5.0)

    assert format_facts(writings.list_facts(5.0)) == "score 250"


def test_what_is_not_there_any_more_is_not_told() -> None:
    assert told((0, {SHOUT: "LEVEL 2"}), (3, {CORNER: "1 400"})) == "score 1400"
