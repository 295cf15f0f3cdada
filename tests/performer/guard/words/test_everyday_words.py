"""Everyday words, and those that are glued to others in nicknames."""

import pytest

from performer.guard.words.everyday_words import holds_joined, is_everyday, is_joining, is_parted


def test_short_words_of_some_languages_are_everyday_ones() -> None:
    assert is_everyday("mit")
    assert not is_everyday("plonk")


@pytest.mark.parametrize(
    ("before", "behind"),
    [("super", ""), ("", "land"), ("my", "show"), ("whata", "youare"), ("mystupid", ""), ("тупая", "банда"), ("", "")],
)
def test_joining_words_stand_before_a_word_and_behind_it(before: str, behind: str) -> None:
    assert is_joining(before, behind)


@pytest.mark.parametrize(
    ("before", "behind"), [("land", ""), ("", "super"), ("mys", ""), ("super", "x"), ("my" * 30, "")]
)
def test_other_letters_do_not(before: str, behind: str) -> None:
    assert not is_joining(before, behind)


def test_a_word_stands_between_joining_words_in_a_longer_one() -> None:
    assert holds_joined("superplonkland", "plonk")
    assert not holds_joined("plonk", "plonk")
    assert not holds_joined("aplonky", "plonk")


@pytest.mark.parametrize(
    ("pieces", "gaps"), [(["plo", "nk"], ["'"]), (["plo", "nk"], ["- "]), (["p", "lo", "nk"], ["\n", " \n"])]
)
def test_an_odd_apostrophe_a_hyphen_or_lines_part_a_word(pieces: list[str], gaps: list[str]) -> None:
    assert is_parted(pieces, gaps)


@pytest.mark.parametrize(
    ("pieces", "gaps"),
    [
        (["qu", "onk"], ["'"]),
        (["l", "onk"], ["’"]),
        (["plo", "re"], ["'"]),
        (["plo", "nk"], [" "]),
        (["plo", "nk"], ["\n"]),
        (["p", "lo", "nk"], ["\n", " "]),
    ],
)
def test_everyday_writing_parts_none(pieces: list[str], gaps: list[str]) -> None:
    assert not is_parted(pieces, gaps)
