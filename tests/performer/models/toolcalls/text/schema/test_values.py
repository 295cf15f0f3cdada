"""Values put into the form that their schema says."""

import pytest

from performer.models.toolcalls.text.schema.misfit import Misfit
from performer.models.toolcalls.text.schema.values import SchemaPlace, can_cast, cast_value, fill_object, find_member

PLACE = SchemaPlace(root={}, owner=("play", "sound"))
NUMBER = {"type": "number"}


@pytest.mark.parametrize("printed", ["airhorn", "Air Horn", "sounds/airhorn.mp3", "airhron"])
def test_a_member_is_found_however_it_is_dressed(printed: str) -> None:
    assert find_member(printed, ["airhorn", "drum_roll"]) == "airhorn"


@pytest.mark.parametrize("printed", ["trumpet", "", True, ["airhorn"]])
def test_a_member_is_never_guessed(printed: object) -> None:
    with pytest.raises(Misfit):
        find_member(printed, ["airhorn", "drum_roll"])


@pytest.mark.parametrize(
    ("value", "schema", "cast"),
    [
        ("5", NUMBER, 5),
        ([5], NUMBER, 5),
        ({"type": "number", "value": "5"}, NUMBER, 5),
        ("5", {"anyOf": [{"type": "string"}, NUMBER]}, "5"),
        ("a, b", {"type": "array", "items": {"type": "string"}}, ["a", "b"]),
        ('{"n": "5"}', {"type": "object", "properties": {"n": NUMBER}}, {"n": 5}),
        ("null", {"type": "null"}, None),
    ],
)
def test_a_value_takes_its_schemas_form(value: object, schema: object, cast: object) -> None:
    assert cast_value(value, schema, PLACE) == cast
    assert can_cast(value, schema, PLACE)


def test_a_misfit_says_where_it_lies() -> None:
    with pytest.raises(Misfit, match=r"'of\[1\]' is 'x', not a number"):
        fill_object({"of": [1, "x"]}, {"properties": {"of": {"type": "array", "items": NUMBER}}}, PLACE)


def test_an_object_is_filled_from_keys_and_defaults_and_strays_are_told() -> None:
    node = {"properties": {"volume": {**NUMBER, "default": 1}, "name": {"type": "string"}}, "required": ["volume"]}
    place = SchemaPlace(root={}, owner=())

    assert fill_object({"name": "Hi", "colour": "red"}, node, place) == {"name": "Hi", "volume": 1}
    assert place.strays == ["colour"]


def test_a_value_lies_too_deep_only_when_it_does() -> None:
    with pytest.raises(Misfit, match="too deep"):
        cast_value(1, NUMBER, SchemaPlace(root={}, owner=(), depth=17))
