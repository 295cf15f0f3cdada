"""A lane: what is put in is done in its order, beside whoever put it in, and to the end."""

from functools import partial

import anyio
import pytest

from performer.agent.turn.serial_queue import SerialQueue
from performer.core.clock import VirtualClock
from performer.core.errors import ServiceError

pytestmark = pytest.mark.anyio


class Done:
    """Notes what was done, each after its time."""

    def __init__(self, clock: VirtualClock) -> None:
        self.clock = clock
        self.names: list[str] = []

    async def do(self, name: str, seconds: float) -> None:
        await self.clock.sleep(seconds)
        self.names.append(name)


async def test_what_takes_long_is_not_overtaken(virtual_clock: VirtualClock) -> None:
    done, lane = Done(virtual_clock), SerialQueue(2)

    async def play() -> None:
        async with lane.open():
            lane.put(lambda: done.do("long", 9))
            lane.put(lambda: done.do("short", 1))
            assert done.names == []

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(play)
        await virtual_clock.advance(20)

    assert done.names == ["long", "short"]


async def test_a_failure_of_the_block_goes_up_as_it_is_once_all_is_done(virtual_clock: VirtualClock) -> None:
    done, lane = Done(virtual_clock), SerialQueue(2)

    async def play() -> None:
        async with lane.open():
            lane.put(lambda: done.do("said", 0))
            await virtual_clock.advance(1)
            raise ServiceError("gone")

    with pytest.raises(ServiceError, match="gone"):
        await play()

    assert done.names == ["said"]


async def test_a_block_that_is_cut_off_leaves_the_rest(virtual_clock: VirtualClock) -> None:
    done, lane = Done(virtual_clock), SerialQueue(2)
    async with anyio.create_task_group() as tasks:

        async def play() -> None:
            async with lane.open():
                lane.put(lambda: done.do("late", 9))
                await lane.wait_until_empty()

        tasks.start_soon(play)
        await virtual_clock.advance(1)
        tasks.cancel_scope.cancel()
    await virtual_clock.advance(60)

    assert done.names == []


async def test_what_finds_no_room_is_not_done(virtual_clock: VirtualClock) -> None:
    done, lane = Done(virtual_clock), SerialQueue(2)

    assert [lane.put(partial(done.do, name, 0)) for name in "abc"] == [True, True, False]
    async with lane.open():
        await virtual_clock.advance(1)

    assert done.names == ["a", "b"]
