"""How long a line takes, when its words are heard, and what was heard of one that passed in silence."""

import itertools

import pytest

from performer.speech.output.estimated_times import SpeechPace, estimate_s, estimate_times, find_heard_words

LINE = "And the winner of this year is nobody."


@pytest.mark.parametrize(
    ("heard_s", "words"),
    [
        (0.0, ""),
        (0.1, ""),
        (0.35, "And"),
        (0.8, "And the"),
        (2.0, "And the winner of"),
        (3.7, "And the winner of this year is"),
        (3.8, LINE),
        (9.9, LINE),
    ],
)
def test_words_are_heard_at_an_even_pace_and_never_half(heard_s: float, words: str) -> None:
    assert find_heard_words(LINE, heard_s, 3.8) == words


def test_where_words_are_not_spaced_each_sign_counts() -> None:
    assert find_heard_words("すごいジャンプだ。", 1.0, 3.0) == "すごい"
    assert find_heard_words("Level 3 達成しました", 2.0, 3.0) == "Level 3 達"


@pytest.mark.parametrize("text", ["", "   ", "🎉"])
def test_what_has_no_word_is_heard_whole_or_not_at_all(text: str) -> None:
    assert find_heard_words(text, 0.4, 1.0) == ""
    assert find_heard_words(text, 1.0, 1.0) == text.strip()


def test_a_line_without_a_duration_was_not_heard() -> None:
    assert find_heard_words(LINE, 0.0, 0.0) == ""


@pytest.mark.parametrize(("words", "seconds"), [("", 0.8), ("Hi.", 0.8), ("x" * 30, 2.0)])
def test_a_length_that_is_not_known_is_estimated(words: str, seconds: float) -> None:
    assert estimate_s(words) == seconds


def test_a_voice_is_reckoned_with_as_quick_as_it_was_in_the_lines_before() -> None:
    pace = SpeechPace()
    assert pace.estimate_s("x" * 30) == 2.0

    pace.note("y" * 60, 6.0)
    assert pace.estimate_s("x" * 30) == 3.0
    pace.note("y" * 60, 60.0)
    assert pace.estimate_s("x" * 30) == pytest.approx(3.6)


def test_words_are_heard_beside_the_pauses_of_a_line() -> None:
    speech, pause = [0.5] * 25, [0.02] * 50
    times = estimate_times("One, two.", [*pause, *speech, *pause, *speech, *pause])

    assert [tuple(round(value, 2) for value in each) for each in times] == [(0, 3, 1.0, 1.5), (5, 8, 2.5, 3.0)]


@pytest.mark.parametrize(
    ("text", "phonemes", "words"),
    [
        ("We saw it.", "wiː sˈɔː ɪt", ["We", "saw", "it"]),
        ("Out of the house.", "ˈaʊt ɒvðə hˈaʊs", ["Out", "of the", "house"]),
        ("At 42 it was.", "æt fˈɔːti tˈuː ɪt wˈɒz", ["At", "42", "it", "was"]),
    ],
)
def test_words_are_heard_where_their_phonemes_are(text: str, phonemes: str, words: list[str]) -> None:
    times = estimate_times(text, [0.5] * 50, phonemes)

    assert [text[each.begin : each.end] for each in times] == words
    assert all(before.end_s == pytest.approx(after.begin_s) for before, after in itertools.pairwise(times))
    assert (times[0].begin_s, times[-1].end_s) == pytest.approx((0.0, 1.0))
