"""A single dot: which of them end a sentence, and which must wait for more of the text."""

import pytest

from performer.speech.sentences.dots import judge_dot, judge_glued_dot
from performer.speech.sentences.stop import MORE
from tests.performer.speech.sentences.stops import stop_in


@pytest.mark.parametrize(
    "text",
    [
        "It is over¦. Then he left",
        "We won in 2019¦. Then he left",
        "We took plan B¦. Then he left",
        "He said hello¦. iPhone users cheered",
    ],
)
def test_a_dot_behind_a_plain_word_ends_the_sentence(text: str) -> None:
    assert judge_dot(stop_in(text)) is True


@pytest.mark.parametrize(
    "text",
    [
        "I saw Dr¦. Smith today",
        "1¦. Jump over it",
        "a¦. Jump over it",
        "See No¦. 5 there",
        "So z¦. B. heute",
        "am 12¦. Mai war es",
        "1. jump 2¦. duck now",
        "He stopped¦. and went on",
        "J¦. Smith came",
    ],
)
def test_the_dot_of_an_abbreviation_a_number_or_an_initial_does_not(text: str) -> None:
    assert judge_dot(stop_in(text)) is False


def test_a_language_without_ordinals_ends_at_a_number() -> None:
    text = "It was schon 3¦. Runde"

    assert judge_dot(stop_in(text)) is False
    assert judge_dot(stop_in(text, lang="en")) is True


@pytest.mark.parametrize("text", ["am 12¦. Ma", "We met J¦. S", "at 5 p.m¦. Mon", "Then he left¦. i"])
def test_what_the_next_letters_may_change_waits_for_them(text: str) -> None:
    assert judge_dot(stop_in(text, final=False)) is MORE


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("Nice¦.Now go on", True),
        ("config¦.json is there", False),
        ("Look at example¦.COM there", False),
        ("He said (ok¦.)Now go", True),
    ],
)
def test_a_dot_without_a_space_ends_it_only_before_a_word_that_begins_one(text: str, ends: bool) -> None:
    assert judge_glued_dot(stop_in(text)) is ends


def test_a_glued_word_that_may_grow_waits() -> None:
    assert judge_glued_dot(stop_in("Nice¦.No", final=False)) is MORE
