"""The foyer: where people talk with the performer off the stage; everything of Discord, put together."""

from collections.abc import Callable, Mapping
from functools import partial

from performer import events
from performer.approvals import ApprovalDesk
from performer.chats.discord.approvals import DiscordApprovals
from performer.chats.discord.bot.credential import BOT_TOKEN_FILE
from performer.chats.discord.channels import channel_of
from performer.chats.discord.chat.chat import DiscordChat, Waiting
from performer.chats.discord.commands.all import app_commands
from performer.chats.discord.commands.book import CommandBook
from performer.chats.discord.commands.orders import Operation
from performer.chats.discord.hub import DiscordHub
from performer.chats.discord.io import DiscordIO
from performer.chats.discord.mirror.mirror import DiscordMirror
from performer.chats.discord.monitored import Monitored
from performer.chats.discord.policy import discord_hooks
from performer.chats.discord.rights import Rights
from performer.chats.discord.rpc.client import RemoteDiscord
from performer.chats.discord.rpc.sendings import KeptSendings, Sending
from performer.chats.discord.rpc.token import IO_TOKEN_FILE, brains_key
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.tools import Describe, discord_tools
from performer.clock import Clock
from performer.cues import ChatCue, ChatLine, Cue
from performer.events import EventStream
from performer.frames.keep import keep_tools
from performer.frames.tools import Look
from performer.guard import Guard
from performer.home import Home
from performer.memory.memory import Memory
from performer.picture_shelf import PictureShelf
from performer.recollection import Keeps
from performer.roles import Role
from performer.store import Store
from performer.supervisor import Serve
from performer.tools import Tool, Toolbox


class Foyer:
    """The link to Discord, and all that listens and writes there.

    Args:
        clock: The show's clock.
        stream: Tells what is said and done.
        settings: Where it listens, and who may do what.
        io: The link.
        guard: Decides of whatever is written there beside the sentences.
        memory: Remembers what is said there, and keeps small things.
        desk: Where calls wait for a yes.
        waiting: Where lines wait that people take back or change.
        give: Takes a cue in, as the director does.
        operations: What commands may ask for, by name, as on the control socket; may be filled until the link is up.
        toolbox: Tells which tools there are.
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
        memory: Memory,
        desk: ApprovalDesk,
        waiting: Waiting,
        give: Callable[[Cue], None],
        operations: Mapping[str, Operation],
        toolbox: Callable[[], Toolbox],
        shelf: PictureShelf,
    ) -> None:
        self._give = give
        self._shelf = shelf
        self._stream = stream
        self._io = io
        self._settings = settings
        self._guard = guard
        self.hooks = discord_hooks(clock, settings, io)
        """Those that belong around its tools."""
        self.rights = Rights(settings)
        self.monitored = Monitored(settings, memory.kept)
        self.chat = DiscordChat(
            clock,
            stream,
            settings,
            io,
            monitored=self.monitored,
            rights=self.rights,
            memory=memory.remembers,
            guard=guard,
            waiting=waiting,
            keeps=memory.kept,
        )
        self.approvals = DiscordApprovals(clock, stream, settings, io, desk=desk, rights=self.rights, guard=guard)
        commands = app_commands(clock, io, settings, operations, monitored=self.monitored, toolbox=toolbox, guard=guard)
        self.book = CommandBook(clock, io, commands, rights=self.rights, guard=guard)
        self.mirror = DiscordMirror(clock, stream, io, guard, stage_channel=settings.stage_channel, find=shelf.find)
        readers = {
            "chat": self.chat.hear,
            "approvals": self.approvals.hear,
            "commands": self.book.hear,
            "mirror": self.mirror.hear,
        }
        self.hub = DiscordHub(clock, stream, io, readers)

    def services(self) -> dict[str, Serve]:
        """Name what has to run beside the show, the link last: whoever listens has to be there before it."""
        return {
            "discord chat": partial(self.chat.run, self._post),
            "discord approvals": self.approvals.run,
            "discord commands": self.book.run,
            "discord mirror": self.mirror.run,
            "discord": self.hub.run,
        }

    def tools(self, describe: Describe, look: Look) -> list[Tool]:
        """Make the tools by which a model reads Discord and writes there, and shows there what is on the screen.

        Args:
            describe: Tells what is on a picture.
            look: Gives the game's, masks painted.
        """
        return [
            *discord_tools(self._io, self._settings, self._guard, describe),
            *keep_tools(look, self._shelf.put, self._stream),
        ]

    async def farewell(self) -> None:
        """Write what is left, for two seconds at most; the link goes down after it."""
        await self.mirror.farewell()

    def role(self) -> Role:
        """Tell who the performer is at Discord, or why it is not there."""
        return self.hub.role()

    def _post(self, line: ChatLine) -> None:
        self._give(ChatCue(lines=(line,)))


def linked(
    clock: Clock, stream: EventStream, settings: DiscordSettings, home: Home, *, keeps: Keeps, store: Store
) -> DiscordIO:
    """Make the link: to a Discord elsewhere where an address is given, else by a bot in this process.

    Args:
        clock: The show's clock.
        stream: Told which messages nobody knows to have been written.
        settings: Where Discord is.
        home: Has the tokens that the environment has not.
        keeps: Keeps small things for a bot.
        store: Keeps what is on its way to a Discord elsewhere.
    """
    if settings.io:
        key = brains_key(home.data / IO_TOKEN_FILE, settings.io_token_variable)
        report = partial(_report, stream)
        return RemoteDiscord(clock=clock, address=settings.io, key=key, sendings=KeptSendings(store), report=report)
    # discord.py costs a third of a second and 15 MB: only who needs it pays for it.
    from performer.chats.discord.bot.bot import Bot

    return Bot(clock, settings, home.config_file.with_name(BOT_TOKEN_FILE), keeps)


def _report(stream: EventStream, sending: Sending) -> None:
    stream.publish(events.SendingLost(channel=channel_of(sending.channel_id), text=sending.words))


def spoken_in(settings: DiscordSettings) -> Callable[[str], bool]:
    """Tell which channels are the stage's too, so that what is answered there is spoken."""
    stage = channel_of(settings.stage_channel) if settings.stage_channel else ""

    def is_spoken(channel: str) -> bool:
        return not channel.startswith(channel_of("")) or channel == stage

    return is_spoken
