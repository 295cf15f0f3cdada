"""Repetition is told from what people say again."""

import pytest

from asr.repetition import is_repetitive, may_be_repetitive

SENTENCE = "This puzzle needs four stones of a different colour."


@pytest.mark.parametrize(
    "text", ["No, no, no, no!", "Go go go", "Come on, come on, come on.", SENTENCE, "Ha ha ha ha ha", ""]
)
def test_what_people_say_is_none(text: str) -> None:
    assert not is_repetitive(text)


@pytest.mark.parametrize("text", [" ".join([SENTENCE] * 3), "you " * 8, "Bring the wood to the " * 4, "na" * 100])
def test_what_a_model_writes_that_has_lost_its_way_is_found(text: str) -> None:
    assert is_repetitive(text)


def test_a_sentence_that_comes_twice_is_looked_at_again_even_when_it_is_cut_short() -> None:
    assert may_be_repetitive(f"{SENTENCE} This puzzle needs four stones of a different colour, this puzzle needs")
    assert not may_be_repetitive(SENTENCE)
    assert not is_repetitive(f"{SENTENCE} {SENTENCE}")
