"""The words of a description."""

import pytest

from performer.tools.pixel_art.description import find_meanings, split_compound, split_words


@pytest.mark.parametrize(
    ("description", "words"),
    [
        ("A RED dragon!", ["a", "red", "dragon"]),
        ("slime with a top hat", ["slime", "with", "a", "tophat"]),
        ("d20", ["d20"]),
        ("l'épée d'or", ["epee", "d'or"]),
        ("a wizard's cat", ["a", "wizard", "cat"]),
        ("青いドラゴン", ["青い", "ドラゴン"]),
        ("红色的龙", ["红色", "的", "龙"]),
        ("", []),
    ],
)
def test_a_description_has_words(description: str, words: list[str]) -> None:
    assert split_words(description) == words


def test_a_flood_of_words_is_read_no_further() -> None:
    assert len(split_words("very " * 100_000)) == 40


@pytest.mark.parametrize(
    ("word", "parts"),
    [("goldschwert", ("gold", "schwert")), ("ritterburg", ("ritter", "burg")), ("zorblax", None), ("dragon", None)],
)
def test_a_compound_has_two_words(word: str, parts: tuple[str, str] | None) -> None:
    assert split_compound(word) == parts


def test_the_longest_form_of_a_word_says_what_it_means() -> None:
    assert find_meanings("mudes") == {"looks": "sleepy"}
    assert find_meanings("roter") == {"colours": "red"}


def test_the_name_of_an_icon_is_no_other_form_of_a_look() -> None:
    assert find_meanings("slime") == {}
