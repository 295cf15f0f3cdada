"""How long a turn may speak: what its prompts ask for is never more than goes out."""

import pytest

from performer.agent.prompt.answer_length import ONE_SENTENCE, AnswerLength


@pytest.mark.parametrize(
    ("sentences", "asked"),
    [(1, "in one sentence"), (2, "in one sentence"), (3, "in one sentence"), (4, "in at most 2 sentences")],
)
def test_two_fewer_are_asked_for_than_may_be_spoken_and_at_least_one(sentences: int, asked: str) -> None:
    length = AnswerLength(sentences=sentences)

    assert length.ask() == length.ask_briefly() == asked
    assert length.most == sentences


def test_where_only_code_is_read_as_much_is_asked_for_as_is_spoken() -> None:
    length = AnswerLength(sentences=3, written=3)

    assert length.ask() == length.ask_briefly() == "in one sentence"
    assert length.most == 3


@pytest.mark.parametrize("sentences", [0, 3])
def test_where_people_read_an_answer_is_long_only_if_that_is_asked_for(sentences: int) -> None:
    length = AnswerLength(sentences=sentences, written=40)

    assert length.ask().startswith("in writing, briefly")
    assert length.ask_briefly() == "in one sentence"
    assert length.most == 40


def test_one_sentence_is_the_least() -> None:
    assert (ONE_SENTENCE.most, ONE_SENTENCE.ask()) == (1, "in one sentence")


def test_only_what_is_not_as_short_as_the_persona_is_asked_for_in_a_sentence_of_its_own() -> None:
    assert AnswerLength(sentences=3).remind() == ""
    assert AnswerLength(sentences=6).remind() == "Answer in at most 4 sentences."
