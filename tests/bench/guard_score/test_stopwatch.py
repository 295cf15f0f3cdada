"""A stopwatch of what was waited, and what was worked."""

from bench.guard_score.stopwatch import Duration, measure
from performer.core.clock import measure_worked_s


def test_a_call_is_made_once_and_measured() -> None:
    calls: list[int] = []

    def work() -> None:
        calls.append(1)
        began_s = measure_worked_s()
        while measure_worked_s() == began_s:  # on Windows it counts in steps of 16 ms
            pass

    took = measure(work)

    assert calls == [1]
    assert took.waited_us > 0
    assert took.worked_us > 0


def test_the_work_of_a_moment_is_measured_too() -> None:
    took = measure(lambda: sum(range(1000)))

    assert took.worked_us > 0


def test_durations_add_up() -> None:
    assert Duration(waited_us=1, worked_us=2) + Duration(waited_us=3, worked_us=4) == Duration(waited_us=4, worked_us=6)
