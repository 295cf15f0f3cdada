"""The link to Discord, which is made before all else there, and what it brings to other parts of a show."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from performer.chats.discord.bot.credential import BOT_TOKEN_FILE
from performer.chats.discord.channels import format_channel
from performer.chats.discord.chat.lines import LinePictures
from performer.chats.discord.hub import DiscordHub, DiscordIO
from performer.chats.discord.mirror.kept_messages import KeptMessages
from performer.chats.discord.permissions import make_discord_hooks, make_elsewhere_rule
from performer.chats.discord.rpc.client import RemoteDiscord
from performer.chats.discord.rpc.handshake import IO_TOKEN_FILE, load_brain_key
from performer.chats.discord.rpc.outgoing import OutgoingMessage, OutgoingStore
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.tools import Describe, make_discord_tools
from performer.core import events
from performer.core.cues import Cue
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.core.images.sandbox.sandbox import ImageSandbox
from performer.core.remembered_conversation import KeyValueStore, Recall, Recollection
from performer.core.storage import Store
from performer.core.values import dataclass
from performer.guard.runtime import Runtime
from performer.tools.chain import PartHooks
from performer.tools.tool import Tool


@dataclass(frozen=True, slots=True)
class DiscordLink:
    """The link, what keeps it up, and the pictures of the lines that come over it."""

    runtime: Runtime
    settings: DiscordSettings
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

    def add_hooks(self, hooks: PartHooks) -> PartHooks:
        """Return the hooks with those for calls that lead to Discord, none of which is there before."""
        checks = make_discord_hooks(self.runtime.clock, self.settings, self.io)
        return replace(hooks, checks=checks, needs_yes=(make_elsewhere_rule(self.settings),))

    def make_tool_source(self, describe: Describe) -> Callable[[], Iterable[Tool]]:
        """Make what makes Discord's tools; `describe` puts the pictures there into words."""
        sandbox = ImageSandbox(self.runtime.clock)
        return partial(make_discord_tools, self.io, self.settings, self.runtime.guard, sandbox, describe)


def make_link(
    runtime: Runtime, settings: DiscordSettings, home: Home, *, keeps: KeyValueStore, store: Store
) -> DiscordLink:
    """Return the link: to a Discord elsewhere where an address is given, else by a bot in this process.

    `keeps` keeps small texts for the bot, and `store` the messages that are on their way. Answers among them are sent
    after a restart; of what a tool sends to a Discord elsewhere it is published that nobody knows what came of it.
    """
    io = _make_io(runtime, settings, home, keeps, store)
    hub, pictures = DiscordHub(runtime.clock, runtime.stream, io), LinePictures(runtime.clock, io)
    return DiscordLink(runtime, settings, io, hub, pictures, KeptMessages(runtime.clock, store))


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
