"""When a viewer asks."""

from bench.brain.plan import spread_instants
from performer.core.prompt_files import load_prompt_lines


def test_questions_are_spread_evenly() -> None:
    assert spread_instants(5, 600.0) == (60.0, 180.0, 300.0, 420.0, 540.0)
    assert spread_instants(0, 600.0) == ()


def test_each_of_them_speaks_to_the_performer() -> None:
    assert all("pip" in text for text in load_prompt_lines("bench/questions"))
