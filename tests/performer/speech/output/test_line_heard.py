"""What was heard of a line: whole words, as many as its sound had come to."""

import pytest

from performer.speech.output.line import find_heard_words

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


def test_pauses_say_no_word() -> None:
    speech, pause = [0.5] * 25, [0.02] * 50
    envelope = [*pause, *speech, *pause, *speech]

    heard = [find_heard_words("One two.", seconds, 3.0, envelope) for seconds in (1.0, 1.5, 2.5, 3.0)]

    assert heard == ["", "One", "One", "One two."]


def test_where_words_are_not_spaced_each_sign_counts() -> None:
    assert find_heard_words("すごいジャンプだ。", 1.0, 3.0) == "すごい"
    assert find_heard_words("Level 3 達成しました", 2.0, 3.0) == "Level 3 達"


@pytest.mark.parametrize("text", ["", "   ", "🎉"])
def test_what_has_no_word_is_heard_whole_or_not_at_all(text: str) -> None:
    assert find_heard_words(text, 0.4, 1.0) == ""
    assert find_heard_words(text, 1.0, 1.0) == text.strip()


def test_a_line_without_a_duration_was_not_heard() -> None:
    assert find_heard_words(LINE, 0.0, 0.0) == ""
