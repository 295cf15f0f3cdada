"""The chat reader's answer, as models write it."""

import pytest

from performer.agent.subagents.chat_reader import read_choice


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("2", [2]),
        ("3, 1: questions", [1, 3]),
        ("1 and 2: good ones, 3 is spam", [1, 2]),
        ("none: chatter", []),
        ("None.", []),
        ("**2**: a question", [2]),
        ("Answer: 2", [2]),
        ("Lines 1, 2", [1, 2]),
        ("[2]", [2]),
        ("Sure, here you are:\n2: a question", [2]),
        ("0, 2, 2, 9, 123", [2]),
    ],
)
def test_the_numbers_are_found_in_whatever_stands_around_them(text: str, chosen: list[int]) -> None:
    assert read_choice(text, lines=3) == chosen


@pytest.mark.parametrize("text", ["", "The second one.", "all of them", "I would answer line 2", "nonesuch"])
def test_what_is_no_choice_is_none(text: str) -> None:
    with pytest.raises(ValueError, match="no choice"):
        read_choice(text, lines=3)
