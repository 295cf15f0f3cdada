"""Keys that models get wrong, and where they go."""

import pytest

from performer.models.soft.repair import repaired
from tests.performer.models.soft.tools import EMOTE, OVERLAY

MENDED = [
    ({"msg": "Hi"}, {"text": "Hi"}),
    ({"Text": "Hi"}, {"text": "Hi"}),
    ({"txet": "Hi"}, {"text": "Hi"}),
    ({"shout": "Hi"}, {"text": "Hi"}),
    ({"text": "Hi", "duration": 3}, {"text": "Hi", "duration_s": 3}),
    ({"text": "Hi", "seconds": 3}, {"text": "Hi", "duration_s": 3}),
    ({"text": "Hi", "msg": "Ho"}, {"text": "Hi"}),
    ({"text": "Hi", "colour": "red"}, {"text": "Hi"}),
    ({"foo": "Hi", "bar": "Ho"}, {}),
    ({"duration": [3], "text": "Hi"}, {"text": "Hi"}),
]


@pytest.mark.parametrize(("given", "right"), MENDED)
def test_a_key_goes_where_it_alone_can_belong(given: dict[str, object], right: dict[str, object]) -> None:
    assert repaired(given, OVERLAY.parameters) == right


def test_the_last_required_key_takes_the_only_strange_one() -> None:
    assert repaired({"which": "wave"}, EMOTE.parameters) == {"name": "wave"}


def test_a_schema_without_properties_keeps_everything() -> None:
    assert repaired({"a": 1}, {"type": "object"}) == {"a": 1}


def test_two_keys_that_fit_alike_are_not_guessed_between() -> None:
    schema = {"properties": {"text": {"type": "string"}, "body": {"type": "string"}}, "required": ["text", "body"]}

    assert repaired({"msg": "Hi"}, schema) == {}
