"""The lexicon: entries of lists by their keys, wildcards and signs."""

import pytest

from performer.guard.words.entry import WordList
from performer.guard.words.lexicon import Lexicon
from performer.guard.words.similar_words import make_word_keys
from performer.guard.words.word_index import make_index


def lexicon(*words: str, bent: bool = False) -> Lexicon:
    return Lexicon(make_index([WordList(words=words, category="own", rule="your list", bent=bent)]))


@pytest.mark.parametrize("token", ["plonk", "pl0nk", "plooonk", "plnk"])
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


def keyed(known: Lexicon, text: str) -> list[str]:
    """Return the spellings that stand in a text."""
    (key,) = make_word_keys([text])
    return [spelling.word for _, each in known.iterate(key) for spelling in each.spellings]


def test_all_spellings_in_a_text_are_found_at_once() -> None:
    assert keyed(lexicon("plonk", "grumble bee", "wob*"), "aplonkgrumblebeewob") == ["plonk", "grumblebee", "wob"]
    assert keyed(lexicon(), "plonk") == []


def test_keys_with_one_beginning_are_told_apart_by_their_rests() -> None:
    known = lexicon("plonker", "plonkish", "plonk", "onk")

    assert keyed(known, "aplonkishplonk") == ["plonk", "onk", "plonkish", "plonk", "onk"]
    assert known.read("plonki") is None


def test_spellings_in_plain_and_in_other_letters_are_found_in_the_order_of_their_ends() -> None:
    assert keyed(lexicon("丸子", "wob", "焼"), "焼wob丸子") == ["焼", "wob", "丸子"]


def test_words_are_found_letter_by_letter() -> None:
    assert [(first, last) for first, last, _ in lexicon("plonk").find_exactly("xplonky")] == [(1, 5)]
    assert not list(lexicon("plonk").find_exactly("xpl0nky"))


def test_wildcards_within_a_word_are_patterns() -> None:
    known = lexicon("pl?nk", "grumble b*")

    assert [(start, end) for start, end, _ in known.find_patterns("a plank, grumble bees")] == [(2, 7), (9, 21)]
    assert not list(known.find_patterns("a plaank"))


def test_a_word_with_hidden_letters_is_found() -> None:
    assert lexicon("plonk").hidden("pl*nk")
    assert lexicon("plonk").hidden("p****") is None


def test_hidden_words_of_phrases_are_guessed() -> None:
    assert lexicon("grumble bee").guess_parts("gr*mble") == ("grumble",)
    assert lexicon("plonk").guess_parts("pl*nk") == ()


def test_signs_are_found_wherever_they_stand() -> None:
    assert [(start, end) for start, end, _ in lexicon("<3").find_literals("oh <3 and <3")] == [(3, 5), (10, 12)]


def test_a_lexicon_without_entries_is_empty() -> None:
    assert lexicon().is_empty
    assert not lexicon("plonk").is_empty


def test_words_of_a_language_have_its_endings() -> None:
    known = Lexicon(make_index([WordList(words=["plonko"], category="own", rule="your list", language="es")]))

    assert "plonk" in keyed(known, "plonk")
