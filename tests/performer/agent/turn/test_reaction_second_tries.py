"""Second tries: at most one request in eleven is one."""

from performer.agent.turn.reaction import SecondTries


def used(tries: SecondTries, reactions: int, *, every: int = 1) -> int:
    """Return how many second tries were had in so many reactions, every so many-th of which wanted one."""
    count = 0
    for number in range(reactions):
        tries.earn()
        count += number % every == 0 and tries.take()
    return count


def test_a_model_that_always_fails_is_asked_a_tenth_more_at_most() -> None:
    assert [used(SecondTries(), reactions) for reactions in (1, 12, 40, 400)] == [1, 1, 4, 32]


def test_one_that_fails_now_and_then_is_always_asked_again() -> None:
    assert used(SecondTries(), 130, every=13) == 10


def test_what_was_not_used_is_there_for_two_at_once_and_no_more() -> None:
    tries = SecondTries()
    used(tries, 100, every=101)

    assert used(tries, 5) == 2
