"""Misspelt words: their folded spellings, and their packed check sums."""

import pytest

from performer.guard.lists.finder import load_entries
from performer.guard.normalise.readings import normalize_text
from performer.guard.words.entry import WordList
from performer.guard.words.finder import WordFinder
from performer.guard.words.misspelt_words import (
    ENDED,
    EXACT,
    MisspeltWords,
    fold_spelling,
    list_lookups,
    load_misspelt_words,
    pack_spellings,
)

LONG = 7
WORDS = MisspeltWords(
    pack_spellings(
        {
            "plonkad": "slurs",
            "flarnak" + ENDED: "sexual",
            "grumbel" + EXACT: "profanity",
        }
    )
)


@pytest.mark.parametrize("alike", ["plonkad", "plonckad", "ploncad", "pllonkkad", "plonqad", "plonkaad"])
def test_spellings_that_sound_alike_are_one(alike: str) -> None:
    assert WORDS.find(alike) == "slurs"


@pytest.mark.parametrize(
    ("spelled", "folded"), [("phyzz", "fis"), ("maxi", "maksi"), ("choqck", "chok"), ("подъехалл", "подехал")]
)
def test_a_spelling_is_folded(spelled: str, folded: str) -> None:
    assert fold_spelling(spelled) == folded


def test_a_spelling_may_have_an_ending_where_that_is_marked() -> None:
    assert WORDS.find("flarnaks") == "sexual"
    assert WORDS.find("flarnackmost") is None
    assert WORDS.find("flarnak") is None
    assert WORDS.find("plonkads") is None


def test_an_exact_spelling_is_not_folded() -> None:
    assert WORDS.find("grumbel") == "profanity"
    assert WORDS.find("grummbel") is None


@pytest.mark.parametrize("other", ["", "plo", "plonkad1", "plonkad plonkad", "plonka", "z" * 400])
def test_nothing_else_is_found(other: str) -> None:
    assert WORDS.find(other) is None


@pytest.mark.parametrize("other", ["たぬきうどん", "너구리야", "λυκος"])
def test_a_word_in_a_script_of_no_misspelt_one_is_not_looked_up(other: str) -> None:
    assert MisspeltWords(pack_spellings({other: "slurs"})).find(other) is None


def test_a_short_word_is_looked_up_as_it_is_only() -> None:
    assert list_lookups("plll") == ["plll" + EXACT]


def test_the_finder_finds_a_misspelt_word_where_it_stands() -> None:
    finder = WordFinder(WordList(words=["quibble"], category="mild", rule="mild"), misspelt=WORDS)

    (hit,) = finder.find(normalize_text("what a PLONCKAD, really"))

    assert (hit.start, hit.end, hit.category, hit.rule) == (7, 15, "slurs", "slurs, misspelt")


def test_an_allowed_word_is_no_misspelt_one() -> None:
    finder = WordFinder(WordList(words=["quibble"], category="mild", rule="mild"), allowed=["Plonkad"], misspelt=WORDS)

    assert not list(finder.find(normalize_text("plonkad")))


def test_the_bundled_ones_know_the_lists_words_from_everyday_ones() -> None:
    words = load_misspelt_words()
    everyday = "hello stream friends chat country shirt sheet duck truck beach peach witch dictionary assess classic"
    listed = [word for word in load_entries("slurs") if word.isascii() and word.isalpha() and len(word) > LONG]

    assert sum(words.find(word[:-2] + word[-1] + word[-2]) is not None for word in listed) > len(listed) / 3
    assert not [word for word in everyday.split() if words.find(word)]
