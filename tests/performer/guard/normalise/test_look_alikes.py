"""Alphabets: the tables of what letters are written as instead."""

import tomllib
from pathlib import Path

import pytest

from performer.guard.normalise import look_alikes

TABLES = tomllib.loads(Path(look_alikes.__file__).with_name("look_alikes.toml").read_text(encoding="utf-8"))
AMBIGUOUS = {
    "ambiguous",
    "ambiguous_cyrillic",
    "ambiguous_keys",
    "ambiguous_sounds",
    "ambiguous_turned",
    "ambiguous_turned_cyrillic",
}
"""Tables in which a sign may stand for several letters."""
BY_LETTER = sorted(TABLES.keys() - {"leet", "only", "written"} - AMBIGUOUS)
LATIN = sorted(set(BY_LETTER) - {"kana", "pictures", "simplified"})


def test_a_sign_knows_its_letter() -> None:
    assert (look_alikes.LETTERS["ᗩ"], look_alikes.SOUNDS["д"], look_alikes.SIGNS["₿"]) == ("a", "d", "b")
    assert (look_alikes.DRAWN["|\\/|"], look_alikes.NAMES["zulu"], look_alikes.LEET["6"]) == ("m", "z", "gbб")
    assert (look_alikes.UPSIDE_DOWN["ɐ"], look_alikes.MIRRORED["ɒ"]) == ("a", "a")


@pytest.mark.parametrize("table", BY_LETTER)
def test_no_sign_stands_for_two_letters_in_one_table(table: str) -> None:
    signs = [sign for listed in TABLES[table].values() for sign in listed.split()]

    assert sorted(signs) == sorted(set(signs))
    assert all((letter.isalnum() or letter == "~") and len(letter) == 1 for letter in TABLES[table])


@pytest.mark.parametrize("table", sorted(AMBIGUOUS))
def test_a_sign_of_an_ambiguous_word_stands_for_a_letter_once(table: str) -> None:
    assert all(len(listed.split()) == len(set(listed.split())) for listed in TABLES[table].values())
    assert all(letter.isalpha() and len(letter) == 1 for letter in TABLES[table])


@pytest.mark.parametrize("table", LATIN)
def test_signs_stand_for_plain_letters(table: str) -> None:
    assert all(letter.isascii() for letter in TABLES[table])


@pytest.mark.parametrize("table", ["letters", "sounds", "signs", "upside_down", "mirrored"])
def test_signs_are_single_characters(table: str) -> None:
    assert all(len(sign) == 1 for listed in TABLES[table].values() for sign in listed.split())


def test_what_shows_that_a_line_is_turned_is_no_plain_letter() -> None:
    assert not any(sign.isascii() for sign in look_alikes.ONLY_UPSIDE_DOWN | look_alikes.ONLY_MIRRORED)
