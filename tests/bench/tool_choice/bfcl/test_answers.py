"""Right answers, in either of the two ways to write them."""

import pytest

from bench.tool_choice.bfcl.answers import UnfitAnswerError, parse_answer, parse_call_text
from tests.bench.tool_choice.bfcl.copies import make

WAIT = {
    "name": "wait",
    "parameters": {
        "properties": {
            "seconds": {"type": "integer"},
            "why": {"type": "string", "default": "none"},
            "how": {"type": "dict", "default": {}},
            "who": {"type": "string"},
        },
        "required": ["seconds"],
    },
}


def test_an_answer_has_the_allowed_values_of_each_argument() -> None:
    right = parse_answer({"lamp.set": {"room": ["hall", "the hall"], "level": [0.5, ""]}}, make())

    assert right.tool == "lamp_set"
    assert right.allowed == {"room": ("hall", "the hall"), "level": (0.5, "")}


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("lamp.set(room='hall')", "not an object"),
        ({"lamp.set": {}, "bell": {}}, "one function"),
        ({"lamp.set": {"room": "hall"}}, "list of allowed values"),
        ({"lamp.set": ["hall"]}, "list of allowed values"),
        ({"lamp.get": {"room": ["hall"]}}, "lamp.get of the answer is not on offer"),
    ],
)
def test_an_answer_of_another_shape_or_function_is_unfit(written: object, why: str) -> None:
    with pytest.raises(UnfitAnswerError, match=why):
        parse_answer(written, make())


def test_a_call_in_words_has_one_value_for_each_argument() -> None:
    right = parse_call_text("wait(seconds=5, who='Ann')", make(WAIT))

    assert (right.allowed["seconds"], right.allowed["who"]) == ((5,), ("Ann",))


def test_values_without_a_name_are_taken_in_the_order_of_the_arguments() -> None:
    right = parse_call_text("wait(5, 'rain')", make(WAIT))

    assert (right.allowed["seconds"], right.allowed["why"]) == ((5,), ("rain",))


def test_a_default_may_be_there_or_not_where_the_answer_leaves_it_out() -> None:
    right = parse_call_text("wait(5)", make(WAIT))

    assert right.allowed == {"seconds": (5,), "why": ("none", ""), "how": ({}, "")}


def test_a_default_of_a_required_argument_stands_for_no_answer() -> None:
    strict = {"name": "wait", "parameters": {"properties": {"on": {"type": "any", "default": 1}}, "required": ["on"]}}

    assert parse_call_text("wait()", make(strict)).allowed == {}


def test_a_default_may_be_left_out_where_the_answer_has_it() -> None:
    assert parse_call_text("wait(5, why='none')", make(WAIT)).allowed["why"] == ("none", "")
    assert parse_call_text("wait(5, why='rain')", make(WAIT)).allowed["why"] == ("rain",)


def test_an_object_of_a_call_in_words_allows_one_value_for_each_key() -> None:
    right = parse_call_text("wait(5, how={'slow': True, 'by': [1, 2]})", make(WAIT))

    assert right.allowed["how"] == ({"slow": [True], "by": [[1, 2]]},)


def test_the_dotted_name_of_a_call_in_words_is_found() -> None:
    assert parse_call_text("lamp.set('hall')", make()).tool == "lamp_set"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("wait(", "no call"),
        ("5", "no call"),
        ("wait(seconds=now())", "plain values"),
        ("wait(*[5])", "plain values"),
        ("wait(1, 'a', {}, 'b', 'c')", "more values than arguments"),
        ("wait(1, seconds=2)", "more values than arguments"),
        ("hurry(5)", "hurry of the answer is not on offer"),
    ],
)
def test_a_text_that_is_no_plain_call_is_unfit(text: str, why: str) -> None:
    with pytest.raises(UnfitAnswerError, match=why):
        parse_call_text(text, make(WAIT))
