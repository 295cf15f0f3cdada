import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.core.clock import VirtualClock
from performer.core.http_security.connection_limits import Allowance


@pytest.mark.anyio
async def test_so_many_at_once_and_then_so_many_a_second(virtual_clock: VirtualClock) -> None:
    allowance = Allowance(virtual_clock, at_once=3, per_s=2)

    assert [allowance.take() for _ in range(5)] == [True, True, True, False, False]
    await virtual_clock.advance(0.5)
    assert [allowance.take() for _ in range(2)] == [True, False]
    await virtual_clock.advance(60)
    assert [allowance.take() for _ in range(5)] == [True, True, True, False, False]


@given(st.integers(1, 20), st.floats(0.1, 20), st.lists(st.floats(0, 3), max_size=60))
def test_in_no_time_is_more_taken_than_was_there_and_grew(at_once: int, per_s: float, pauses_s: list[float]) -> None:
    clock = VirtualClock()
    allowance, taken = Allowance(clock, at_once=at_once, per_s=per_s), 0
    for pause_s in pauses_s:
        clock._now += pause_s
        taken += allowance.take()

    assert taken <= at_once + per_s * clock.now() + 1e-6
