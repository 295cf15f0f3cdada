"""A thousand calls, cancelled at random: nothing of them is left, neither here nor at the server."""

import asyncio
import json

import anyio
import psutil
import pytest

from performer.core.clock import SystemClock
from tests.performer.tools.mcp.standing import Standing, lean, standing
from tests.systems import posix_only

pytestmark = [pytest.mark.anyio, pytest.mark.slow, posix_only("counts descriptors")]

CALLS = 1000
AT_ONCE = 20


def left() -> tuple[int, int, int]:
    """Count tasks, descriptors and children."""
    this = psutil.Process()
    return len(asyncio.all_tasks()), this.num_fds(), len(this.children())


async def test_a_thousand_calls_with_random_cancels_leave_nothing(clock: SystemClock) -> None:
    async with standing(clock, lean()):
        pass  # the first program of a process starts the watcher of programs, which stays
    before = left()

    async with standing(clock, lean()) as it:
        await it.call("mcp.lean.add", a=1, b=1)
        at_rest = left()
        done: list[bool] = []
        slots = anyio.Semaphore(AT_ONCE)
        async with anyio.create_task_group() as tasks:
            for _ in range(CALLS):
                await slots.acquire()
                tasks.start_soon(one_call, clock, it, slots, done)
        await all_heard(it)

        assert len(done) == CALLS
        assert 100 < sum(done) < CALLS - 100, "some are cancelled, and some are not"
        assert is_no_more(left(), at_rest)
    assert is_no_more(left(), before)


def is_no_more(now: tuple[int, int, int], then: tuple[int, int, int]) -> bool:
    """Whether no more is left than there was; of what other tests have left something may end meanwhile."""
    return all(one <= other for one, other in zip(now, then, strict=True))


async def one_call(clock: SystemClock, it: Standing, slots: anyio.Semaphore, done: list[bool]) -> None:
    """Make a call that answers, which may be cancelled some time, or one that never does, which is."""
    name = clock.chance.choice(("wait", "mark", "count"))
    is_left_alone = name != "wait" and clock.chance.random() < 0.5
    with clock.move_on_after(20 if is_left_alone else clock.chance.uniform(0, 0.05)) as limit:
        await it.call(f"mcp.lean.{name}")
    done.append(not limit.cancelled_caught)
    slots.release()


async def all_heard(it: Standing) -> None:
    """Return when the server has heard of the end of every call that it holds."""
    with anyio.fail_after(20):
        while True:
            marks = json.loads((await it.call("mcp.lean.mark")).text)
            if marks["cancelled"] >= marks["waiting"]:
                return
