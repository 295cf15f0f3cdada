"""Mending of words with foreign letters, digits, stars or blanks in them."""

import pytest

from performer.guard.normalise.readings import normalize_text
from performer.guard.topics.mending import FILLING, PhraseWords, mend, part_glued

WORDS = PhraseWords(["burn (the|your) houses?", "гори"])


def mended(text: str) -> str:
    return mend(normalize_text(text), lambda: WORDS).replace(FILLING, "")


@pytest.mark.parametrize("bent", ["burnЖ", "Жburn", "buЖrn", "bu\u0e01rn", "bu\u13aarn", "burn\u062e", "bur\u03a9n"])
def test_a_letter_of_another_script_falls_out(bent: str) -> None:
    assert mended(f"{bent} it").strip() == "burn it"


@pytest.mark.parametrize(
    ("bent", "plain"),
    [
        ("b u r n it", "burn it"),
        ("b.u.r.n it", "burn it"),
        ("b u r n t h e h o u s e", "burn the house"),
        ("bu-rn it", "burn it"),
        ("b*rn it", "burn it"),
        ("b**n it", "burn it"),
        ("y0ur h0us3s", "your houses"),
        ("burnЖyour", "burn your"),
        ("[burn](https://x.example) it", "[burn it"),
        ("гориz", "гори"),
    ],
)
def test_a_bent_word_of_a_phrase_is_mended(bent: str, plain: str) -> None:
    assert mended(bent) == plain


@pytest.mark.parametrize(
    "plain",
    ["burn-your house", "b2b", "v 1.2.3", "5*3", "a b", "x y z w", "well-known", "кот", "b*t", "me@home", "a " * 300],
)
def test_other_words_stay(plain: str) -> None:
    assert mended(plain) == plain


@pytest.mark.parametrize("text", ["burnЖ b*rn b u r n y0ur", "ﬃ b u r n", "[a](b) ЖburnЖyourЖ"])
def test_the_length_stays(text: str) -> None:
    reading = normalize_text(text)

    assert len(mend(reading, lambda: WORDS)) == len(reading.text)


@pytest.mark.parametrize(
    ("glued", "parted", "blanks"),
    [
        ("so: burnyourhouse!", "so: burn your house!", [8, 13]),
        ("burnyourhouses houses", "burn your houses houses", [4, 9]),
        ("houses", "houses", []),
        ("burnyourhut", "burnyourhut", []),
    ],
)
def test_words_that_are_written_as_one_are_parted(glued: str, parted: str, blanks: list[int]) -> None:
    assert part_glued(glued, lambda: WORDS) == (parted, blanks)
