"""When a viewer asks."""

from performer.bench.brain.questions import instants
from performer.prompts import prompt_lines


def test_questions_are_spread_evenly() -> None:
    assert instants(5, 600.0) == (60.0, 180.0, 300.0, 420.0, 540.0)
    assert instants(0, 600.0) == ()


def test_each_of_them_speaks_to_the_performer() -> None:
    assert all("pip" in text for text in prompt_lines("bench/questions"))
