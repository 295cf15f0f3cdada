"""Arguments as people may see them: without secrets and without what the guard stops, wherever that stands."""

import pytest

from performer.core.redact.redact import add_secret
from performer.guard.guard import Guard
from performer.tools.masked_arguments import (
    is_short,
    list_words,
    mask_arguments,
    mask_arguments_aside,
    mask_for_people,
)

MASK = mask_for_people(Guard(words=["plonk"]))
KEY = "a-key-that-only-this-test-has"


def test_names_and_nested_texts_and_numbers_are_masked() -> None:
    given = {"plonk": [{"deep": "a plonk"}, ("plonk", 3)], "card": 4111111111111111, "path": "/home/jonas/x", "n": 12}

    assert mask_arguments(given, MASK) == {
        "●●●": [{"deep": "a ●●●"}, ["●●●", 3]],
        "card": "●●●",
        "path": "/home/●●●/x",
        "n": 12,
    }


def test_secrets_are_masked_whatever_the_guard_finds() -> None:
    add_secret(KEY)

    assert mask_arguments({f"x {KEY}": KEY, "n": [KEY.upper()]}, str) == {"x ***": "***", "n": ["***"]}


def test_no_argument_hides_another_whose_name_is_masked_like_its_own() -> None:
    assert mask_arguments({"plonk": 1, "plonks": 2, "Plonk": 3}, MASK) == {"●●●": 1, "●●● (2)": 2, "●●● (3)": 3}


def test_a_number_that_cannot_be_written_is_masked() -> None:
    assert mask_arguments({"n": 10**5000, "nan": float("inf")}, str) == {"n": "***", "nan": float("inf")}


@pytest.mark.anyio
async def test_long_ones_are_masked_whole() -> None:
    masked = await mask_arguments_aside({"text": "so be it " * 2000 + "plonk"}, MASK)

    assert masked == {"text": "so be it " * 2000 + "●●●"}


def test_words_are_listed_in_their_order() -> None:
    assert [*list_words({"a": [1, {"b": "c", "d": [None, True, 2.5]}], "e": "f"})] == [*"a1bcd", "2.5", "e", "f"]
    assert is_short({"a": "bcd"}, 4)
    assert not is_short({"a": "bcde"}, 4)
