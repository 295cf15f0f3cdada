"""A name can be seen, and turns nothing around; any writing will do."""

import pytest
from pydantic import TypeAdapter, ValidationError

from performer.core.shown_name import ShownName

NAMES: TypeAdapter[str] = TypeAdapter(ShownName)


@pytest.mark.parametrize(
    "name", ["", "Kim", "Ann-Marie O’Neill", "李雷", "مريم", "שרה", "👩\u200d🚀", "नमस्ते", "!", "7"]
)
def test_a_name_in_any_writing_passes(name: str) -> None:
    assert NAMES.validate_python(name) == name


@pytest.mark.parametrize("name", [" ", "\u00a0\u2003", "\u200b\u200d", "\u3164", "\u2800 ", "\u0301"])
def test_a_name_of_which_nothing_is_seen_is_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="can be seen"):
        NAMES.validate_python(name)


@pytest.mark.parametrize("name", ["mik\u202e", "\u2067Kim", "Kim\u200f", "Kim\x1b[2J", "a\nb", "\u202e\u202d"])
def test_a_name_that_turns_the_writing_around_is_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="turn the writing around"):
        NAMES.validate_python(name)
