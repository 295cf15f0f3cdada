"""A stopwatch of what was waited, and what was worked."""

from bench.guard_score.stopwatch import Duration, measure


def test_a_call_is_made_once_and_measured() -> None:
    calls: list[int] = []

    took = measure(lambda: calls.append(sum(range(100_000))))

    assert len(calls) == 1
    assert took.waited_us > 0
    assert took.worked_us > 0


def test_durations_add_up() -> None:
    assert Duration(waited_us=1, worked_us=2) + Duration(waited_us=3, worked_us=4) == Duration(waited_us=4, worked_us=6)
