"""A load: thousands of calls of one session over a line that is cut at random moments, and what became of each."""

import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import anyio

from performer.chats.discord.hub import DiscordIO
from performer.chats.discord.wire.calls import Send
from tests.performer.chats.discord.rpc.cutting import Cutter

AT_ONCE = 24


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What it came to."""

    asked: int
    lost: int
    """Calls without an answer, or whose message was never written."""
    doubled: int
    cuts: int
    lines: int


class Answers:
    """How often each call was answered."""

    def __init__(self) -> None:
        self.times: Counter[str] = Counter()
        self._next = anyio.Event()

    def note(self, content: str) -> None:
        """Count one."""
        self.times[content] += 1
        self._next.set()
        self._next = anyio.Event()

    async def next(self) -> None:
        """Wait until another one has come."""
        await self._next.wait()


async def cut_load(
    remote: DiscordIO,
    cutter: Cutter,
    written: Callable[[], Awaitable[list[str]]],
    *,
    calls: int,
    seed: int,
    channel: str,
    cut_every_s: float = 0.1,
) -> Outcome:
    """Send so many messages, all different, and cut the line about so often while they are under way.

    Half of the cuts wait for an answer first: else a busy machine would get no further than to the next one.
    """
    chance = random.Random(seed)
    numbers = iter(range(calls))
    answers = Answers()

    async def send() -> None:
        for number in numbers:
            message = await remote.call(Send(channel_id=channel, content=f"message {number}"))
            answers.note(message.content)

    async with anyio.create_task_group() as cutting:
        cutting.start_soon(_cut, cutter, chance, cut_every_s, answers)
        async with anyio.create_task_group() as sending:
            for _ in range(AT_ONCE):
                sending.start_soon(send)
        cutting.cancel_scope.cancel()
    there = Counter(await written())
    wanted = {f"message {number}" for number in range(calls)}
    return Outcome(
        asked=calls,
        lost=sum(1 for content in wanted if not there[content] or answers.times[content] != 1),
        doubled=sum(count - 1 for content, count in there.items() if content in wanted and count > 1),
        cuts=cutter.cuts,
        lines=cutter.lines,
    )


async def _cut(cutter: Cutter, chance: random.Random, every_s: float, answers: Answers) -> None:
    while True:
        await anyio.sleep(chance.expovariate(1 / every_s))
        if chance.random() < 0.5:
            await answers.next()
        cutter.cut()
