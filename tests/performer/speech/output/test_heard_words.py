"""The times of the words that are spoken, brought to the words that are shown."""

import re
from itertools import pairwise

import pytest

from performer.core.audio import WordTime
from performer.speech.output.heard_words import cut_heard_words, find_word_to_resume, place_words


def say(spoken: str) -> list[WordTime]:
    """Say a word each second, for 0.9 s."""
    return [
        WordTime(word.start(), word.end(), float(at), at + 0.9) for at, word in enumerate(re.finditer(r"\S+", spoken))
    ]


def follow(shown: str, spoken: str) -> list[tuple[str, float, float]]:
    return [
        (shown[each.begin : each.end], each.begin_s, each.end_s) for each in place_words(shown, spoken, say(spoken))
    ]


def test_words_that_are_spoken_as_they_are_written_are_heard_without_the_marks_around_them() -> None:
    line = "Well (really), it's 50%."

    assert follow(line, line) == [("Well", 0.0, 0.9), ("really", 1.0, 1.9), ("it's", 2.0, 2.9), ("50%", 3.0, 3.9)]


@pytest.mark.parametrize(
    ("shown", "spoken", "times"),
    [
        ("a 3-2, GG!", "a three to two, good game!", [("a", 0, 0.9), ("3-2", 1, 3.9), ("GG", 4, 5.9)]),
        ("Pay $5 now", "Pay five dollars now", [("Pay", 0, 0.9), ("$5", 1, 2.9), ("now", 3, 3.9)]),
        ("@some_body: hi", "some body: hi", [("@some_body", 0, 1.9), ("hi", 2, 2.9)]),
        ("nooooo 🎉", "noo", [("nooooo", 0, 0.9)]),
        ("🎉 **Hi** there", "Hi there", [("Hi", 0, 0.9), ("there", 1, 1.9)]),
    ],
)
def test_what_is_said_otherwise_than_it_is_written_is_heard_for_as_long_as_it_takes(
    shown: str, spoken: str, times: list[tuple[str, float, float]]
) -> None:
    assert follow(shown, spoken) == times


def test_where_words_are_not_spaced_each_sign_has_its_share() -> None:
    assert follow("すごい だ", "すごい だ") == [("す", 0, 0.3), ("ご", 0.3, 0.6), ("い", 0.6, 0.9), ("だ", 1, 1.9)]


def test_a_word_that_no_time_is_known_of_is_left_out() -> None:
    assert place_words("One two", "One two", [WordTime(4, 7, 1.0, 2.0)]) == (WordTime(4, 7, 1.0, 2.0),)


@pytest.mark.parametrize(("shown", "spoken"), [("", "Hm."), ("…", "Hm."), ("Hm.", ""), ("", "")])
def test_a_text_without_a_word_has_no_times(shown: str, spoken: str) -> None:
    assert place_words(shown, spoken, say(spoken)) == ()


def test_times_are_in_order_and_within_the_sound_whatever_is_said() -> None:
    shown, spoken = "1 2 three FOUR 🎉 5-6 sieben", "eins zwei drei four fünf sechs sieben acht"

    times = place_words(shown, spoken, say(spoken))

    assert [each.begin for each in times] == sorted({each.begin for each in times})
    assert all(one.end_s <= other.begin_s for one, other in pairwise(times))
    assert times[-1].end_s <= 7.9


@pytest.mark.parametrize(
    ("heard_s", "heard"), [(0.0, ""), (0.8, ""), (0.87, "“Well,”"), (1.5, "“Well,”"), (3.0, "“Well,” it was")]
)
def test_only_words_that_came_to_their_end_were_heard_with_the_marks_after_them(heard_s: float, heard: str) -> None:
    line = "“Well,” it was you."

    assert cut_heard_words(line, place_words(line, line, say(line)), heard_s) == heard


@pytest.mark.parametrize(
    ("position_s", "resumed_s"), [(0.05, None), (0.1, 0.07), (0.3, 0.07), (0.46, 0.5), (0.6, 0.6), (0.8, 0.67), (9, 9)]
)
def test_speech_goes_on_at_the_word_that_was_broken_off_or_in_the_pause(
    position_s: float, resumed_s: float | None
) -> None:
    words = (WordTime(0, 2, 0.1, 0.5), WordTime(3, 5, 0.7, 1.0))

    assert find_word_to_resume(words, position_s) == (None if resumed_s is None else pytest.approx(resumed_s))
