"""Ambiguous words: which words of a line may be read in several ways."""

import pytest

from performer.guard.normalise.readings import normalize_text
from performer.guard.words.ambiguous_words import find_ambiguous_words


@pytest.mark.parametrize(
    "line",
    [
        "Nothing odd here, said the host (at 20:15).",
        "Ничего странного: всё спокойно, 25 зрителей.",
        "well-known and/or it's 3.5",
        "今日は普通の配信です。",
    ],
)
def test_words_of_plain_lines_are_not_ambiguous(line: str) -> None:
    assert not list(find_ambiguous_words(normalize_text(line)))


@pytest.mark.parametrize("mixed", ["пл0нk", "|D|_onk", "pɹonʞ", "ckyTep", "3aBod9", "γρομ4"])
def test_a_word_of_mixed_signs_is_ambiguous(mixed: str) -> None:
    words = list(find_ambiguous_words(normalize_text(f"so a {mixed} then")))

    assert any(word.words[0][2] and mixed.lower()[0] in word.text for word in words)


def test_latin_words_of_a_cyrillic_line_are_ambiguous() -> None:
    assert list(find_ambiguous_words(normalize_text("какой wobble сегодня")))
    assert not list(find_ambiguous_words(normalize_text("what a wobble today")))


def test_an_ambiguous_word_stands_with_the_words_around_it_in_both_directions() -> None:
    first, *_ = find_ambiguous_words(normalize_text("a ʞuold b"))
    texts = {(word.text, word.is_reversed) for word in find_ambiguous_words(normalize_text("a ʞuold b"))}

    assert first.words[0][2] == max(odd for _, _, odd in first.words)
    assert {("ʞuold b", False), ("dlouʞ a", True)} <= texts
