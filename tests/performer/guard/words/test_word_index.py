"""The index of words: how entries are spelled, and that a text holds all of it."""

import pytest

from performer.guard.words.entry import WordList
from performer.guard.words.word_index import BEGINS_ANYWHERE, ENDS_ANYWHERE, GLUED, WordIndex, make_index


def index(*words: str, language: str = "", bent: bool = False) -> WordIndex:
    return make_index([WordList(words=words, category="slurs", rule="test", language=language, bent=bent)])


def list_lines(made: WordIndex) -> list[str]:
    return [made.keys[number] for number in range(len(made.keys))]


def list_keys(*words: str, language: str = "") -> set[str]:
    made = index(*words, language=language)
    return {line.partition("\t")[0] for lines in list_lines(made) for line in lines.split("\n")}


def test_an_index_is_read_as_it_was_written() -> None:
    made = index("plonk", "grumble bee", "pl?nk", "*wob", "丸子", "<3", "|", "vip丸")

    assert WordIndex.unpack(made.pack()) == made


def test_what_is_no_index_is_refused() -> None:
    with pytest.raises(ValueError, match="no 7 packed parts"):
        WordIndex.unpack(b"plonk")


def test_keys_are_found_by_their_beginnings_the_odd_ones_last() -> None:
    made = index("丸子焼", "wobba", "wobbab")

    assert made.beginnings.decode().split("\n")[:2] == ["woba", "wobab"]
    assert made.odd_beginnings.decode().split("\n")[0] == "丸子焼"
    assert list_lines(made)[0].startswith("woba\twobba,")
    assert made.longest == len("wobab")


def test_keys_with_one_beginning_stand_together() -> None:
    lines = list_lines(index("wobanu", "wobano"))

    assert [line.split("\t")[0] for line in lines[0].split("\n")] == ["wobanu", "wobano"]


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


def read_flags(word: str, allowed: str = "", language: str = "en") -> list[str]:
    made = make_index([WordList(words=[word], category="slurs", rule="test", language=language)], [allowed])
    return [made.keys[number].split(",")[-1] for number in range(len(made.keys))]


def test_a_short_word_is_glued_to_joining_words_unless_a_harmless_word_holds_it_so() -> None:
    assert read_flags("plon") == [str(GLUED)]
    assert read_flags("plon", "superplon") == ["0"]
    assert read_flags("plon", "plon") == ["0"]
    assert read_flags("plo") == ["0"]
    assert read_flags("plon", language="fi") == ["0"]


def test_a_word_between_wildcards_stands_anywhere_in_another_one() -> None:
    assert read_flags("*plon*") == [str(BEGINS_ANYWHERE | ENDS_ANYWHERE)]
