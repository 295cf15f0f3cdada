"""The index of words: how entries are spelled, and that a text holds all of it."""

import pytest

from performer.guard.words.entry import WordList
from performer.guard.words.word_index import WordIndex, make_index


def index(*words: str, language: str = "", bent: bool = False) -> WordIndex:
    return make_index([WordList(words=words, category="slurs", rule="test", language=language, bent=bent)])


def list_keys(*words: str, language: str = "") -> set[str]:
    return {line.partition("\t")[0] for line in index(*words, language=language).keys}


def test_an_index_is_read_as_it_was_written() -> None:
    made = index("plonk", "grumble bee", "pl?nk", "*wob", "丸子", "<3", "|", "vip丸")

    assert WordIndex.unpack(made.pack()) == made


def test_what_is_no_index_is_refused() -> None:
    with pytest.raises(ValueError, match="6 sections, and this one 1"):
        WordIndex.unpack("plonk")


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        (["plonk"], {"pionk"}),
        (["grumble"], {"grumbie", "grmbi"}),
        (["丸子焼"], {"丸子焼", "〇子焼", "丸〇焼", "丸子〇"}),
    ],
)
def test_a_word_has_several_spellings(words: list[str], keys: set[str]) -> None:
    assert keys <= list_keys(*words)


def test_a_stem_is_indexed_where_endings_may_follow() -> None:
    assert "pionk" in list_keys("plonko", language="es")
    assert "pionk" not in list_keys("plonko")
