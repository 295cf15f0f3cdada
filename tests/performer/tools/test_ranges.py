import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.tools.ranges import NumberRange, list_places, parse_number, read_ranges

NUMBER: dict[str, Any] = {"type": "number"}
WHOLE: dict[str, Any] = {"type": "integer"}


def read(schema: dict[str, Any], **root: Any) -> NumberRange | None:
    return read_ranges({"type": "object", "properties": {"x": schema}, **root}).get("x")


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        (NUMBER | {"minimum": 0, "maximum": 0.5}, "0 to 0.5"),
        (NUMBER | {"minimum": 2}, "at least 2"),
        (NUMBER | {"maximum": 2}, "at most 2"),
        (NUMBER | {"exclusiveMinimum": 0, "exclusiveMaximum": 1}, "0.001 to 0.999"),
        (NUMBER | {"exclusiveMinimum": 0}, "at least 0.001"),
        (WHOLE | {"exclusiveMinimum": 0, "exclusiveMaximum": 10}, "1 to 9"),
        (WHOLE | {"minimum": 0.5, "maximum": 9.5}, "1 to 9"),
        ({"type": ["integer", "null"], "minimum": 1, "maximum": 3}, "1 to 3"),
        ({"anyOf": [WHOLE | {"minimum": 1, "maximum": 3}, {"type": "null"}]}, "1 to 3"),
        ({"$ref": "#/$defs/Volume"}, "0 to 9"),
    ],
)
def test_a_range_is_read_however_a_schema_says_it(schema: dict[str, Any], words: str) -> None:
    assert str(read(schema, **{"$defs": {"Volume": NUMBER | {"minimum": 0, "maximum": 9}}})) == words


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "minimum": 1},
        {"$ref": "#/$defs/None"},
        {"$ref": "https://example.com/x"},
        {"anyOf": [NUMBER | {"minimum": 1}, WHOLE | {"maximum": 1}]},
        {"anyOf": "none"},
        True,
        None,
    ],
)
def test_what_is_no_number_or_of_two_kinds_has_no_range(schema: Any) -> None:
    assert read(schema) is None


def test_a_schema_that_leads_in_circles_has_no_range() -> None:
    assert read({"$ref": "#/$defs/A"}, **{"$defs": {"A": {"anyOf": [{"$ref": "#/$defs/A"}]}}}) is None
    assert read_ranges({"properties": "none"}) == {}


def test_a_text_stands_for_a_number_only_where_no_text_may_stand() -> None:
    assert parse_number(" 30 ", NumberRange()) == 30
    assert parse_number("-1.5e2", NumberRange()) == -150
    assert parse_number("30", NumberRange(is_text=True)) is None
    assert [parse_number(each, NumberRange()) for each in ("30 s", "1_000", "", "x" * 9999, True, None, [3])] == [
        None
    ] * 7
    assert math.isnan(parse_number("NaN", NumberRange()) or 0)


BOUNDS = st.floats(-1000, 1000)


@given(BOUNDS, BOUNDS, BOUNDS, BOUNDS, st.booleans(), st.one_of(st.floats(allow_nan=False), st.integers()))
def test_narrowing_never_widens_and_what_is_brought_is_within(
    low: float, high: float, least: float, most: float, whole: bool, number: float
) -> None:
    own = NumberRange(is_whole=whole).narrow(min(low, high), max(low, high))
    it = own.narrow(min(least, most), max(least, most))

    assert own.low <= it.low <= it.high <= own.high
    assert it.holds(number) or it.holds(it.nearest(number))


SIZE: dict[str, Any] = {"type": "object", "properties": {"width": WHOLE | {"minimum": 1, "maximum": 64}, "unit": {}}}
DRAWN: dict[str, Any] = {
    "properties": {
        "size": {"anyOf": [SIZE | {"required": ["width"]}, {"type": "null"}]},
        "points": {"type": "array", "items": {"$ref": "#/$defs/Point"}},
        "grid": {"type": "array", "items": {"type": "array", "items": NUMBER | {"minimum": 0}}},
        "free": {"type": "object"},
        "either": {"oneOf": [SIZE, {"properties": {"width": NUMBER | {"maximum": 9}}}]},
    },
    "$defs": {"Point": {"type": "object", "properties": {"x": NUMBER | {"maximum": 9}}}},
}


def test_values_within_objects_and_lists_have_ranges_by_their_places() -> None:
    found = read_ranges(DRAWN)

    assert {place: str(each) for place, each in found.items()} == {
        "size.width": "1 to 64",
        "points[].x": "at most 9",
        "grid[][]": "at least 0",
    }
    assert [place for place, each in found.items() if each.is_needed] == ["size.width", "grid[][]"]


def test_a_range_can_be_about_every_place_that_holds_no_others() -> None:
    of_either = ["either.width", "either.unit"]

    assert list_places(DRAWN) == ["size.width", "size.unit", "points[].x", "grid[][]", "free", *of_either]


def test_a_schema_without_end_has_places_with_an_end() -> None:
    node = {"properties": {f"to{each}": {"anyOf": [{"$ref": "#/$defs/Node"}] * 50} for each in range(50)}}

    assert len(list_places({"properties": {"root": {"$ref": "#/$defs/Node"}}, "$defs": {"Node": node}})) < 300
