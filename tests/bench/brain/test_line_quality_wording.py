"""Whether what is said are lines, and new ones."""

from bench.brain.line_quality import find_echoes, measure_wording
from performer.core import events
from tests.bench.brain.takes import answered, brain_take, prompted, turn


def test_six_words_in_a_row_of_a_prompt_are_an_echo_and_five_are_not() -> None:
    prompt = "A whole chest of gold, and still no pockets."

    assert find_echoes(["Look: a whole chest of gold, AND more."], [prompt]) == [
        "Look: a whole chest of gold, AND more."
    ]
    assert find_echoes(["A whole chest of gold!"], [prompt]) == []


def test_the_products_own_prompts_are_known_without_being_overheard() -> None:
    line = "You are Pip, a small owl in a headset who sits beside a game stream."

    assert find_echoes([line], []) == [line]


def test_words_are_measured_and_what_was_dropped_is_counted_by_rule() -> None:
    blocked = events.SentenceBlocked(turn=3, reason="more than 2 sentences", kind="length")
    take = brain_take(turn(1, 5.0, "A red bat."), turn(2, 15.0, "A red bat."), turn(3, 25.0), [(26.0, blocked)])
    found = measure_wording(prompted(take, "Nothing alike."))

    assert found.dropped == {"length": 1}
    assert (found.duplicates, found.distinct_2, found.openings) == (0.5, 0.5, 0.5)
    assert (found.echoes, found.unspeakable) == (0, {})


def test_words_of_the_understudy_are_not_measured() -> None:
    stood_in = [*turn(1, 5.0, "A red bat."), *answered(1, 5.6, mode="")]
    found = measure_wording(brain_take(stood_in, turn(2, 15.0, "A red bat.")))

    assert (found.duplicates, found.openings) == (0.0, 1.0)
