"""The pace of a source: its period, and looks that are wanted at once."""

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.vision.look_pace import LookPace, LookWish


async def look_times(clock: VirtualClock, pace: LookPace, *, wanted_s: float) -> list[float]:
    """Look for three seconds, with one look that is wanted at an instant."""
    times: list[float] = []

    async def look() -> None:
        while True:
            times.append(clock.now())
            pace.take_wish()
            await pace.wait(times[-1])

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(look)
        await clock.advance(wanted_s)
        pace.want()
        await clock.advance(3 - wanted_s)
        tasks.cancel_scope.cancel()
    return times


@pytest.mark.anyio
async def test_a_look_that_is_wanted_comes_at_once_and_the_next_a_period_later(virtual_clock: VirtualClock) -> None:
    pace = LookPace(virtual_clock, rate_hz=1)

    assert await look_times(virtual_clock, pace, wanted_s=1.25) == [0, 1, 1.25, 2.25]


@pytest.mark.anyio
async def test_a_look_is_begun_once_when_it_is_due_or_wanted_and_not_after_the_block(
    virtual_clock: VirtualClock,
) -> None:
    pace, begun_s = LookPace(virtual_clock, rate_hz=1), list[float]()
    pace.take_wish()

    def begin() -> None:
        begun_s.append(virtual_clock.now())

    with pace.calling(begin, began_s=0):
        await virtual_clock.advance(0.5)
        pace.want()
        pace.want()
        await virtual_clock.advance(1)
    await virtual_clock.advance(5)

    assert begun_s == [0.5]


def test_the_first_look_is_whole_and_each_wish_is_granted_once(virtual_clock: VirtualClock) -> None:
    pace = LookPace(virtual_clock, rate_hz=1)
    first, next_one = pace.take_wish(), pace.take_wish()
    pace.want(full_size=True)
    pace.want()

    assert (first, next_one) == (LookWish(whole=True), LookWish())
    assert pace.take_wish() == LookWish(whole=True, full_size=True)
