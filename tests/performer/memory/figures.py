"""Figures of the memory: what it costs to hear, to recall, to write, and what a full disk and kills come to.

Run it with `python -m tests.performer.memory.figures`.
"""

import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median, quantiles

import anyio

from performer.core.clock import SystemClock
from performer.core.cues import ChatCue
from performer.core.events.stream import EventStream
from performer.core.remembered_conversation import RememberedMessage
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.memory.backups import Backups
from performer.memory.database import Database, open_database
from performer.memory.memory import Memory
from performer.memory.settings import MemorySettings
from tests.performer.memory.remembering import HERE, line

_TAKES = 200
_CROWD = 5000
"""Lines, as many as come in a busy minute."""


async def main() -> None:
    """Print them."""
    with tempfile.TemporaryDirectory() as folder:
        clock = SystemClock()
        file = Path(folder) / "memory.db"
        async with open_database(clock, file) as database:
            memory = Memory(
                Runtime(clock, EventStream(clock), Guard(clock=clock)), database, MemorySettings(), file=file
            )
            await _crowd(clock, memory, database)
            await _recall(clock, memory)
            await _writes(clock, memory, database)
            await _copy(clock, file)


def say(clock: SystemClock, memory: Memory, number: int) -> None:
    text = f"{number}: I think the dragon in the eastern castle was the hardest fight so far"
    said = RememberedMessage(role="user", text=text, at=clock.utc(), author="anna", author_id="7", message=str(number))
    memory.messages.heard(HERE, said)


async def _crowd(clock: SystemClock, memory: Memory, database: Database) -> None:
    began_s = time.perf_counter()
    for number in range(_CROWD):
        say(clock, memory, number)
    heard_s = time.perf_counter() - began_s
    await database.settled()
    took_s = time.perf_counter() - began_s
    rows = (await memory.messages.counts())[HERE]
    print(
        f"{_CROWD} lines: heard in {heard_s:.2f} s, {1e6 * heard_s / _CROWD:.0f} µs each of the show's time; on disk "
        f"after {took_s:.2f} s; {rows} rows kept, {database.dropped} dropped"
    )


async def _recall(clock: SystemClock, memory: Memory) -> None:
    async def recall() -> None:
        await memory.recall(ChatCue(lines=(line("what do you think?"),)))

    async def recall_after_a_new_line() -> None:
        say(clock, memory, _CROWD + int(time.perf_counter() * 1e6))
        await recall()

    print(
        f"recall: {_ms(await _times(recall))}; with a new line to look at: {_ms(await _times(recall_after_a_new_line))}"
    )


async def _writes(clock: SystemClock, memory: Memory, database: Database) -> None:
    async def durable() -> None:
        await database.write(
            lambda it: it.execute("INSERT OR REPLACE INTO kept VALUES ('x', '1')").rowcount, durable=True
        )

    async def usual() -> None:
        await memory.kept.keep("y", "1")

    print(f"a write that is waited for: {_ms(await _times(usual))}; durable: {_ms(await _times(durable))}")


async def _copy(clock: SystemClock, file: Path) -> None:
    async def nothing() -> None:
        pass

    began_s = time.perf_counter()
    await Backups(clock, EventStream(clock), file, nothing).copy()
    print(f"copy of {file.stat().st_size / 1e6:.1f} MB: {time.perf_counter() - began_s:.2f} s")


async def _times(work: Callable[[], Awaitable[None]]) -> list[float]:
    took = []
    for _ in range(_TAKES):
        began_s = time.perf_counter()
        await work()
        took.append(1e3 * (time.perf_counter() - began_s))
    return took


def _ms(took: list[float]) -> str:
    return f"{median(took):.2f} ms median, {quantiles(took, n=100)[98]:.2f} ms p99 of {len(took)}"


if __name__ == "__main__":
    anyio.run(main)
    sys.exit()
