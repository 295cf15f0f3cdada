"""Lengths as Discord counts them."""

import pytest

from performer.chats.discord.utf16 import count_fitting, count_utf16


@pytest.mark.parametrize(("text", "length"), [("", 0), ("abc", 3), ("äé好", 3), ("😀", 2), ("a😀b", 4), ("\ud83d", 1)])
def test_an_emoji_counts_twice(text: str, length: int) -> None:
    assert count_utf16(text) == length


@pytest.mark.parametrize(("text", "most", "count"), [("abc", 2, 2), ("abc", 3, 3), ("a😀b", 2, 1), ("a😀b", 3, 2)])
def test_no_character_is_cut_in_two(text: str, most: int, count: int) -> None:
    assert count_fitting(text, most) == count
    assert count_utf16(text[:count]) <= most
