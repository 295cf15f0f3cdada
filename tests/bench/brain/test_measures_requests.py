"""What a reaction costs."""

from bench.brain.measures import measure_requests
from performer.core import events
from tests.bench.brain.takes import Timed, answered, brain_take, turn


def cost(number: int, at_s: float, read: int, written: int, *, cold: bool = False) -> list[Timed]:
    return answered(number, at_s, prompt_tokens=read, answer_tokens=written, read_s=read / 1000, cold=cold)


def test_requests_and_tokens_are_counted_a_reaction() -> None:
    again: list[Timed] = [(6.0, events.StepStarted(turn=1, step=2, model="model"))]
    chat = turn(3, 30.0, "Hi.", kind="chat")
    take = brain_take(
        turn(1, 5.0, "A bat."),
        again,
        cost(1, 6.0, 200, 10),
        cost(1, 6.5, 240, 4),
        turn(2, 20.0),
        chat,
        cost(3, 31, 900, 9),
    )
    found = measure_requests(take)

    assert found.requests == 1.5
    assert (found.read_tokens, found.written_tokens) == (440.0, 14.0)
    assert (found.read_p50_s, found.read_p95_s) == (0.2, 0.24)
    assert found.modes == {"talk": 3}


def test_of_an_answer_that_was_closed_early_the_usual_tokens_are_counted_and_of_how_many_is_told() -> None:
    whole = [*cost(1, 6, 160, 10), *cost(2, 11, 180, 12), *cost(3, 16, 200, 40)]
    closed = [*answered(4, 21), *answered(5, 26, mode="", kind="stale"), *answered(5, 27)]
    others = [*answered(6, 31, mode="", kind="failed"), *answered(7, 36, mode="")]
    found = measure_requests(brain_take(*(turn(number, 5.0 * number) for number in range(1, 8)), whole, closed, others))

    assert (found.asked, found.told) == (6, 3)
    assert found.read_tokens == (160 + 180 + 200 + 180 + 2 * 180) / 5
    assert found.written_tokens == round((10 + 12 + 40) / 3, 1)


def test_an_answer_that_was_closed_early_counts_among_the_cold_and_a_conversation_does_not() -> None:
    closed = [*answered(1, 6, cold=True), *answered(2, 11)]
    chat = [*turn(4, 20.0, kind="chat"), *cost(4, 21, 900, 9)]
    found = measure_requests(brain_take(turn(1, 5.0), turn(2, 10.0), turn(3, 15.0), closed, cost(3, 16, 170, 9), chat))

    assert found.cold == 0.3333


def test_where_no_server_told_anything_there_is_nothing_to_say() -> None:
    found = measure_requests(brain_take(turn(1, 5.0, "A bat.")))

    assert (found.read_tokens, found.written_tokens, found.cold, found.read_p50_s) == (None, None, None, None)
