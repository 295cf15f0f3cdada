"""Harmless words of scripts without blanks."""

from performer.guard.words.harmless import HarmlessWords, fold_harmless


def test_words_are_found_in_a_row_with_their_script() -> None:
    words = HarmlessWords(fold_harmless(["丸子焼き", "シネマ", "plonk"]))

    assert words.find("あ丸子焼き").cover(1, 3, in_katakana=False)
    assert not words.find("あ丸子焼き").cover(0, 2, in_katakana=False)
    assert not words.find("あ丸子焼き").cover(1, 3, in_katakana=True)
    assert words.find("しねま").cover(0, 2, in_katakana=True)
    assert not words.find("plonk").cover(0, 2, in_katakana=False)


def test_the_longest_of_several_words_counts() -> None:
    words = HarmlessWords(fold_harmless(["丸子焼き", "丸子"]))

    assert words.find("丸子焼き").cover(1, 4, in_katakana=False)
    assert not words.find("丸子焼か").cover(1, 3, in_katakana=False)
