"""Stops that end a sentence before anything has come behind them."""

import pytest

from performer.speech.sentences.early_end import ends_early


@pytest.mark.parametrize(
    "text",
    [
        "He goes for the chest again.",
        "Well, that isn't a two-handed sword, my friend.",
        "Now it is over - at last.",
        "Nice one!",
        "Are you really sure?",
        "Il est tombé dans le piège !",
        "Er rennt direkt in die Falle.",
        "정말 멋진 경기였습니다.",
        "今日は本当に楽しかった。",
        "我们终于赢了！",
    ],
)
def test_a_plain_sentence_ends_with_its_stop(text: str) -> None:
    assert ends_early(text, 0, len(text) - 1)


@pytest.mark.parametrize(
    "text",
    [
        "We will meet Mr.",
        "I like all the games, e.g.",
        "He lives on the main str.",
        "The boss appears at 3.",
        "Look at vitamin C.",
        "He sold it to Bob.",
        "Open the file named config.",
        "Look it up on example.",
        "He is gone.",
        "Have a look at Yahoo!",
        "The check is x !",
        "It is so very good..",
        "It took 3.5 seconds to lose.",
        '"That was close, my friend.',
        "(That was close, my friend.",
        "*That was close, my friend.",
        "Look at `this fine sword.",
        "<b>That was close, my friend.",
        "- That was close, my friend.",
        "He bought a_sword.",
        "What a fine sword,",
        "What a fine sword…",
        "勝った。",
        "「今日は楽しかった。",
    ],
)
def test_any_other_stop_waits_for_what_follows(text: str) -> None:
    assert not ends_early(text, 0, len(text) - 1)


def test_only_the_sentence_itself_counts() -> None:
    assert ends_early('"Run!" (Or 3.5.) Nobody goes there.', 16, 34)
    assert not ends_early("Nobody goes there. Run.", 18, 22)
