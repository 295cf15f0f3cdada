"""The Discord part of the show: the link to Discord, and all that listens and writes there."""

from collections.abc import Callable, Mapping
from functools import partial

from performer.chats.discord.approvals import DiscordApprovals
from performer.chats.discord.bot.credential import BOT_TOKEN_FILE
from performer.chats.discord.channels import MonitoredChannels, format_channel
from performer.chats.discord.chat.chat import DiscordChat, LineQueue
from performer.chats.discord.commands.registry import CommandRegistry, make_app_commands
from performer.chats.discord.hub import DiscordHub, DiscordIO
from performer.chats.discord.mirror.mirror import DiscordMirror
from performer.chats.discord.permissions import Rights, make_discord_hooks
from performer.chats.discord.rpc.client import RemoteDiscord
from performer.chats.discord.rpc.handshake import IO_TOKEN_FILE, load_brain_key
from performer.chats.discord.rpc.outgoing import OutgoingMessage, PersistentOutgoingStore
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.tools import Describe, make_discord_tools
from performer.core import events
from performer.core.clock import Clock
from performer.core.cues import ChatCue, ChatLine, Cue
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.core.images.store import PictureStore
from performer.core.operations import Operation
from performer.core.process.supervisor import Serve
from performer.core.remembered_conversation import KeyValueStore, MessageMemory
from performer.core.status import Role
from performer.core.storage import Store
from performer.guard.guard import Guard
from performer.tools.approvals.queue import ApprovalQueue
from performer.tools.tool import Tool
from performer.tools.toolbox import Toolbox


class DiscordService:
    """The link to Discord, and all that listens and writes there.

    Args:
        settings: Where it listens, and who may do what.
        guard: Decides of whatever is written there beside the sentences.
        memory: Remembers what is said there.
        keeps: Keeps small things over restarts.
        desk: Where calls wait for a yes.
        waiting: Where lines wait that people take back or change.
        give: Puts a cue into the queue.
        operations: What commands may ask for, by name, as on the control socket; may be filled until the link is up.
        toolbox: Returns the tools that a turn has now.
        shelf: The pictures that were made, or kept on request, for the mirror to show.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        settings: DiscordSettings,
        io: DiscordIO,
        *,
        guard: Guard,
        memory: MessageMemory,
        keeps: KeyValueStore,
        desk: ApprovalQueue,
        waiting: LineQueue,
        give: Callable[[Cue], None],
        operations: Mapping[str, Operation],
        toolbox: Callable[[], Toolbox],
        shelf: PictureStore,
    ) -> None:
        self._give = give
        self._io = io
        self._settings = settings
        self._guard = guard
        self.hooks = make_discord_hooks(clock, settings, io)
        """The hooks around its tools."""
        self.rights = Rights(settings)
        self.monitored = MonitoredChannels(settings, keeps)
        self.chat = DiscordChat(
            clock,
            stream,
            settings,
            io,
            monitored=self.monitored,
            rights=self.rights,
            memory=memory,
            guard=guard,
            waiting=waiting,
            keeps=keeps,
        )
        self.approvals = DiscordApprovals(clock, stream, settings, io, desk=desk, rights=self.rights, guard=guard)
        commands = make_app_commands(
            clock, io, settings, operations, monitored=self.monitored, toolbox=toolbox, guard=guard
        )
        self.book = CommandRegistry(clock, io, commands, rights=self.rights, guard=guard)
        self.mirror = DiscordMirror(clock, stream, io, guard, stage_channel=settings.stage_channel, find=shelf.find)
        readers = {
            "chat": self.chat.hear,
            "approvals": self.approvals.hear,
            "commands": self.book.hear,
            "mirror": self.mirror.hear,
        }
        self.hub = DiscordHub(clock, stream, io, readers)

    def services(self) -> dict[str, Serve]:
        """Return what has to run beside the show, the link last: readers have to be there before it."""
        return {
            "discord chat": partial(self.chat.run, self._post),
            "discord approvals": self.approvals.run,
            "discord commands": self.book.run,
            "discord mirror": self.mirror.run,
            "discord": self.hub.run,
        }

    def tools(self, describe: Describe) -> list[Tool]:
        """Return the tools by which a model reads Discord and writes there; `describe` says what is on a picture."""
        return make_discord_tools(self._io, self._settings, self._guard, describe)

    async def farewell(self) -> None:
        """Write what is left, for two seconds at most; the link goes down after it."""
        await self.mirror.farewell()

    def role(self) -> Role:
        """Return the bot's name at Discord, or why it is not there."""
        return self.hub.role()

    def _post(self, line: ChatLine) -> None:
        self._give(ChatCue(lines=(line,)))


def make_link(
    clock: Clock, stream: EventStream, settings: DiscordSettings, home: Home, *, keeps: KeyValueStore, store: Store
) -> DiscordIO:
    """Return the link: to a Discord elsewhere where an address is given, else by a bot in this process.

    Args:
        clock: The show's clock.
        stream: Told of messages of which nobody knows whether they were written.
        settings: Where Discord is.
        home: Has the tokens that the environment has not.
        keeps: Keeps small texts for a bot.
        store: Keeps the messages that are on their way to a Discord elsewhere.
    """
    if settings.io:
        key = load_brain_key(home.data / IO_TOKEN_FILE, settings.io_token_variable)
        report = partial(_report, stream)
        return RemoteDiscord(
            clock=clock, address=settings.io, key=key, sendings=PersistentOutgoingStore(store), report=report
        )
    # discord.py costs a third of a second and 15 MB: only who needs it pays for it.
    from performer.chats.discord.bot.bot import DiscordBot

    return DiscordBot(clock, settings, home.config_file.with_name(BOT_TOKEN_FILE), keeps)


def _report(stream: EventStream, sending: OutgoingMessage) -> None:
    stream.publish(events.SendingLost(channel=format_channel(sending.channel_id), text=sending.words))


def make_spoken_channel_test(settings: DiscordSettings) -> Callable[[str], bool]:
    """Return the test whether what is answered in a channel is spoken: on the stage, and in the stage's channel."""
    stage = format_channel(settings.stage_channel) if settings.stage_channel else ""

    def is_spoken(channel: str) -> bool:
        return not channel.startswith(format_channel("")) or channel == stage

    return is_spoken
