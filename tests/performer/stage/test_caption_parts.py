import re

import pytest

from performer.core.audio import WordTime
from performer.core.events.speech import SpeechStarted
from performer.stage.caption_parts import CaptionPart, cut_line

LONG = "The first half of a long line is about the castle on the hill, " * 2 + "and  the rest is about\nthe owl."


def spoken(text: str, *, pause_s: float = 0.1) -> SpeechStarted:
    """Say a word every half second, and pause after each."""
    words = tuple(
        WordTime(word.start(), word.end(), at / 2, at / 2 + 0.5 - pause_s)
        for at, word in enumerate(re.finditer(r"\S+", text))
    )
    return SpeechStarted(turn=1, sentence="s", text=text, duration_s=20, audible=True, words=words)


def read(part: CaptionPart) -> list[str]:
    return [part.text[each.begin : each.end] for each in part.words]


def test_a_short_line_is_one_part_without_the_blanks_around_it() -> None:
    (part,) = cut_line(spoken(" Oh no. "))

    assert (part.at_s, part.text, read(part)) == (0.0, "Oh no.", ["Oh", "no."])


def test_each_part_of_a_long_line_has_its_own_words_and_begins_with_the_first_of_them() -> None:
    first, second = cut_line(spoken(LONG))

    assert read(first) + read(second) == LONG.split()
    assert first.at_s == 0.0
    assert second.at_s == second.words[0].begin_s == len(first.text.split()) / 2


def test_without_times_a_part_is_due_for_its_share_of_the_text() -> None:
    line = SpeechStarted(turn=1, sentence="s", text=LONG, duration_s=10, audible=True)

    first, second = cut_line(line)

    assert (first.words, second.words) == ((), ())
    assert second.at_s == pytest.approx(10 * (len(first.text) + 1) / len(LONG))


def test_words_that_are_not_to_be_followed_time_the_parts_all_the_same() -> None:
    first, second = cut_line(spoken(LONG), follows_words=False)

    assert (first.words, second.words) == ((), ())
    assert second.at_s == len(first.text.split()) / 2


def test_a_word_stays_the_current_one_in_a_short_pause_and_not_in_a_long_one() -> None:
    (near,) = cut_line(spoken("Oh no", pause_s=0.2))
    (far,) = cut_line(spoken("Oh no", pause_s=0.4))

    assert near.words[0] == WordTime(0, 2, 0.0, 0.5)
    assert far.words[0].end_s == pytest.approx(0.1)


def test_a_word_that_is_longer_than_a_part_is_followed_in_both() -> None:
    first, second = cut_line(spoken("o" * 150))

    assert [len(each) for part in (first, second) for each in read(part)] == [len(first.text), len(second.text)]


@pytest.mark.parametrize("text", ["", "  \n"])
def test_a_line_without_a_text_has_no_part(text: str) -> None:
    assert cut_line(spoken(text)) == []


def test_places_beyond_the_text_are_no_words() -> None:
    line = SpeechStarted(
        turn=1, sentence="s", text="Oh.", duration_s=1, audible=True, words=(WordTime(7, 9, 0.0, 1.0),)
    )

    assert [part.words for part in cut_line(line)] == [()]
