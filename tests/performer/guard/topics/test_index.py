"""PhraseIndex: phrases tried where their first two words stand, and lines that begin too many."""

import pytest

from performer.guard.topics.index import PhraseIndex, TooManyTries
from performer.guard.topics.line import PlainLine

INDEX = PhraseIndex([("burn (the|a) house", "hush"), ("invent~ … house",)])
ALL = INDEX.bits[0] | INDEX.bits[1]


def found_in(text: str, among: int = ALL) -> list[tuple[int, str]]:
    line = PlainLine(text)
    return [(group, line.text[start:end]) for group, start, end in INDEX.find(line, among)]


def test_phrases_are_found_with_the_number_of_their_group() -> None:
    text = "they invented a house, burn the house! hush"

    assert found_in(text) == [(1, "invented a house"), (0, "burn the house"), (0, "hush")]
    assert found_in(text, INDEX.bits[1]) == [(1, "invented a house")]


def test_a_first_word_alone_is_no_phrase() -> None:
    assert found_in("burn houses, burn") == []


def test_a_phrase_that_was_found_is_not_found_within_itself() -> None:
    assert found_in("invent invent house") == [(1, "invent invent house")]


def test_once_means_once_in_a_sentence() -> None:
    line = PlainLine("hush hush. hush")

    assert [start for _, start, _ in INDEX.find(line, ALL, once=True)] == [0, 10]


def test_a_line_in_which_far_too_many_phrases_begin_is_not_searched_on() -> None:
    assert found_in("invent it " * 30) == []

    with pytest.raises(TooManyTries) as raised:
        found_in("invent it " * 200)
    assert raised.value.group == 1
