"""What words mean, whatever the language, and how a text is parted into words."""

import pytest

from performer.tools.meanings import list_meanings, split_words


@pytest.mark.parametrize(
    ("word", "meaning"),
    [
        ("weather", "weather"),
        ("wetter", "weather"),
        ("погоду", "weather"),
        ("天気", "weather"),
        ("날씨가", "weather"),
        ("prognoze", "weather"),
        ("previsioni", "weather"),
        ("wether", "weather"),
        ("wetterbericht", "weather"),
        ("fussballspiel", "sport"),
        ("xylophon", ""),
        ("", ""),
    ],
)
def test_a_word_means_the_same_in_each_language_in_a_compound_and_misspelt(word: str, meaning: str) -> None:
    assert meaning in list_meanings(word) if meaning else not list_meanings(word)


def test_of_two_beginnings_the_longer_one_counts() -> None:
    assert "create" in list_meanings("нового")
    assert "create" not in list_meanings("новини")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mcp.files.readFile", ("mcp", "files", "read", "file")),
        ("Qué TIEMPO_hace", ("que", "tiempo", "hace")),
        ("zgaś światło", ("zgas", "swiatlo")),
        ("音楽をかけて", ("音楽", "かけて")),
        ("東京の天気を教えて", ("天気", "東京")),
        ("ガラス", ("ガラス",)),
        ("?! 🐢", ()),
    ],
)
def test_a_text_is_parted_at_its_signs_and_where_there_are_none_at_words_that_mean_something(
    text: str, words: tuple[str, ...]
) -> None:
    assert split_words(text)[: len(words)] == words
