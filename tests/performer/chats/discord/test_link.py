"""The link: a bot here, or a Discord elsewhere, of whose lost messages the show is told."""

from datetime import UTC, datetime
from pathlib import Path

import anyio
import pytest

from performer.chats.discord.bot.bot import DiscordBot
from performer.chats.discord.link import make_link
from performer.chats.discord.rpc.handshake import IO_TOKEN_FILE
from performer.chats.discord.rpc.outgoing import OutgoingMessage, OutgoingStore
from performer.chats.discord.settings import DiscordSettings
from performer.core.clock import SystemClock
from performer.core.events.parts import SendingLost
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.memory.database import SqlKeyValueStore, open_database
from tests.performer.chats.discord.rpc.standing import TOKEN, Heard, standing

pytestmark = pytest.mark.anyio


@pytest.mark.expects_log
async def test_what_an_earlier_run_was_sending_elsewhere_is_told_once(clock: SystemClock, tmp_path: Path) -> None:
    stream, home, heard = EventStream(clock), Home(config=tmp_path, data=tmp_path), Heard()
    reader = stream.whole("test")
    (tmp_path / IO_TOKEN_FILE).write_text(TOKEN, encoding="utf-8")
    async with standing() as served, open_database(clock, home.memory_file) as database:
        sending = OutgoingMessage(id="s-1", channel_id="300", words="hello", at=datetime(2026, 1, 1, tzinfo=UTC))
        await OutgoingStore(database).begin(sending)
        settings = DiscordSettings(io=served.address)
        for _ in range(2):
            runtime = Runtime(clock, stream, Guard())
            link = make_link(runtime, settings, home, keeps=SqlKeyValueStore(database), store=database)
            async with anyio.create_task_group() as tasks:
                await tasks.start(link.io.run, heard)
                tasks.cancel_scope.cancel()

    assert [each.event for each in reader.taken()] == [SendingLost(channel="discord:300", text="hello")]
    assert heard.links[0].is_up


async def test_without_an_address_the_bot_is_here(clock: SystemClock, tmp_path: Path) -> None:
    home = Home(config=tmp_path, data=tmp_path)
    async with open_database(clock, None) as database:
        keeps = SqlKeyValueStore(database)
        runtime = Runtime(clock, EventStream(clock), Guard())
        link = make_link(runtime, DiscordSettings(), home, keeps=keeps, store=database)

    assert isinstance(link.io, DiscordBot)
