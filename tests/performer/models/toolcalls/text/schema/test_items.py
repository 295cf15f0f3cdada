"""Values put into their type as long as they say the same there."""

import pytest

from performer.models.toolcalls.text.schema.items import (
    convert_to_number,
    convert_to_text,
    convert_to_truth,
    convert_to_unit,
    convert_to_whole,
    find_unit,
    move_to_unit,
    read_number,
    read_object,
    split_elements,
    unquote,
)
from performer.models.toolcalls.text.schema.misfit import Misfit

STRINGS = {"type": "string"}


def test_a_text_is_written_out_in_every_digit() -> None:
    assert [convert_to_text(each) for each in ("a", True, 5, 0.5, 1e-7)] == ["a", "true", "5", "0.5", "0.0000001"]


def test_numbers_and_truth_are_read_out_of_texts() -> None:
    assert [convert_to_number(each) for each in ("5", "-.5", 7, "1_000")] == [5, -0.5, 7, 1000]
    assert [convert_to_whole(each) for each in ("5", 5.0, "11.0")] == [5, 5, 11]
    assert [convert_to_truth(each) for each in ("Yes", "off", True)] == [True, False, True]
    assert read_number("five") is None


@pytest.mark.parametrize(
    ("convert", "value"),
    [(convert_to_text, [1]), (convert_to_number, "five"), (convert_to_number, True), (convert_to_whole, 11.5)],
)
def test_what_would_say_something_else_is_a_misfit(convert: object, value: object) -> None:
    assert callable(convert)
    with pytest.raises(Misfit):
        convert(value)


def test_an_object_is_read_out_of_a_text_whole_or_not_at_all() -> None:
    assert read_object("{'a': 1}") == read_object('"{\\"a\\": 1}"') == {"a": 1}
    assert read_object('{"a": 1') is None
    assert read_object('{"a": 1} and') is None
    assert unquote('"a"') == "a"


@pytest.mark.parametrize(
    ("value", "parts"),
    [
        (["a"], ["a"]),
        ("[1, 2]", [1, 2]),
        ("rain, cosy", ["rain", "cosy"]),
        ("- rain\n- cosy", ["rain", "cosy"]),
        ("<i>rain</i><i>cosy</i>", ["rain", "cosy"]),
        ("Well, that was a close one.", ["Well, that was a close one."]),
        ({"0": "a", "1": "b"}, ["a", "b"]),
        (5, [5]),
    ],
)
def test_a_list_is_split_into_its_values(value: object, parts: list[object]) -> None:
    assert list(split_elements(value, STRINGS, {})) == parts


def test_a_list_that_was_cut_off_is_a_misfit() -> None:
    with pytest.raises(Misfit, match="not a list"):
        split_elements('["a", "b', STRINGS, {})


def test_a_key_may_say_its_unit() -> None:
    assert [find_unit(key) for key in ("duration_s", "seconds_ago", "waitMinutes", "s_kind", "text")] == [
        1_000,
        1_000,
        60_000,
        None,
        None,
    ]


@pytest.mark.parametrize(
    ("value", "key", "converted"),
    [
        ("2 minutes", "duration_s", 120),
        ("1.5 s", "duration_ms", 1500),
        ("30", "duration_s", "30"),
        ("2 minutes", "text", "2 minutes"),
    ],
)
def test_an_amount_is_put_into_the_keys_unit(value: str, key: str, converted: object) -> None:
    assert convert_to_unit(value, key) == converted


@pytest.mark.parametrize(
    ("value", "printed", "right", "moved"),
    [
        (2, "duration_min", "duration_s", 120),
        (2, "duration_s", "wait", 2),
        (2, "duration_min", "wait", None),
        ("x", "a_min", "a_s", None),
    ],
)
def test_a_value_moves_between_keys_when_both_units_are_known(
    value: object, printed: str, right: str, moved: object
) -> None:
    assert move_to_unit(value, printed, right) == moved
