"""Disguises of single words: decoration, hidden letters, letters by name."""

import pytest

from performer.guard.words.disguises import find_hidden_parts, find_spelled_rows, list_other_words


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("xxplonkxx", "plonk"),
        ("plonkplonkplonk", "plonk"),
        ("plornk", "plomk"),
        ("plonkie", "plonky"),
        ("pl0nk42", "pl0nk"),
    ],
)
def test_a_word_is_read_without_decoration(word: str, other: str) -> None:
    assert other in list_other_words(word)


def test_a_row_of_noise_is_read_once_or_not_at_all() -> None:
    assert list_other_words("plonk" * 30) == ("plonk",)
    assert list_other_words("abcdefghijklmnopqrstuvwxyz" * 3) == ()


@pytest.mark.parametrize(
    ("text", "hidden"),
    [("a pl*nk here", "pl*nk"), ("pl_nk!", "pl*nk"), ("p*k", "p*k"), ("pl**k42", "pl**k"), ("pl🔥nk", "pl*nk")],
)
def test_signs_in_a_word_may_hide_letters(text: str, hidden: str) -> None:
    assert hidden in [part.text for part in find_hidden_parts(text)]


@pytest.mark.parametrize("text", ["plain words, all of them", "p.l.o.n.k", "a - b"])
def test_other_signs_hide_nothing(text: str) -> None:
    assert not list(find_hidden_parts(text))


def test_names_of_letters_spell_a_word() -> None:
    words = [(word, place, place + 1) for place, word in enumerate("papa lima oscar november kilo".split())]

    (row,) = find_spelled_rows(words)
    assert [letter for letter, _, _ in row] == [*"plonk"]
    assert not list(find_spelled_rows(words[:2]))
