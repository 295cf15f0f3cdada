"""Wildcards, signs, and words of scripts without blanks, as a streamer writes them into a list."""

import pytest

from performer.guard.guard import Guard
from performer.guard.verdict import Dropped


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        ("pl*nk", "what a plank"),
        ("pl*nk", "what a pl*nk"),
        ("pl*nk", "a pl0nk"),
        ("fl?rn", "flarn!"),
        ("grumble bee*", "two grumble beekeepers"),
        ("grumble bee*", "a grumble b e e"),
        ("grum* bee", "a grumpy bee"),
        ("*ble b?e", "a grumble bye"),
        ("🍆", "nice 🍆🍆!"),
        ("❤️", "I ❤ you"),
        ("👍", "so 👍🏽"),
        (":D", "hi :D"),
        ("<3", "i <3 u"),
        ("馬", "馬が"),
        ("ばか", "おまえばかだな"),
        ("ばか*", "おまえば\u200bかだな"),
        ("バカ", "おまえﾊﾞｶだな"),
        ("바보", "너는 바보야"),
        ("หี", "xหีx"),
        ("<plonk>", "a plonk"),
    ],
)
def test_an_entry_finds(entry: str, text: str) -> None:
    assert isinstance(Guard(words=[entry], finders=()).sentence(text), Dropped)


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        ("fl?rn", "flrn"),
        ("pl*nk", "a plonker"),
        ("grumble bee*", "grumble, beekeepers"),
        ("grumble bee*", "a beekeeper"),
        (":D", "std:dir"),
        ("<3", "3 times"),
        ("C++", "C is a note"),
        ("ばか", "おまえはかわいい"),
        ("はか", "おまえばかだな"),
        ("바", "밤"),
        ("หี", "หา"),
    ],
)
def test_an_entry_lets_pass(entry: str, text: str) -> None:
    assert not isinstance(Guard(words=[entry], finders=()).sentence(text), Dropped)
