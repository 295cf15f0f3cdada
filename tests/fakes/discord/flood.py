"""A crowd that writes faster than anybody reads."""

from collections.abc import Callable, Sequence

import anyio
import anyio.lowlevel

from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.values import Channel, Person

_STEP_S = 0.02


async def flood(
    discord: FakeDiscord,
    channel: Channel,
    people: Sequence[Person],
    *,
    lines: int,
    per_s: float = 5000 / 60,
    text: Callable[[int], str] = lambda number: f"line {number} of the flood",
) -> float:
    """Have people write in turn, at a steady rate; what a busy machine has missed is made good.

    Args:
        discord: Where.
        channel: In which channel.
        people: Who.
        lines: How many altogether.
        per_s: How many in a second.
        text: What the line of a number says.

    Returns:
        How many seconds it took.
    """
    began = anyio.current_time()
    for number in range(lines):
        due = began + number / per_s
        if due - anyio.current_time() > _STEP_S:
            await anyio.sleep_until(due)
        elif number % 20 == 0:
            await anyio.lowlevel.checkpoint()
        discord.say(channel, people[number % len(people)], text(number))
    return anyio.current_time() - began
