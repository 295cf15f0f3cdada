"""What a reaction costs."""

from performer import events
from performer.bench.brain.measures.asking import asking
from tests.performer.bench.brain.takes import Timed, brain_take, turn


def cost(number: int, at_s: float, read: int, written: int, mode: str = "talk") -> list[Timed]:
    ended = events.StepEnded(
        turn=number,
        step=1,
        kind="final",
        after_s=0.5,
        prompt_tokens=read,
        answer_tokens=written,
        read_s=read / 1000,
        mode=mode,
    )
    return [(at_s, ended)]


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
    found = asking(take)

    assert found.requests == 1.5
    assert (found.read_tokens, found.written_tokens) == (440.0, 14.0)
    assert (found.read_p50_s, found.read_p95_s) == (0.2, 0.24)
    assert found.modes == {"talk": 3}


def test_where_no_server_told_anything_there_is_nothing_to_say() -> None:
    found = asking(brain_take(turn(1, 5.0, "A bat.")))

    assert (found.read_tokens, found.written_tokens, found.cold, found.read_p50_s) == (None, None, None, None)
