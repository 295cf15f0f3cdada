"""The comparison of tokens with words, letter by letter."""

import pytest

from performer.guard.words.similar_words import is_like, is_masking, make_word_keys


@pytest.mark.parametrize("token", ["plonk", "pl0nk", "p1onk", "ploonk", "plooonk", "plonc"])
def test_a_disguise_is_like_the_word_and_has_its_key(token: str) -> None:
    assert is_like(token, "plonk")
    assert make_word_keys([token]) == make_word_keys(["plonk"])


@pytest.mark.parametrize("token", ["plank", "plon", "plonks", "910", "ponk"])
def test_another_word_is_not(token: str) -> None:
    assert not is_like(token, "plonk")


def test_plainly_excludes_sounds_and_a_little_stretching() -> None:
    assert is_like("pl0nk", "plonk", plainly=True)
    assert not is_like("plonc", "plonk", plainly=True)
    assert not is_like("ploonk", "plonk", plainly=True)


def test_an_i_passes_for_an_l_where_they_are_mixed() -> None:
    assert is_like("piot", "plot", mixes_i=True)
    assert not is_like("piot", "plot")


@pytest.mark.parametrize(
    ("hiding", "is_one"),
    [("pl*nk", True), ("p**k", True), ("p***k", True), ("*lonk", False), ("p****", False), ("plonk", False)],
)
def test_stars_hide_letters_behind_the_first(hiding: str, *, is_one: bool) -> None:
    assert is_masking(hiding, "plonk") is is_one


def test_keys_of_many_words_are_those_of_each() -> None:
    words = ["plonk", "grumble", "phone", "aardvark"]

    assert make_word_keys(words) == ["pionk", "grumbie", "fone", "arduark"]
    assert make_word_keys([]) == []
