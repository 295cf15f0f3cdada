"""All that listens and writes at Discord, put together over one link."""

import anyio
import pytest

from performer.chats.discord.chat.lines import LinePictures
from performer.chats.discord.commands.command import ShowAccess
from performer.chats.discord.hub import DiscordHub
from performer.chats.discord.service import DiscordLink, DiscordService
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.calls import ChannelMessages, Guilds, SyncCommands
from performer.core.clock import SystemClock
from performer.core.cues import ChatCue
from performer.guard.runtime import Runtime
from performer.tools.toolbox import Toolbox
from tests.performer.chats.discord.given import PLAYERS, LittleLink, LittleMemory, created
from tests.performer.tools.approvals.running import office

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


async def test_lines_go_into_the_inbox_and_the_link_comes_last(clock: SystemClock) -> None:
    io, memory, lines = LittleLink(), LittleMemory(), Lines()
    async with office(clock) as it, anyio.create_task_group() as tasks:
        runtime = Runtime(clock, it.stream, it.guard)
        link = DiscordLink(io, DiscordHub(clock, it.stream, io), LinePictures(clock, io))
        service = DiscordService(
            runtime,
            DiscordSettings(monitored=(PLAYERS,)),
            link,
            memory=memory,
            keeps=memory,
            inbox=lines,
            queue=it.desk,
            show=ShowAccess({}, Toolbox, lambda _digest: None),
        )
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
