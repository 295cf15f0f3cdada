"""Durations in the unit of their key, and arguments that fit at a glance."""

import pytest

from performer.models.toolcalls.text.schema.units import convert_to_unit, find_unit, is_fitted, is_plain, move_to_unit
from tests.performer.models.toolcalls.text.tools import OVERLAY


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


def test_what_fits_already_is_known_at_a_glance() -> None:
    assert is_fitted({"text": "Hi", "duration_s": 5}, OVERLAY.parameters)
    assert not is_fitted({"text": "null"}, OVERLAY.parameters)
    assert not is_fitted({"duration_s": 5}, OVERLAY.parameters)
    assert is_plain(5, {"type": "number"})
    assert not is_plain(True, {"type": "integer"})
    assert not is_plain(5, {"type": ["integer", "string"]})
