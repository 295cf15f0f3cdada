"""Texts for the database: short, without secrets, embedded data and half characters."""

import base64
import random
import textwrap

import pytest

from performer.core.redact.redact import add_secret
from performer.core.storable_text import (
    MOST,
    drop_data,
    drop_half_surrogates,
    format_stored_arguments,
    keep_letters,
    shorten,
    shorten_stored_text,
)


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("hello there", "hello there"),
        ("x" * 21, "x" * 19 + "…"),
        ("see data:image/png;base64,AAAA== now", "see (data) now"),
        ("half \ud83d", "half ?"),
    ],
)
def test_a_text_is_stored_short_and_readable(text: str, stored: str) -> None:
    assert shorten_stored_text(text, 20) == stored


def test_no_secret_is_stored_even_where_the_text_is_cut() -> None:
    add_secret("florp-quibble-snack")

    assert "florp" not in shorten_stored_text("my key is florp-quibble-snack and so on", 16)


def test_arguments_are_json_of_a_bounded_length() -> None:
    assert format_stored_arguments({"a": "ä", "b": [1]}) == '{"a": "ä", "b": [1]}'
    assert len(format_stored_arguments({"a": "x" * 5000})) == MOST["tool"]


def test_letters_alone_make_two_spellings_equal() -> None:
    assert keep_letters("Hello, World 2!") == keep_letters("hello world2") == "helloworld2"
    assert (shorten("abc", 3), shorten("abcd", 3), drop_half_surrogates("a\udc00")) == ("abc", "ab…", "a?")


PICTURE = base64.b64encode(random.Random(1).randbytes(900)).decode()


@pytest.mark.parametrize(
    "written",
    [
        f"data:image/png;base64,{PICTURE}",
        PICTURE,
        base64.urlsafe_b64encode(random.Random(2).randbytes(901)).decode(),
        textwrap.fill(PICTURE, 76),
    ],
)
def test_a_picture_is_left_out_however_it_is_written(written: str) -> None:
    assert drop_data(f'{{"image": "{written}", "of": "a fox"}}') == '{"image": "(data)", "of": "a fox"}'


@pytest.mark.parametrize("text", ["a" * 900, "7" * 900, "word " * 300, "Ab1" * 100, "/path/To/1" * 20, ""])
def test_what_is_no_picture_stays(text: str) -> None:
    assert drop_data(text) == text
