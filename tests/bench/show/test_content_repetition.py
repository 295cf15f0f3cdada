"""Repetition: what a listener would have heard before."""

import pytest

from bench.show.content import measure_repetition_of_lines, split_words

GOOD = [
    "A bat with ambitions, how lovely.",
    "The lantern is doing most of the work here.",
    "Somebody left a chest in plain sight.",
    "Old Cinder looks warm for the season.",
]


def test_lines_that_share_nothing_repeat_nothing() -> None:
    found = measure_repetition_of_lines(GOOD)

    assert (found.rep_3, found.seq_rep_3, found.duplicates, found.distinct_2) == (0.0, 0.0, 0.0, 1.0)


def test_the_same_line_twice_is_one_duplicate_and_half_of_all_threes() -> None:
    found = measure_repetition_of_lines(["the bat is back again"] * 2)

    assert (found.rep_3, found.duplicates, found.openers, found.distinct_2) == (0.5, 0.5, 1.0, 0.5)


def test_punctuation_and_case_make_no_new_line() -> None:
    assert measure_repetition_of_lines(["Watch out!", "watch out"]).duplicates == 0.5


@pytest.mark.parametrize(("between", "seen"), [(19, 1), (20, 0)])
def test_only_the_last_twenty_lines_are_remembered(between: int, seen: int) -> None:
    others = [f"x{number} y{number} z{number}" for number in range(between)]
    found = measure_repetition_of_lines(["alpha beta gamma", *others, "alpha beta gamma"])

    assert found.duplicates == round(seen / (between + 2), 4)


def test_repetition_within_a_line_is_told_apart() -> None:
    found = measure_repetition_of_lines(["go go go go go"])

    assert (found.rep_3, found.seq_rep_3) == (0.0, 0.6667)


def test_six_of_ten_words_in_common_are_the_same_line() -> None:
    assert measure_repetition_of_lines(["a b c d e f g h", "a b c d e f i j"]).duplicates == 0.5
    assert measure_repetition_of_lines(["a b c d e f g h", "a b c d e f x y z"]).duplicates == 0.0


def test_apostrophes_belong_to_words() -> None:
    assert split_words("Don’t say it's 5!") == ["don’t", "say", "it's", "5"]


def test_no_lines_have_no_shares() -> None:
    found = measure_repetition_of_lines([])

    assert (found.rep_3, found.duplicates, found.openers, found.distinct_2) == (None, None, None, None)
