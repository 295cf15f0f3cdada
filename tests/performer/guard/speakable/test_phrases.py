"""Phrases: how they are written, and what they fit."""

import pytest

from performer.guard.speakable.folding import split_words
from performer.guard.speakable.phrases import Phrases, add_table, load_phrases, parse_phrase


def fits(phrase: str, sentence: str) -> bool:
    table = Phrases()
    table.add(parse_phrase(phrase, "meta", {"made": "line joke"}))
    return bool(table.shown(split_words(sentence))[0])


@pytest.mark.parametrize(
    ("phrase", "sentence", "expected"),
    [
        ("the response", "What of the response?", True),
        ("the response", "The quick response.", False),
        ("the/your response", "Your response!", True),
        ("the descri*", "the description", True),
        ("the very? line", "the line", True),
        ("the _ line", "the line", False),
        ("the _ line", "the third line", True),
        ("can ... help", "Can I really not help?", True),
        ("can ... help", "Can I one two three help?", False),
        ("a <made>", "Is that a joke?", True),
        ("^ the line $", "The line.", True),
        ("^ the line $", "The line of zombies.", False),
        ("^ sure", "I am sure", False),
    ],
)
def test_a_phrase_fits_as_its_table_tells(phrase: str, sentence: str, expected: bool) -> None:
    assert fits(phrase, sentence) is expected


@pytest.mark.parametrize("phrase", ["_ line", "a? line", "", "$", "to* go", "one-liner/joke"])
def test_a_phrase_that_nothing_could_fit_is_refused(phrase: str) -> None:
    with pytest.raises(ValueError, match=r"phrase|stem|word"):
        parse_phrase(phrase, "meta", {})


def test_two_hints_weigh_as_much_as_a_sure_phrase_and_one_hint_twice_does_not() -> None:
    table = Phrases()
    add_table(table, {"meta": {"hints": ["story", "scene"], "vague": ["something"]}})

    assert table.shown(split_words("a story of a scene"))[1] == 1
    assert table.shown(split_words("a story of a story"))[1] == 0.5
    assert table.shown(split_words("a story of something"))[1] == 0.75


def test_what_is_harmless_is_not_counted() -> None:
    table = Phrases()
    add_table(table, {"meta": {"sure": ["the user"]}, "harmless": {"phrases": ["user manual"]}})

    assert not table.shown(split_words("the user manual"))[0]
    assert table.shown(split_words("the user"))[0] == {"meta"}


def test_every_shipped_table_is_as_its_head_tells() -> None:
    phrases = load_phrases()

    assert {"user", "benutzer", "utilisateur", "usuario", "пользователь", "on screen"} <= phrases.roles
    assert "laugh" in phrases.gestures
    assert "warm" in phrases.manners
