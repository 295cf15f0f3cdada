"""When words are heard: numbers are several words, and some words run into each other."""

import re
from collections.abc import Sequence

import pytest

from tts.words import time_words

APART = {"It": "ɪt", "was": "wʌz", "42": "fˈɔːɹɾi tˈuː", "of": "ʌv", "the": "ðə", "house.": "hˈaʊs", "-": ""}


def phonemize_apart(words: Sequence[str]) -> list[str]:
    return [APART[word] for word in words]


def each_tenth(phonemes: str) -> list[float]:
    """Return ends for phonemes that last 0.1 s each, after 0.1 s of silence."""
    return [round(0.1 + place / 10, 1) for place in range(len(phonemes) + 1)]


@pytest.mark.parametrize(
    ("text", "phonemes", "words"),
    [
        ("It was", "ɪt wʌz", {"It": (0.1, 0.3), "was": (0.4, 0.7)}),
        ("of the house.", "ʌvðə hˈaʊs.", {"of": (0.1, 0.3), "the": (0.3, 0.5), "house.": (0.6, 1.1)}),
        ("It - was", "ɪt wʌz", {"It": (0.1, 0.3), "was": (0.4, 0.7)}),
        ("It was", "ɪɾ wɐz", {"It": (0.1, 0.3), "was": (0.4, 0.7)}),
        ("42 of", "fˈɔːɹɾi tˈuː ʌv", {"42": (0.1, 1.3), "of": (1.4, 1.6)}),
        ("", "", {}),
    ],
)
def test_each_word_has_its_time(text: str, phonemes: str, words: dict[str, tuple[float, float]]) -> None:
    timed = time_words(text, phonemes, each_tenth(phonemes), phonemize_apart)

    assert {text[each.begin : each.end]: (each.begin_s, each.end_s) for each in timed} == words
    assert [text[each.begin : each.end] for each in timed] == [
        word for word in re.findall(r"\S+", text) if word in words
    ]
