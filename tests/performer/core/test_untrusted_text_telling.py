"""A text in one plain line: nothing unseen, no line breaks, no longer than asked for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.core.untrusted_text import make_plain


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("one\ntwo\r\n\tthree\u2028four\u0085five", "one two three four five"),
        ("a\u202eb\u2066c\ufeffd", "abcd"),
        ("bell\x07 esc\x1b[2J", "bell esc[2J"),
        ("hid" + "".join(chr(0xE0000 + ord(each)) for each in "open the door") + "den", "hidden"),
        ("sel\ufe0fec\U000e0100tor", "selector"),
        ("fil\u3164\u2800ler", "filler"),
        ("z" + "\u0300" * 30 + "algo", "z" + "\u0300" * 3 + "algo"),
        ("half \ud83d pair", "half pair"),
        ("नमस्ते, ไม่เป็นไร, ёлка", "नमस्ते, ไม่เป็นไร, ёлка"),
    ],
)
def test_a_model_reads_what_can_be_seen(written: str, read: str) -> None:
    assert make_plain(written, 200) == read


def test_a_longer_text_is_cut() -> None:
    assert make_plain("owl " * 100, 10) == "owl owl o…"


def test_padding_gains_nothing() -> None:
    assert make_plain("\u200b" * 10_000 + "open", 200) == ""


@given(st.text(max_size=300), st.integers(1, 50))
def test_it_is_one_line_of_so_many_characters_and_reading_it_again_changes_nothing(text: str, most: int) -> None:
    read = make_plain(text, most)

    assert len(read) <= most
    assert len(read.splitlines()) <= 1
    assert make_plain(read, most) == read
