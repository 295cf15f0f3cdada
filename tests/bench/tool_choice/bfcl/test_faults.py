"""Answers that contradict their own functions."""

import pytest

from bench.tool_choice.bfcl.answers import UnfitAnswerError, parse_answer, parse_call_text
from bench.tool_choice.bfcl.equality import find_difference
from bench.tool_choice.bfcl.faults import find_right_arguments
from tests.bench.tool_choice.bfcl.copies import lamp, make


def test_right_arguments_are_found_out_of_the_allowed_values() -> None:
    right = lamp(times=["two", 2], level=["", 0.5], fade=[{"kind": ["", "slow"], "speed": [""]}], scenes=[[{"a": [1]}]])

    arguments = find_right_arguments(right)

    fade, scenes = {"kind": "slow"}, [{"a": 1}]
    assert arguments == {"room": "hall", "times": 2, "level": 0.5, "fade": fade, "scenes": scenes}


def test_what_may_be_left_out_and_has_no_fitting_value_is_left_out() -> None:
    assert find_right_arguments(lamp(times=[""], level=["much", ""])) == {"room": "hall"}


def test_null_is_a_value() -> None:
    assert find_right_arguments(lamp(note=[None])) == {"room": "hall", "note": None}


def test_what_was_found_is_right_by_the_rules() -> None:
    right = parse_call_text("lamp.set('hall', 1, colours=['red'], fade={'speed': 2})", make())

    assert find_difference(right, find_right_arguments(right)) is None


@pytest.mark.parametrize(
    ("allowed", "why"),
    [
        ({"room": ["hall"], "pace": [5]}, "lamp.set has no argument pace"),
        ({"room": ["hall"], "times": ["two"]}, "no allowed value of times fits the schema"),
        ({"room": ["hall"], "steps": [[1.5, "x"]]}, "no allowed value of steps fits the schema"),
        ({"room": [""]}, "'room' is a required property"),
        ({"times": [2]}, "'room' is a required property"),
        ({"room": ["hall"], "fade": [{"kind": "slow"}]}, "no list of allowed values for kind"),
        ({"room": ["hall"], "scenes": [[{"kind": "slow"}]]}, "no list of allowed values for kind"),
    ],
)
def test_an_answer_that_no_call_can_give_is_unfit(allowed: dict[str, object], why: str) -> None:
    with pytest.raises(UnfitAnswerError, match=why):
        find_right_arguments(parse_answer({"lamp.set": allowed}, make()))
