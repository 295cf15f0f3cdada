"""Syllables in other letters than those around them: what they spell, and what they do not."""

import unicodedata

import pytest

from performer.guard.normalise.readings import normalize_text
from performer.guard.words.mixed_syllables import find_hangul, find_kana


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("たnuki", "ぬき"),
        ("tanuき", "たぬ"),
        ("たnき", "ん"),
        ("shiき", "し"),
        ("狸ne", "ね"),
        ("たsすき", "す"),
        ("たluき", "る"),
    ],
)
def test_latin_letters_beside_kana_spell_kana(written: str, read: str) -> None:
    assert [letters for _, _, letters in find_kana(normalize_text(written))] == [read]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("たぬ‡", "き"),
        ("∪か", "し"),
        ("∪鹿", "し"),
        ("りhご", "ん"),
        ("林hご", "ん"),
        ("ﾚこじ", "に"),
        ("ﾚよな", "は"),
        ("カヽき", "か"),
        ("ナこぬき", "た"),
        ("米異", "糞"),
    ],
)
def test_signs_drawn_as_kana_are_read(written: str, read: str) -> None:
    assert [letters for _, _, letters in find_kana(normalize_text(written))] == [read]


@pytest.mark.parametrize(
    "written", ["ゲームのbgm", "pcで", "fpsの", "たぬき tanuki", "たabc9", "これこそ", "なこうど", "Hな", "家h"]
)
def test_other_latin_letters_beside_kana_spell_nothing(written: str) -> None:
    assert find_kana(normalize_text(written)) == []


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("너gu리", "\u1100\u116e"),
        ("neo구리", "\u1102\u1165"),
        ("오a시스", "\u110b\u1161"),
        ("ㅁul고기", "\u116e\u1105"),
        ("너구る", "\u1105"),
        ("너く리", "\u110f\u116e"),
        ("ㄴl비", "\u1175"),
        ("7ㅏ방", "\u1100"),
        ("너ㅡ구리", "~"),
        ("너구구구리", "\u1100\u116e"),
        ("너kku리", "\u1101\u116e"),
        ("너犬리", "\u1100\u1162"),
        ("너ㅋ구리", "~"),
        ("너ㅇ구리", "~"),
        ("너77ㅜ리", "\u1101"),
    ],
)
def test_letters_and_signs_beside_korean_ones_spell_korean(written: str, read: str) -> None:
    assert [letters for _, _, letters in find_hangul(unicodedata.normalize("NFKD", written))] == [read]


@pytest.mark.parametrize("written", ["너구리", "tv를", "pc방", "너구리 neoguri"])
def test_other_letters_beside_korean_ones_spell_nothing(written: str) -> None:
    assert find_hangul(unicodedata.normalize("NFKD", written)) == []


def test_korean_syllables_written_twice_are_one_each() -> None:
    assert find_hangul(unicodedata.normalize("NFKD", "너구구리리")) == [
        (2, 6, "\u1100\u116e"),
        (6, 10, "\u1105\u1175"),
    ]
