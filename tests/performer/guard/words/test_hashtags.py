"""Hashtags in lower case, whose words nobody parts."""

import pytest

from performer.guard.words.hashtags import find_cuts, find_tags


def test_hashtags_are_found_with_all_their_letters() -> None:
    assert find_tags("so #bestplonk_ever, #2") == [(3, 18), (20, 22)]
    assert find_tags("bestplonk") == []


@pytest.mark.parametrize(
    ("letters", "word"),
    [
        ("bestplonk", "plonk"),
        ("soplonk", "plonk"),
        ("killallplonk", "plonk"),
        ("yourmomisaplonk", "plonk"),
        ("plonkever", "plonk"),
    ],
)
def test_everyday_words_end_and_begin_at_another_one(letters: str, word: str) -> None:
    borders = {0, *find_cuts(letters), len(letters)}
    begin = letters.index(word)
    assert {begin, begin + len(word)} <= borders


@pytest.mark.parametrize("letters", ["bestfriends" * 5, "so", "thebestday", "following", "newtechnique"])
def test_everyday_words_alone_and_long_letters_have_no_borders(letters: str) -> None:
    assert find_cuts(letters) == ()


def test_a_hashtag_begins_with_no_single_letter() -> None:
    assert find_cuts("aplonk") == ()
