"""A load: thousands of calls of one session over a line that is cut at random moments, and what became of each."""

import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import anyio

from performer.chats.discord.io import DiscordIO
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
    """Send so many messages, all different, and cut the line about so often while they are under way."""
    chance = random.Random(seed)
    numbers = iter(range(calls))
    answered: Counter[str] = Counter()

    async def send() -> None:
        for number in numbers:
            message = await remote.call(Send(channel_id=channel, content=f"message {number}"))
            answered[message.content] += 1

    async with anyio.create_task_group() as cutting:
        cutting.start_soon(_cut, cutter, chance, cut_every_s)
        async with anyio.create_task_group() as sending:
            for _ in range(AT_ONCE):
                sending.start_soon(send)
        cutting.cancel_scope.cancel()
    there = Counter(await written())
    wanted = {f"message {number}" for number in range(calls)}
    return Outcome(
        asked=calls,
        lost=sum(1 for content in wanted if not there[content] or answered[content] != 1),
        doubled=sum(count - 1 for content, count in there.items() if content in wanted and count > 1),
        cuts=cutter.cuts,
        lines=cutter.lines,
    )


async def _cut(cutter: Cutter, chance: random.Random, every_s: float) -> None:
    while True:
        await anyio.sleep(chance.expovariate(1 / every_s))
        cutter.cut()
