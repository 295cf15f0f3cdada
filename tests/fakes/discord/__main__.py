"""A fake Discord by hand: `python -m tests.fakes.discord --port 8790`, then type as Ann; the bot's posts are shown.

`@` before a line mentions the bot, `/name option=value` uses a command, `!abort`, `!reconnect`, `!invalidate` and
`!limit` are what they say.
"""

import argparse
import math
import sys

import anyio
import anyio.to_thread

from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.values import Channel, Person


async def main(port: int) -> None:
    """Serve until interrupted."""
    async with FakeDiscord(port=port) as discord:
        guild = discord.guild()
        channel = discord.channel(guild)
        ann = discord.person("Ann", guild)
        print(f"channel {channel.id}, Ann {ann.id}, owner {discord.owner.id}")
        print(f"token {discord.token}")
        for name, address in discord.addresses.items():
            print(f"{name} = {address}")
        sys.stdout.flush()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_show, discord, channel)
            await _type(discord, channel, ann)
            await anyio.sleep_forever()


async def _show(discord: FakeDiscord, channel: Channel) -> None:
    shown = 0
    while True:
        versions = [version for post in discord.messages(channel) for version in post.versions]
        for version in sorted(versions, key=lambda each: each.at_s)[shown:]:
            print(f"  {discord.me.name}: {version.content} {list(version.embeds) or ''}", flush=True)
        shown = len(versions)
        await discord.wait_for(
            lambda it, so_far=shown: sum(len(post.versions) for post in it.messages(channel)) != so_far,  # type: ignore[misc]  # mypy reads no default of a lambda
            limit_s=math.inf,
        )


async def _type(discord: FakeDiscord, channel: Channel, ann: Person) -> None:
    while line := await anyio.to_thread.run_sync(sys.stdin.readline, abandon_on_cancel=True):
        try:
            _do(discord, channel, ann, line.strip())
        except AssertionError as error:
            print(f"  {error}", flush=True)


def _do(discord: FakeDiscord, channel: Channel, ann: Person, line: str) -> None:
    match line:
        case "":
            pass
        case "!abort":
            discord.gateway.abort()
        case "!reconnect":
            discord.gateway.ask_to_reconnect()
        case "!invalidate":
            discord.gateway.invalidate()
        case "!limit":
            discord.limit()
        case _ if line.startswith("/"):
            words = line.split()
            options = dict(word.split("=", 1) for word in words if "=" in word)
            discord.use(ann, channel, " ".join(word for word in words if "=" not in word), **options)
        case _:
            discord.say(channel, ann, line.removeprefix("@"), mention_me=line.startswith("@"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8790)
    try:
        anyio.run(main, parser.parse_args().port)
    except KeyboardInterrupt:
        print()
