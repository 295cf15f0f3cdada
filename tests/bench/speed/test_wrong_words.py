"""Words that a recogniser got wrong are counted."""

import pytest

from bench.speed.wrong_words import count_wrong_words

SAID = "Go to the left, and look!"


@pytest.mark.parametrize(
    ("heard", "wrong"),
    [
        ("go to the left and look", 0),
        ("Go to the lift and look.", 1),
        ("Go to the left and look there", 1),
        ("to the left look", 2),
        ("", 6),
        ("completely different", 6),
    ],
)
def test_words_that_are_changed_added_or_left_out_count(heard: str, wrong: int) -> None:
    assert count_wrong_words(SAID, heard) == wrong
