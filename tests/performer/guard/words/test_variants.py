"""Variants of a line: as it looks, aloud, set upright, out of a mirror; and signs that draw letters."""

import pytest

from performer.guard.normalise.readings import normalize_text
from performer.guard.words.letters import Variant
from performer.guard.words.variants import iterate_variants, read_drawn, restore_signs


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("ᎮᏝᎧᏁᏦ ᎷᎧᏕᏕ", "plonk moss"),
        ("роттен турнип", "rotten turnip"),
        ("роттеn turниp", "rotten turnip"),
        ("ssoɯ ʞuold", "plonk moss"),
        ("ꓘNO⅂Ԁ", "plonk"),
        ("ʞꞁoɿq", "prolk"),
    ],
)
def test_a_line_is_read_in_other_ways(written: str, read: str) -> None:
    texts = [each.reading.text for each in iterate_variants(normalize_text(written))]

    assert any(text.startswith(read) for text in texts), texts


def test_drawn_letters_are_read_as_letters() -> None:
    line = "p|_|nk"
    drawn = read_drawn(Variant(normalize_text(line)), line)

    assert drawn
    assert drawn.reading.text == "punk"
    assert read_drawn(Variant(normalize_text("plonk")), "plonk") is None


def test_signs_that_hide_letters_stay_signs() -> None:
    reading = normalize_text("pl×nk a_b")

    assert (reading.text, restore_signs(reading, reading.text)) == ("plxnk a b", "pl×nk a_b")
