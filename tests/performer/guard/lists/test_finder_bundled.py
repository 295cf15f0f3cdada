"""The bundled lists: what stands on them can be found, once, and nothing of it can be read in the repository."""

import re
from pathlib import Path

import pytest

from performer.guard.lists import finder as lists
from performer.guard.lists.finder import ALLOWED, CATEGORIES, CLEAN, SUFFIX, decode_text, read_list
from performer.guard.normalise.readings import normalize_text

FOLDER = Path(lists.__file__).parent

_BY_CHANCE = 5
"""The letters of a word that come about by chance among so many of Base64."""


@pytest.mark.parametrize("category", CATEGORIES)
def test_each_category_has_entries_in_many_languages(category: str) -> None:
    text = read_list(category)

    assert len(text.splitlines()) > 250
    for language in ("en", "de", "fr", "es", "pt", "it", "nl", "pl", "ru", "tr"):
        assert f"# {language}\n" in text


def test_a_word_stands_on_one_list_alone() -> None:
    entries = [normalize_text(word).text for category in CATEGORIES for word in lists.load_entries(category)]

    assert len(entries) == len(set(entries))


def test_wildcards_stand_at_the_ends_and_leave_enough_letters() -> None:
    entries = [word for category in CATEGORIES for word in lists.load_entries(category) if "*" in word]

    assert not [word for word in entries if "*" in word.strip("*")]
    assert not [word for word in entries if word.isascii() and len(word.strip("*")) < 4]


def test_allowed_spellings_and_clean_phrases_are_written_as_they_are_compared() -> None:
    assert all(word == word.casefold() for word in lists.load_entries(ALLOWED))
    assert all(phrase == " ".join(normalize_text(phrase).text.split()) for phrase in lists.load_entries(CLEAN))
    assert all(" " in phrase for phrase in lists.load_entries(CLEAN))


@pytest.mark.parametrize("name", [*CATEGORIES, ALLOWED, CLEAN])
def test_no_entry_can_be_read_in_its_file(name: str) -> None:
    letters = (FOLDER / f"{name}{SUFFIX}").read_text(encoding="ascii")

    assert not [line for line in read_list(name).splitlines() if len(line) > _BY_CHANCE and line in letters]


def test_no_slur_stands_in_the_package_in_the_clear() -> None:
    slurs = {word for word in lists.load_entries("slurs") if word.isalpha() and len(word) > 4}
    sources = " ".join(file.read_text(encoding="utf-8") for file in FOLDER.parent.rglob("*.py")).casefold()

    assert not slurs.intersection(re.findall(r"[^\W_]+", sources))


def test_what_is_no_list_is_refused() -> None:
    with pytest.raises(ValueError, match="not packed"):
        decode_text("cGxvbms=")
