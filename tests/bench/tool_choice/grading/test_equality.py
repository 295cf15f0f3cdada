"""Equality: the same arguments in other spelling fit, and different ones do not."""

from collections.abc import Mapping

import pytest

from bench.tool_choice.cases.case import ArgumentRule, ExpectedCall
from bench.tool_choice.grading.equality import find_difference, is_match
from performer.tools.tool import ToolSpec

SPOT: Mapping[str, object] = {
    "type": "object",
    "properties": {
        "x": {"type": "number"},
        "note": {"type": "string"},
        "corner": {"type": "string", "enum": ["top left", "top right"], "default": "top left"},
    },
    "required": ["x"],
}
SPEC = ToolSpec(
    name="draw",
    description="Draw.",
    parameters={
        "type": "object",
        "properties": {
            "text": {"type": "string"},
            "count": {"type": "integer"},
            "ratio": {"type": ["number", "null"]},
            "loud": {"type": "boolean"},
            "sound": {"enum": ["sad_trombone", "ding"]},
            "twins": {"enum": ["overlay-text", "overlay_text"]},
            "names": {"type": "array", "items": {"type": "string"}},
            "size": {"type": "string", "enum": ["small", "large"], "default": "small"},
            "spot": {"$ref": "#/$defs/Spot"},
            "either": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
            "any": {},
        },
        "required": ["text"],
        "$defs": {"Spot": SPOT},
    },
)


def compare(name: str, expected: object, made: object) -> str:
    return find_difference(ExpectedCall(tool="draw", arguments={name: expected}), {name: made}, SPEC)


def compare_rule(rule: ArgumentRule, name: str, made: object) -> str:
    return find_difference(ExpectedCall(tool="draw", rules={name: rule}), {name: made}, SPEC)


SAME = [
    ("count", 5, "5"),
    ("count", 5, "5.0"),
    ("count", 5, 5.0),
    ("ratio", 0.5, " .5"),
    ("ratio", 1000, "1e3"),
    ("ratio", None, None),
    ("loud", True, "true"),
    ("loud", False, "False "),
    ("sound", "sad_trombone", "Sad Trombone"),
    ("sound", "sad_trombone", "sad-trombone"),
    ("twins", "overlay-text", "overlay-text"),
    ("size", "large", "LARGE"),
    ("text", "GG", " GG\n"),
    ("text", "“it’s on”…", '"it\'s on"...'),
    ("text", "1 – 0", "1 - 0"),
    ("text", "Am\u00e9lie", "Ame\u0301lie"),
    ("text", "ＧＧ", "GG"),
    ("text", "Well played.", "Well played"),
    ("text", "勝ち。", "勝ち"),
    ("text", "5", 5),
    ("names", ["a", "b"], ("a", " b")),
    ("spot", {"x": 1}, {"x": "1", "corner": "Top_Left"}),
    ("spot", {"x": 1, "corner": "top left"}, {"x": 1}),
    ("spot", {"x": 1}, {"x": 1, "note": None}),
    ("either", 5, "5"),
    ("any", {"a": [1, True]}, {"a": [1.0, True]}),
]


@pytest.mark.parametrize(("name", "expected", "made"), SAME)
def test_the_same_in_other_spelling_fits(name: str, expected: object, made: object) -> None:
    assert compare(name, expected, made) == ""


DIFFERENT = [
    ("count", 5, 50),
    ("count", 5, "five"),
    ("count", 1, True),
    ("ratio", 0.5, 5),
    ("ratio", 0.5, None),
    ("loud", True, "no"),
    ("loud", False, "yes"),
    ("sound", "sad_trombone", "ding"),
    ("sound", "sad_trombone", "trombone"),
    ("twins", "overlay-text", "overlay_text"),
    ("twins", "overlay-text", "Overlay Text"),
    ("text", "GG", "gg"),
    ("text", ".", ""),
    ("text", "GG", "GG."),
    ("text", "GG", "GG!"),
    ("text", "GG!", "GG"),
    ("text", "wait...", "wait"),
    ("text", "a, b", "a b"),
    ("text", "a  b", "a b"),
    ("text", "5²", "52"),
    ("text", "5", 5.5),
    ("text", "GG", ["GG"]),
    ("names", ["a", "b"], ["b", "a"]),
    ("names", ["a", "b"], ["a"]),
    ("names", ["a"], "a"),
    ("spot", {"x": 1}, {"x": 2}),
    ("spot", {"x": 1}, {"x": 1, "note": "here"}),
    ("spot", {"x": 1}, {"x": 1, "corner": "top right"}),
    ("spot", {"x": 1, "note": "a"}, {"x": 1}),
    ("any", True, 1),
    ("any", "5", 5),
]


@pytest.mark.parametrize(("name", "expected", "made"), DIFFERENT)
def test_a_different_value_does_not_fit(name: str, expected: object, made: object) -> None:
    assert compare(name, expected, made).startswith(name)


def test_a_difference_tells_where_it_is_and_both_values() -> None:
    assert compare("text", "GG", "gg") == 'text is "gg", not "GG"'
    assert compare("names", ["a", "b"], ["a", "c"]) == 'names[1] is "c", not "b"'
    assert compare("spot", {"x": 1}, {"x": 2}) == "spot.x is 2, not 1"
    assert compare("spot", {"x": 1}, {"x": 1, "note": "a"}) == 'spot.note is "a", and should be left out'
    assert find_difference(ExpectedCall(tool="draw", arguments={"text": "GG"}), {}, SPEC) == (
        'text is left out, and should be "GG"'
    )


def test_a_long_value_is_told_shortened() -> None:
    assert len(compare("text", "GG", "g" * 10_000)) < 200


def test_what_cannot_be_written_differs_and_is_told_all_the_same() -> None:
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]

    assert compare("text", "GG", nested) == 'text is something endless, not "GG"'
    assert compare("names", ["a"], nested).startswith("names[0] is something endless")
    assert compare("text", "GG", 10**5000) == 'text is something endless, not "GG"'
    assert compare("count", 5, 10**5000) == "count is something endless, not 5"


def test_an_optional_argument_that_is_not_expected_may_be_anything() -> None:
    expected = ExpectedCall(tool="draw", arguments={"text": "GG"})

    assert find_difference(expected, {"text": "GG", "size": "large", "count": 3}, SPEC) == ""


def test_an_expected_default_may_be_left_out_and_another_value_may_not() -> None:
    assert find_difference(ExpectedCall(tool="draw", arguments={"size": "small"}), {}, SPEC) == ""
    assert find_difference(ExpectedCall(tool="draw", arguments={"size": "large"}), {}, SPEC).startswith("size is")


def test_an_argument_that_the_schema_does_not_know_is_told() -> None:
    expected = ExpectedCall(tool="draw", arguments={"text": "GG"})

    assert find_difference(expected, {"text": "GG", "colour": "red"}, SPEC) == "draw has no argument colour"


def test_what_should_be_left_out_may_have_its_default_or_be_null_and_nothing_else() -> None:
    expected = ExpectedCall(tool="draw", without=("size", "count"))

    assert find_difference(expected, {}, SPEC) == ""
    assert find_difference(expected, {"size": "Small", "count": None}, SPEC) == ""
    assert find_difference(expected, {"size": "large"}, SPEC) == 'size is "large", and should be left out'
    assert find_difference(expected, {"count": 0}, SPEC) == "count is 0, and should be left out"


def test_an_empty_text_is_one_that_is_left_out_and_an_empty_choice_or_number_is_none() -> None:
    expected = ExpectedCall(tool="draw", without=("either", "size", "count"))

    assert find_difference(expected, {"either": " "}, SPEC) == ""
    assert find_difference(expected, {"either": "a"}, SPEC) == 'either is "a", and should be left out'
    assert find_difference(expected, {"size": ""}, SPEC) == 'size is "", and should be left out'
    assert find_difference(expected, {"count": ""}, SPEC) == 'count is "", and should be left out'


RULES = [
    (ArgumentRule(one_of=("GG", "Well played.")), "text", ["GG", " Well played"], ["gg", "GG."]),
    (ArgumentRule(one_of=(3, 4)), "count", [3, "4"], [5, "three"]),
    (ArgumentRule(between=(2, 5)), "count", [2, 5, "3.5"], [1.99, "6", True, "two"]),
    (ArgumentRule(contains="don’t"), "text", ["I DON'T know"], ["I do not", 5]),
    (ArgumentRule(matches="^g+$"), "text", ["GGG", " g "], ["egg", 5]),
    (ArgumentRule(is_free=True), "text", ["", "anything", 5], []),
    (ArgumentRule(one_of=("small",)), "size", ["SMALL"], ["large"]),
]


@pytest.mark.parametrize(("rule", "name", "right", "wrong"), RULES)
def test_a_rule_is_kept_by_these_values_and_not_by_those(
    rule: ArgumentRule, name: str, right: list[object], wrong: list[object]
) -> None:
    assert [compare_rule(rule, name, each) for each in right] == [""] * len(right)
    assert all(compare_rule(rule, name, each).startswith(f"{name} is ") for each in wrong)


def test_a_rule_wants_its_argument_there_unless_the_default_keeps_it() -> None:
    free, small = ArgumentRule(is_free=True), ArgumentRule(one_of=("small",))

    assert find_difference(ExpectedCall(tool="draw", rules={"size": small}), {}, SPEC) == ""
    assert find_difference(ExpectedCall(tool="draw", rules={"size": free}), {}, SPEC) == "size is left out"
    assert find_difference(ExpectedCall(tool="draw", rules={"count": free}), {}, SPEC) == "count is left out"


def test_a_broken_rule_is_told_in_words() -> None:
    assert compare_rule(ArgumentRule(between=(2, 5)), "count", 6) == "count is 6, not from 2 to 5"
    assert compare_rule(ArgumentRule(one_of=(2, 5)), "count", 6) == "count is 6, none of [2, 5]"
    assert compare_rule(ArgumentRule(contains="GG"), "text", "") == 'text is "", without "GG" in it'
    assert compare_rule(ArgumentRule(matches="GG"), "text", "") == 'text is "", not like "GG"'


def test_a_pattern_is_looked_for_in_the_text_as_it_stands_and_in_its_plain_form() -> None:
    assert is_match("don’t", "I don’t")
    assert is_match("don't", "I DON’T")
    assert not is_match("do not", "I don’t")
