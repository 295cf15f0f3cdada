"""The lexicon: entries of lists by their keys, wildcards and signs."""

import pytest

from performer.guard.words.entry import WordList
from performer.guard.words.lexicon import Lexicon
from performer.guard.words.similar_words import make_keys


def lexicon(*words: str, bent: bool = False) -> Lexicon:
    return Lexicon([WordList(words=words, category="own", rule="your list", bent=bent)])


@pytest.mark.parametrize("token", ["plonk", "pl0nk", "plooonk", "knolp"])
def test_a_word_is_found_in_its_spellings(token: str) -> None:
    found = lexicon("plonk").read(token)

    assert found
    assert found.category == "own"


@pytest.mark.parametrize("token", ["blank", "plink", "plon", ""])
def test_another_word_is_not_found(token: str) -> None:
    assert lexicon("plonk").read(token) is None


@pytest.mark.parametrize("token", ["plonks", "plonked", "plonkish", "polnk"])
def test_inflections_and_typing_errors_are_found_where_the_list_says_so(token: str) -> None:
    assert lexicon("plonk", bent=True).read(token)
    assert lexicon("plonk").read(token) is None


@pytest.mark.parametrize(
    ("entry", "fits", "fits_not"),
    [
        ("plonk*", "plonkery", "aplonk"),
        ("*onk", "plonk", "onkel"),
        ("*lon*", "plonk", "plank"),
        ("pl?nk", "plank", "plaank"),
    ],
)
def test_wildcards_fit_where_they_stand(entry: str, fits: str, fits_not: str) -> None:
    assert lexicon(entry).read(fits)
    assert lexicon(entry).read(fits_not) is None


def test_a_phrase_is_found_by_its_first_two_words() -> None:
    known = lexicon("grumble bee")

    (entry, *_) = known.phrases(make_keys("grumble"), make_keys("bee"))
    assert entry.parts == ("grumble", "bee")
    assert not [*known.phrases(make_keys("grumble"), make_keys("dog"))]


def test_a_word_with_hidden_letters_is_found() -> None:
    assert lexicon("plonk").hidden("pl*nk")
    assert lexicon("plonk").hidden("p****") is None


def test_signs_are_found_wherever_they_stand() -> None:
    assert [(start, end) for start, end, _ in lexicon("<3").literals("oh <3 and <3")] == [(3, 5), (10, 12)]


def test_a_lexicon_without_entries_is_empty() -> None:
    assert lexicon().is_empty
    assert not lexicon("plonk").is_empty
