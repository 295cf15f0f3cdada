"""Rereadings: a whole line as it looks, aloud, set upright, out of a mirror; and where its parts were written."""

import pytest

from performer.guard.normalise.readings import normalize_text
from performer.guard.words.disguises import find_rereadings


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("ᎮᏝᎧᏁᏦ ᎷᎧᏕᏕ", "plonk moss"),
        ("роттен турнип", "rotten turnip"),
        ("ssoɯ ʞuold", "plonk moss"),
        ("ꓘNO⅂Ԁ", "plonk"),
        ("ʞꞁoɿq", "prolk"),
    ],
)
def test_a_line_is_read_again(written: str, read: str) -> None:
    rereadings = [each.reading.text for each in find_rereadings(normalize_text(written))]

    assert any(text.startswith(read) for text in rereadings), rereadings


def test_plain_lines_are_read_once() -> None:
    assert find_rereadings(normalize_text("Große naïve façade, 10 % off")) == ()


def test_a_part_of_a_line_that_was_turned_is_found_where_it_was_written() -> None:
    reading = normalize_text("ok ʞuold")
    turned = next(each for each in find_rereadings(reading) if each.reading.text.startswith("plonk"))

    start, end = turned.place(0, len("plonk"))

    assert reading.text[start:end] == "ʞuold"
