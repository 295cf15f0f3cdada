"""Alphabets: the tables of what letters are written as instead."""

import tomllib
from pathlib import Path

import pytest

from performer.guard import alphabets

TABLES = tomllib.loads(Path(alphabets.__file__).with_name("look_alikes.toml").read_text(encoding="utf-8"))
BY_LETTER = sorted(TABLES.keys() - {"leet", "only"})


def test_a_sign_knows_its_letter() -> None:
    assert (alphabets.LETTERS["ᗩ"], alphabets.SOUNDS["д"], alphabets.SIGNS["₿"]) == ("a", "d", "b")
    assert (alphabets.DRAWN["|\\/|"], alphabets.NAMES["zulu"], alphabets.LEET["6"]) == ("m", "z", "gb")
    assert (alphabets.UPSIDE_DOWN["ɐ"], alphabets.MIRRORED["ɒ"]) == ("a", "a")


@pytest.mark.parametrize("table", BY_LETTER)
def test_no_sign_stands_for_two_letters_in_one_table(table: str) -> None:
    signs = [sign for listed in TABLES[table].values() for sign in listed.split()]

    assert sorted(signs) == sorted(set(signs))
    assert all(letter.isascii() and letter.isalnum() and len(letter) == 1 for letter in TABLES[table])


@pytest.mark.parametrize("table", ["letters", "sounds", "signs", "upside_down", "mirrored"])
def test_signs_are_single_characters(table: str) -> None:
    assert all(len(sign) == 1 for listed in TABLES[table].values() for sign in listed.split())


def test_what_shows_that_a_line_is_turned_is_no_plain_letter() -> None:
    assert not any(sign.isascii() for sign in alphabets.ONLY_UPSIDE_DOWN | alphabets.ONLY_MIRRORED)
