"""Harmless words of scripts without blanks."""

from performer.guard.words.harmless import HarmlessWords, fold_harmless


def test_words_are_found_in_a_row_with_their_script() -> None:
    words = HarmlessWords(fold_harmless(["丸子焼き", "シネマ", "plonk"]))

    assert list(words.find("あ丸子焼き")) == [(1, 5, False)]
    assert list(words.find("しねま")) == [(0, 3, True)]
    assert not list(words.find("plonk"))


def test_a_word_in_both_kana_is_found_in_both() -> None:
    words = HarmlessWords(fold_harmless(["しねま", "シネマ"]))

    assert list(words.find("しねま")) == [(0, 3, False), (0, 3, True)]


def test_the_longest_word_is_known() -> None:
    assert HarmlessWords(fold_harmless(["丸子焼き", "丸子"])).longest == len("丸子焼き")
