"""The Discord part of the show: the link, made before all else there, and all that listens and writes over it."""

from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial

from performer.chats.discord.approvals import DiscordApprovals
from performer.chats.discord.bot.credential import BOT_TOKEN_FILE
from performer.chats.discord.channels import format_channel
from performer.chats.discord.chat.chat import DiscordChat
from performer.chats.discord.chat.lines import LinePictures
from performer.chats.discord.commands.command import ShowAccess
from performer.chats.discord.commands.registry import CommandRegistry, make_app_commands
from performer.chats.discord.hub import DiscordHub, DiscordIO
from performer.chats.discord.mirror.kept_messages import KeptMessages
from performer.chats.discord.mirror.mirror import DiscordMirror
from performer.chats.discord.permissions import People
from performer.chats.discord.rpc.client import RemoteDiscord
from performer.chats.discord.rpc.handshake import IO_TOKEN_FILE, load_brain_key
from performer.chats.discord.rpc.outgoing import OutgoingMessage, OutgoingStore
from performer.chats.discord.settings import DiscordSettings
from performer.chats.port import ChatInbox
from performer.core import events
from performer.core.cues import Cue
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.core.process.supervisor import Serve
from performer.core.remembered_conversation import KeyValueStore, MessageMemory, Recall, Recollection
from performer.core.storage import Store
from performer.guard.runtime import Runtime
from performer.tools.approvals.queue import ApprovalQueue


@dataclass(frozen=True, slots=True)
class DiscordLink:
    """The link, what keeps it up, and the pictures of the lines that come over it."""

    io: DiscordIO
    hub: DiscordHub
    pictures: LinePictures
    """For a turn that answers the lines; the chat adds to them."""
    kept: KeptMessages
    """The answers that are not whole at Discord yet."""

    def add_pictures(self, recall: Recall) -> Recall:
        """Return a way to recall what was said before that brings the pictures of the answered lines too."""

        async def recall_with_pictures(cue: Cue) -> Recollection:
            return replace(await recall(cue), pictures=await self.pictures.of(cue))

        return recall_with_pictures


def make_link(
    runtime: Runtime, settings: DiscordSettings, home: Home, *, keeps: KeyValueStore, store: Store
) -> DiscordLink:
    """Return the link: to a Discord elsewhere where an address is given, else by a bot in this process.

    `keeps` keeps small texts for the bot, and `store` the messages that are on their way. Answers among them are sent
    after a restart; of what a tool sends to a Discord elsewhere it is published that nobody knows what came of it.
    """
    io = _make_io(runtime, settings, home, keeps, store)
    hub, pictures = DiscordHub(runtime.clock, runtime.stream, io), LinePictures(runtime.clock, io)
    return DiscordLink(io, hub, pictures, KeptMessages(runtime.clock, store))


def _make_io(runtime: Runtime, settings: DiscordSettings, home: Home, keeps: KeyValueStore, store: Store) -> DiscordIO:
    if settings.io:
        return RemoteDiscord(
            clock=runtime.clock,
            address=settings.io,
            key=load_brain_key(home.data / IO_TOKEN_FILE, settings.io_token_variable),
            sendings=OutgoingStore(store),
            report=partial(_report, runtime.stream),
        )
    # discord.py costs a third of a second and 15 MB: only who needs it pays for it.
    from performer.chats.discord.bot.bot import DiscordBot

    return DiscordBot(runtime.clock, settings, home.config_file.with_name(BOT_TOKEN_FILE), keeps)


def _report(stream: EventStream, sending: OutgoingMessage) -> None:
    stream.publish(events.SendingLost(channel=format_channel(sending.channel_id), text=sending.words))


class DiscordService:
    """All that listens and writes at Discord.

    A channel is read back as far as `reach`. The inbox takes the lines, and has those that wait while people take them
    back or change them; `queue` has the calls that wait for a yes, and `show` what commands may ask for, as on the
    control socket.
    """

    def __init__(
        self,
        runtime: Runtime,
        settings: DiscordSettings,
        link: DiscordLink,
        *,
        memory: MessageMemory,
        keeps: KeyValueStore,
        reach: timedelta,
        inbox: ChatInbox,
        queue: ApprovalQueue,
        show: ShowAccess,
    ) -> None:
        io, people = link.io, People.of(settings, keeps)
        self._hub = link.hub
        self._inbox = inbox
        self._chat = DiscordChat(
            runtime,
            settings,
            io,
            pictures=link.pictures,
            people=people,
            memory=memory,
            inbox=inbox,
            keeps=keeps,
            reach=reach,
        )
        commands = make_app_commands(runtime, io, settings, show, people.monitored)
        self._commands = CommandRegistry(runtime, io, commands, people.rights)
        self._mirror = DiscordMirror(
            runtime, io, stage_channel=settings.stage_channel, find=show.find_picture, kept=link.kept
        )
        self._approvals = DiscordApprovals(
            runtime,
            settings,
            io,
            queue=queue,
            rights=people.rights,
            catch_up=self._mirror.catch_up,
            shares_bot=keeps if settings.io else None,
        )

    def services(self) -> dict[str, Serve]:
        """Return what has to run beside the show, the link last: readers have to be there before it."""
        readers = (self._chat.hear, self._approvals.hear, self._commands.hear, self._mirror.hear)
        return {
            "discord chat": partial(self._chat.run, self._inbox.put),
            "discord approvals": self._approvals.run,
            "discord commands": self._commands.run,
            "discord mirror": self._mirror.run,
            "discord": partial(self._hub.run, *readers),
        }

    async def farewell(self) -> None:
        """Write what is left, for two seconds at most; the link goes down after it."""
        await self._mirror.farewell()
