"""All that listens and writes at Discord, put together over one link."""

from datetime import timedelta

import anyio
import pytest

from performer.chats.discord.chat.lines import LinePictures
from performer.chats.discord.commands.command import ShowAccess
from performer.chats.discord.hub import DiscordHub
from performer.chats.discord.link import DiscordLink
from performer.chats.discord.mirror.kept_messages import KeptMessages
from performer.chats.discord.service import DiscordService
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.calls import ChannelMessages, Edit, Guilds, Send, SyncCommands
from performer.core import events
from performer.core.clock import SystemClock
from performer.core.cues import ChatCue
from performer.guard.runtime import Runtime
from performer.tools.toolbox import Toolbox
from tests.performer.chats.discord.given import PLAYERS, LittleLink, LittleMemory, created, message
from tests.performer.tools.approvals.running import Office, office

pytestmark = pytest.mark.anyio


class Lines:
    """An inbox that keeps what is put in."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.came = anyio.Event()

    def put(self, cue: ChatCue) -> None:
        self.texts += [line.text for line in cue.lines]
        self.came.set()

    def forget_lines(self, channel: str, messages: object) -> None: ...

    def reword_line(self, channel: str, message: str, text: str) -> None: ...


def make_service(it: Office, link: DiscordLink, lines: Lines) -> DiscordService:
    memory = LittleMemory()
    return DiscordService(
        link,
        memory=memory,
        keeps=memory,
        reach=timedelta(hours=1),
        inbox=lines,
        queue=it.desk,
        show=ShowAccess({}, Toolbox, lambda _digest: None),
    )


def make_link(clock: SystemClock, it: Office, io: LittleLink) -> DiscordLink:
    runtime, settings = Runtime(clock, it.stream, it.guard), DiscordSettings(monitored=(PLAYERS,))
    hub, pictures = DiscordHub(clock, it.stream, io), LinePictures(clock, io)
    return DiscordLink(runtime, settings, io, hub, pictures, KeptMessages(clock))


async def test_lines_go_into_the_inbox_and_the_link_comes_last(clock: SystemClock) -> None:
    io, lines = LittleLink(), Lines()
    async with office(clock) as it, anyio.create_task_group() as tasks:
        link = make_link(clock, it, io)
        service = make_service(it, link, lines)
        assert list(service.services())[-1] == "discord"
        for run in service.services().values():
            await tasks.start(run)
        await io.until_asked(SyncCommands)
        await io.until_asked(Guilds)
        await io.until_asked(ChannelMessages)
        io.hear(created("hello"))
        with anyio.fail_after(20):
            await lines.came.wait()
        await service.farewell()
        tasks.cancel_scope.cancel()

    assert lines.texts == ["hello"]
    assert link.hub.role().plays == "Discord, as Owlet"


async def test_a_farewell_writes_what_was_said_last(clock: SystemClock) -> None:
    io = LittleLink(Send=lambda sent: message(sent.content, channel=sent.channel_id))
    async with office(clock) as it, anyio.create_task_group() as tasks:
        service = make_service(it, make_link(clock, it, io), Lines())
        await tasks.start(service.services()["discord mirror"])
        it.stream.publish(events.CueTaken(turn=1, kind="chat", channel=f"discord:{PLAYERS}", message="7"))
        it.stream.publish(events.SentenceReady(turn=1, text="So."))
        await io.until_asked(Send)
        it.stream.publish(events.SentenceReady(turn=1, text="Bye."))
        await service.farewell()
        written = [edit.content for edit in io.asked_for(Edit)]
        tasks.cancel_scope.cancel()

    assert written == ["So. Bye."]
