"""Tokens of a reading, and scripts that have none."""

from performer.guard.normalise.readings import normalize_text
from performer.guard.words.word_split import (
    has_marks,
    is_unspaced,
    make_open_ending_pattern,
    restore_marks,
    restore_underscores,
    split_words,
)


def test_a_token_knows_what_stands_before_it() -> None:
    tokens = split_words(normalize_text("It's a plo-nk, you."))

    assert [token.text for token in tokens] == ["it", "s", "a", "plo", "nk", "you"]
    assert [token.text for token in tokens if token.is_after_apostrophe] == ["s"]
    assert [token.text for token in tokens if token.is_after_pause] == ["you"]
    assert [token.text for token in tokens if token.is_close] == ["s", "nk"]
    assert (tokens[2].is_everyday, tokens[3].is_everyday) == (True, False)


def test_tokens_are_made_once_a_reading() -> None:
    reading = normalize_text("plonk")

    assert split_words(reading) is split_words(reading)


def test_a_repeated_letter_counts_once() -> None:
    (token,) = split_words(normalize_text("aaa"))

    assert token.letters == 1


def test_underscores_part_words() -> None:
    assert restore_underscores(normalize_text("a_b c")) == "a_b c"


def test_scripts_without_blanks_are_known_and_korean_when_asked() -> None:
    assert [is_unspaced(each) for each in ("plonk", "ばか", "바보")] == [False, True, True]
    assert not is_unspaced("바보", with_korean=False)


def test_marks_matter_in_kana_alone() -> None:
    assert has_marks("ばか")
    assert not has_marks("zoë")
    assert restore_marks("ばか") != restore_marks("はか")


def test_an_open_syllable_must_stay_open() -> None:
    assert make_open_ending_pattern("\u1107\u1161")
    assert make_open_ending_pattern("plonk") == ""
