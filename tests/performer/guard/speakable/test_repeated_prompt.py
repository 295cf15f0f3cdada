"""What was told is found again."""

import pytest

from performer.guard.speakable.folding import split_words
from performer.guard.speakable.repeated_prompt import KnownTexts

TOLD = KnownTexts(
    [
        "You see what is on the screen and say one line about it. Never repeat a joke, $name, or a thought.",
        '{"say": "what you say aloud"}',
        "あなたは配信の横に座る小さなフクロウです。短い一言だけを話してください。",
    ],
    frozenset("a about is it of on one or the what and".split()),
)


@pytest.mark.parametrize(
    "sentence",
    [
        "You see what is on the screen and say one line about it.",
        "And so: WHAT IS ON THE SCREEN AND SAY",
        "You see what is shown on the screen and then say one line.",
        "NEVER repeat a joke!",
        "What do you say aloud",
        "あなたは配信の横に座る小さなフクロウ、ピップ",
    ],
)
def test_the_same_and_nearly_the_same_words_are_found(sentence: str) -> None:
    assert TOLD.holds(split_words(sentence))


@pytest.mark.parametrize(
    "sentence",
    [
        "What is on the menu?",
        "Say one more word about my hat.",
        "A joke!",
        "On the screen and off again.",
        "小さな橋が落ちた!",
        "",
    ],
)
def test_a_few_of_its_words_are_everybodys(sentence: str) -> None:
    assert not TOLD.holds(split_words(sentence))


def test_nothing_is_found_where_nothing_was_told() -> None:
    assert not KnownTexts([]).holds(split_words("You see what is on the screen and say one line about it."))
