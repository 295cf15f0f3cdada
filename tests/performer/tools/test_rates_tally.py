from hypothesis import given
from hypothesis import strategies as st

from performer.tools.rates import RateLimit, SlidingCounter

MINUTE = RateLimit(1, 60.0)


def test_what_is_idle_is_forgotten_before_what_still_counts() -> None:
    tally = SlidingCounter(most=2)
    tally.take("busy", RateLimit(1, 3600.0), 0.0)
    tally.take("idle", MINUTE, 10.0)
    tally.take("new", MINUTE, 100.0)

    assert len(tally) == 2
    assert tally.wait_s("busy", RateLimit(1, 3600.0), 100.0) == 3500.0


def test_a_crowd_takes_no_more_room_than_it_has() -> None:
    tally = SlidingCounter(most=10)
    for person in range(1000):
        tally.take(person, MINUTE, 0.0)

    assert len(tally) == 10
    assert tally.wait_s(999, MINUTE, 0.0) == 60.0


@given(
    st.lists(st.floats(0.0, 20.0), max_size=60),
    st.integers(1, 5),
    st.sampled_from([1.0, 10.0, 60.0]),
)
def test_no_window_ever_holds_more_than_the_rate(gaps: list[float], calls: int, window_s: float) -> None:
    rate, tally, now, taken = RateLimit(calls, window_s), SlidingCounter(), 0.0, list[float]()
    for gap in gaps:
        now += gap
        if tally.wait_s("x", rate, now) == 0:
            tally.take("x", rate, now)
            taken.append(now)

    assert all(sum(begin <= at < begin + window_s for at in taken) <= calls for begin in taken)
