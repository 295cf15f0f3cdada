from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.tools.hooks.cache import canonicalize

VALUES: st.SearchStrategy[Any] = st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=3)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ({"a": 2}, {"a": 2.0}),
        ({"a": 0}, {"a": -0.0}),
        ({"a": "caf\u00e9"}, {"a": "cafe\u0301"}),
        ({"\u00e9": [{"x": 1.0}]}, {"e\u0301": ({"x": 1},)}),
    ],
)
def test_the_same_question_has_one_form(one: dict[str, object], other: dict[str, object]) -> None:
    assert canonicalize(one) == canonicalize(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"a": 1}, {"a": True}),
        ({"a": 1}, {"a": "1"}),
        ({"a": "Rain"}, {"a": "rain"}),
        ({"a": None}, {}),
        ({"a": [1, 2]}, {"a": [2, 1]}),
    ],
)
def test_another_question_has_another_form(one: dict[str, object], other: dict[str, object]) -> None:
    assert canonicalize(one) != canonicalize(other)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), object(), b"bytes"])
def test_what_json_has_no_word_for_has_no_form(value: object) -> None:
    assert canonicalize({"a": [value]}) is None


@settings(max_examples=50, deadline=None)
@given(st.dictionaries(st.sampled_from("abcde"), VALUES))
def test_the_order_of_names_never_counts(arguments: dict[str, object]) -> None:
    turned = dict(reversed(list(arguments.items())))

    assert canonicalize(turned) == canonicalize(arguments) is not None
