"""Excuses: a harmless word around an entry, if it is one word as written."""

import pytest

from performer.guard.normalise.readings import normalize_text
from performer.guard.words.entry import WordList
from performer.guard.words.finder import WordFinder


@pytest.fixture(scope="module")
def finder() -> WordFinder:
    words = WordList(words=["たぬき", "=リス", "=トラを", "너구"], category="profanity", rule="test")
    return WordFinder(words, allowed=["たぬきうどん", "またたぬき", "リスト", "コントラ", "너구리", "3너구", "너구탕"])


@pytest.mark.parametrize(
    "text", ["たぬきうどんだ", "ゲームリスト", "リス・ボン", "かなりスだ", "コントラを", "너구리", "5너구", "너구 탕"]
)
def test_a_harmless_word_is_no_hit(finder: WordFinder, text: str) -> None:
    assert not [*finder.find(normalize_text(text))]


@pytest.mark.parametrize(
    "text",
    [
        "たぬきだ",
        "たぬき、うどん",
        "たぬき うどん",
        "またタヌキだ",
        "リスだ",
        "トラを",
        "ヤマトラを",
        "너구야",
        "너구, 리",
        "너구 리본",
    ],
)
def test_an_entry_outside_one_word_is_a_hit(finder: WordFinder, text: str) -> None:
    assert [*finder.find(normalize_text(text))]
