"""The link to Discord, made before all that listens there: hooks, tools and prompts need it, too."""

from dataclasses import dataclass, replace
from functools import partial

from performer.chats.discord.bot.credential import BOT_TOKEN_FILE
from performer.chats.discord.channels import format_channel
from performer.chats.discord.chat.lines import LinePictures
from performer.chats.discord.hub import DiscordHub, DiscordIO
from performer.chats.discord.rpc.client import RemoteDiscord
from performer.chats.discord.rpc.handshake import IO_TOKEN_FILE, load_brain_key
from performer.chats.discord.rpc.outgoing import OutgoingMessage, OutgoingStore
from performer.chats.discord.settings import DiscordSettings
from performer.core import events
from performer.core.cues import Cue
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.core.remembered_conversation import KeyValueStore, Recall, Recollection
from performer.core.storage import Store
from performer.guard.runtime import Runtime


@dataclass(frozen=True, slots=True)
class DiscordLink:
    """The link, what keeps it up, and the pictures of the lines that come over it."""

    io: DiscordIO
    hub: DiscordHub
    pictures: LinePictures
    """For a turn that answers the lines; the chat adds to them."""

    def add_pictures(self, recall: Recall) -> Recall:
        """Return a way to recall what was said before that brings the pictures of the answered lines too."""

        async def recall_with_pictures(cue: Cue) -> Recollection:
            return replace(await recall(cue), pictures=await self.pictures.of(cue))

        return recall_with_pictures


def make_link(
    runtime: Runtime, settings: DiscordSettings, home: Home, *, keeps: KeyValueStore, store: Store
) -> DiscordLink:
    """Return the link: to a Discord elsewhere where an address is given, else by a bot in this process.

    `keeps` keeps small texts for the bot, and `store` the messages that are on their way to a Discord elsewhere; those
    of which nobody knows whether they were written are published.
    """
    io = _make_io(runtime, settings, home, keeps, store)
    return DiscordLink(io, DiscordHub(runtime.clock, runtime.stream, io), LinePictures(runtime.clock, io))


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
