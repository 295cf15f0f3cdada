"""One value between two tags."""

import pytest

from performer.models.toolcalls.text.data.literal import read_scalar

DATA = [
    ("[1, 2]", [1, 2]),
    ("['a', \"baker's\", None]", ["a", "baker's", None]),
    ('\n{"a": {"b": 1}}\n', {"a": {"b": 1}}),
    (" 5 ", 5),
    ("-0.5", -0.5),
    ("true", True),
    ("None", None),
]

TEXTS = [
    "top",
    '"top"',
    "007",
    "5 cups",
    "[left, right]",
    "{note: hello}",
    '{"a": 1} and',
    "[1, 2",
    "",
    " nil ",
    "1.2.3",
]


@pytest.mark.parametrize(("text", "value"), DATA)
def test_a_text_that_is_data_is_read(text: str, value: object) -> None:
    assert read_scalar(text) == value


@pytest.mark.parametrize("text", TEXTS)
def test_any_other_text_is_left_as_it_is(text: str) -> None:
    assert read_scalar(text) is text
