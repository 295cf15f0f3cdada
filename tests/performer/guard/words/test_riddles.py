"""Riddles: which words of a line may be read in several ways."""

import pytest

from performer.guard.normalise.readings import normalize_text
from performer.guard.words.riddles import find_riddles


@pytest.mark.parametrize(
    "line",
    [
        "Nothing odd here, said the host (at 20:15).",
        "Ничего странного: всё спокойно, 25 зрителей.",
        "well-known and/or it's 3.5",
        "今日は普通の配信です。",
    ],
)
def test_plain_lines_have_no_riddles(line: str) -> None:
    assert not list(find_riddles(normalize_text(line)))


@pytest.mark.parametrize("word", ["пл0нk", "|D|_onk", "pɹonʞ", "ckyTep", "3aBod9", "γρομ4"])
def test_a_word_of_mixed_signs_is_a_riddle(word: str) -> None:
    riddles = list(find_riddles(normalize_text(f"so a {word} then")))

    assert any(riddle.words[0][2] and word.lower()[0] in riddle.text for riddle in riddles)


def test_latin_words_of_a_cyrillic_line_are_riddles() -> None:
    assert list(find_riddles(normalize_text("какой wobble сегодня")))
    assert not list(find_riddles(normalize_text("what a wobble today")))


def test_a_riddle_stands_with_the_words_around_it_in_both_directions() -> None:
    first, *_ = find_riddles(normalize_text("a ʞuold b"))
    texts = {(riddle.text, riddle.is_reversed) for riddle in find_riddles(normalize_text("a ʞuold b"))}

    assert first.words[0][2] == max(word[2] for word in first.words)
    assert {("ʞuold b", False), ("dlouʞ a", True)} <= texts
