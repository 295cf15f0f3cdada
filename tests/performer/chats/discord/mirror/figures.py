"""How long a sentence takes from the show to Discord; `python -m tests.performer.chats.discord.mirror.figures`."""

import statistics
import tempfile
from functools import partial
from pathlib import Path

import anyio

from performer.chats.discord.mirror.mirror import DiscordMirror
from performer.core import events
from performer.core.clock import SystemClock
from performer.core.events.stream import EventStream
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.values import Channel
from tests.performer.chats.discord.bot.standing import linked
from tests.performer.chats.discord.mirror.mirroring import ended


async def reply_delays_s(times: int) -> list[float]:
    """Measure how long the first sentence of an answer takes until it stands in its channel, so many times."""
    clock = SystemClock()
    stream = EventStream(clock)
    delays = []
    with tempfile.TemporaryDirectory() as home:
        async with (
            FakeDiscord() as discord,
            linked(discord, Path(home)) as (bot, _),
            anyio.create_task_group() as tasks,
        ):
            channel = discord.channel(discord.guild())
            mirror = DiscordMirror(Runtime(clock, stream, Guard()), bot, stage_channel="", find=lambda _: None)
            await tasks.start(mirror.run)
            for turn in range(1, times + 1):
                stream.publish(events.CueTaken(turn=turn, kind="chat", channel=f"discord:{channel.id}"))
                began_s = clock.now()
                stream.publish(events.SentenceWritten(turn=turn, text="Hello there."))
                await discord.wait_for(partial(_has, channel, turn))
                delays.append(clock.now() - began_s)
                stream.publish(ended(turn))
            stream.close()
    return delays


def _has(channel: Channel, count: int, discord: FakeDiscord) -> bool:
    return len(discord.messages(channel)) == count


async def main() -> None:
    """Print them."""
    delays = await reply_delays_s(200)
    slow = sorted(delays)[int(len(delays) * 0.99)]
    print(f"sentence to reply: median {statistics.median(delays) * 1000:.1f} ms, 99 % {slow * 1000:.1f} ms")


if __name__ == "__main__":
    anyio.run(main)
