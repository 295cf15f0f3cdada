"""Figures of the director: two restless hours in virtual time, and what a decision costs.

Run it with `python -m tests.performer.agent.director.figures`.
"""

import time
from statistics import median

import anyio
import anyio.lowlevel

from performer.core.clock import VirtualClock
from tests.performer.agent.director.scripted_show import rehearsal
from tests.performer.agent.director.test_soak import held, world

_TAKES = 500


async def main() -> None:
    """Print them."""
    await _two_hours()
    print(f"cue given to turn begun: {await _decided_us():.0f} µs median of {_TAKES}, with chat in 8 channels waiting")


async def _two_hours() -> None:
    began_s = time.perf_counter()
    async with world(VirtualClock(seed=7)) as it:
        for minute in (30, 60, 90, 120):
            await it.pass_minutes(30)
            print(f"minute {minute}: {held()}")
    took_s = time.perf_counter() - began_s
    kept = "every one taken or dropped" if it.came == it.left else "SOME LOST"
    print(f"two hours in {took_s:.1f} s: {sum(it.came.values())} cues and chat lines, {kept}")
    print(f"cut: {dict(sorted(it.cuts.items()))}")


async def _decided_us() -> float:
    clock, took = VirtualClock(), []
    async with rehearsal(clock) as it:
        it.hand.think_s = 0
        it.hand.is_silent = True
        await it.director.pause("scene", "for the figure")
        for number in range(20):
            it.chat(str(number), channel=str(number))
        await clock.advance(0)
        for _ in range(_TAKES):
            done = len(it.hand.performed)
            began_s = time.perf_counter()
            it.ask("hello")
            while len(it.hand.performed) == done:
                await anyio.lowlevel.checkpoint()
            took.append(time.perf_counter() - began_s)
            await clock.advance(0)
    return 1e6 * median(took)


if __name__ == "__main__":
    anyio.run(main)
