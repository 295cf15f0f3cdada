import pytest

from performer.speech.understanding.language import (
    find_language,
    list_languages,
    measure_distance,
    spell_sound,
    split_plain_words,
)
from performer.speech.understanding.orders import ORDERS


@pytest.mark.parametrize(
    ("word", "language", "sound"),
    [
        ("Owl", "en", "aul"),
        ("I'll", "en", "ail"),
        ("Pip", "en", "pip"),
        ("peep", "en", "pip"),
        ("Knight", "en", "nait"),
        ("Eule", "de", "oile"),
        ("Schuhe", "de", "Sue"),
        ("ゆき", "en", "yuki"),
        ("ユキ", "en", "yuki"),
        ("Ёжик", "en", "ozik"),
        ("Łukasz", "en", "wukasz"),
        ("", "en", ""),
    ],
)
def test_a_word_is_spelled_as_it_sounds(word: str, language: str, sound: str) -> None:
    assert spell_sound(word, language) == sound


def test_what_sounds_alike_is_near_and_what_does_not_is_far() -> None:
    owl = spell_sound("owl", "en")

    assert measure_distance(owl, owl) == 0
    assert measure_distance(owl, spell_sound("all", "en")) < 0.33
    assert measure_distance(owl, spell_sound("dragon", "en")) > 0.6
    assert measure_distance("", "") == 0


def test_a_distance_is_the_same_in_both_directions() -> None:
    assert measure_distance("aul", "hail") == measure_distance("hail", "aul")


def test_words_are_compared_without_capitals_and_apostrophes() -> None:
    assert split_plain_words("I'll GO, uh-huh!") == ["ill", "go", "uhhuh"]


def test_a_language_is_found_by_any_of_its_codes() -> None:
    assert find_language("en-GB") is find_language("en")
    assert find_language("xx").greetings == frozenset()


@pytest.mark.parametrize("code", list_languages())
def test_each_language_has_all_its_lists(code: str) -> None:
    language = find_language(code)

    assert set(language.orders) == set(ORDERS)
    assert all((language.greetings, language.about, language.wh, language.verbs, language.you, language.fillers))
    assert language.things < language.persons
