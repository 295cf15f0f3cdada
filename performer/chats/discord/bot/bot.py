"""The bot: the link to Discord with discord.py, in this process."""

import itertools
import logging
from collections.abc import Awaitable, Callable
from dataclasses import field
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import anyio
from anyio.abc import TaskGroup, TaskStatus

from performer.chats.discord.attachments import AttachmentFetcher, make_cdn_origin
from performer.chats.discord.bot.calls import command_answers, read, search, write
from performer.chats.discord.bot.client import CURRENT, RequestState, RestClient, silence_library
from performer.chats.discord.bot.context import CallContext, ChannelPolicy
from performer.chats.discord.bot.directory import GuildDirectory
from performer.chats.discord.bot.errors import make_timeout_failure, raise_discord_failed
from performer.chats.discord.bot.events import GatewayEventReader
from performer.chats.discord.bot.gateway import Gateway, LoginRefused, ReconnectPauses
from performer.chats.discord.bot.interaction_events import PendingInteractions
from performer.chats.discord.bot.parse import Raw
from performer.chats.discord.bot.rate_limits import REST_S, IdentifyBudget
from performer.chats.discord.hub import DiscordFailed, EventReader
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire import calls
from performer.chats.discord.wire.calls import Call
from performer.chats.discord.wire.values import Interaction, LinkChanged, Me
from performer.core.clock import Clock
from performer.core.images.sandbox.sandbox import ImageSandbox
from performer.core.remembered_conversation import KeyValueStore
from performer.core.values import dataclass

_log = logging.getLogger(__name__)

T = TypeVar("T")

WITHIN_S: Final = 20.0
"""How long a call may take."""
_NOT_YET: Final = "the bot has not logged in yet"
_FUNCTIONS: Final[dict[type[Call[Any]], Callable[[CallContext, Any], Awaitable[Any]]]] = {
    calls.Guilds: read.list_guilds,
    calls.GuildChannels: read.list_guild_channels,
    calls.ChannelInfo: read.read_channel_info,
    calls.ChannelMessages: read.read_channel_messages,
    calls.DmMessages: read.read_direct_messages,
    calls.SearchWindow: search.search_messages,
    calls.AttachmentBase64: read.read_attachment_base64,
    calls.Edit: write.edit_message,
    calls.Delete: write.delete_message,
    calls.Typing: write.show_typing,
    calls.AddReaction: write.add_reaction,
    calls.Whoami: read.read_own_user,
    calls.Answer: command_answers.answer_interaction,
    calls.SyncCommands: command_answers.sync_commands,
}
"""The function that makes each kind of call; `Send` needs a nonce besides."""


@dataclass(eq=False)
class DiscordBot:
    """A link to Discord: the port `NoncedIO`, and so `DiscordIO`.

    The file of the token is read where the environment has none; `keeps` keeps over restarts how often the bot
    identified, and which commands Discord knows.
    """

    clock: Clock
    settings: DiscordSettings
    token_file: Path
    keeps: KeyValueStore
    pace: ReconnectPauses = field(default_factory=ReconnectPauses)

    def __post_init__(self) -> None:
        self._directory = GuildDirectory(self.clock)
        self._policy = ChannelPolicy(self.settings, self._directory)
        self._interactions = PendingInteractions(self.clock)
        origin, most_mb = make_cdn_origin(self.settings.cdn_url), self.settings.attachment_mb
        self._fetcher = AttachmentFetcher(self.clock, ImageSandbox(self.clock), origin, most_mb)
        self._events = GatewayEventReader(self._directory, self._policy, self._read_interaction)
        self._gateway = Gateway(
            self.clock,
            self.settings,
            self.token_file,
            IdentifyBudget(self.clock, self.keeps),
            self.pace,
            self._events.read,
            self._tell_link,
            self._tell_trouble,
        )
        self._status: TaskStatus[None] | None = None
        self._tasks: TaskGroup | None = None
        self._context: CallContext | None = None
        self._link: LinkChanged | None = None
        """The state of the link that was told last."""
        self._began = int(self.clock.utc().timestamp() * 1_000_000)
        self._sent = itertools.count()

    async def run(self, hear: EventReader, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Keep the link up until cancelled; ready when it is known whether it is up."""
        self._events.hear, self._status, self._link = hear, task_status, None
        with silence_library():
            async with anyio.create_task_group() as self._tasks:
                try:
                    await self._gateway.run(self._begin_session)
                except LoginRefused as refused:
                    self._context = None
                    self._tell_link(False, str(refused))
                    await anyio.sleep_forever()
                finally:
                    self._context = None

    async def call(self, call: Call[T], *, nonce: str = "") -> T:
        """Make a call within 20 s, and return its answer, as `NoncedIO` says.

        A `Send` that is made again with the same nonce (up to 25 characters) is written once.
        """
        context = self._context
        if context is None:
            why = self._link.reason.rstrip(".") if self._link is not None and self._link.reason else _NOT_YET
            raise DiscordFailed("link", f"There is no link to Discord: {why}.", call.method)
        own_nonce = call.nonce if isinstance(call, calls.Send) else ""
        # Whoever has made a nonce sends again in its own time; and an interaction cannot be answered any later.
        request = RequestState(tries_again=not own_nonce and not isinstance(call, calls.Answer))
        CURRENT.set(request)
        with raise_discord_failed(call), self.clock.move_on_after(WITHIN_S):
            if isinstance(call, calls.Send):
                # A nonce that no other message has, before a restart neither.
                nonce = own_nonce or nonce or f"{self._began:x}-{next(self._sent):x}"
                return cast("T", await write.send_message(context, call, nonce))
            return cast("T", await _FUNCTIONS[type(call)](context, call))
        raise make_timeout_failure(call, WITHIN_S, is_out=request.is_out)

    def _begin_session(self, rest: RestClient, me: Me) -> None:
        self._events.me = me
        self._context = CallContext(
            clock=self.clock,
            rest=rest,
            directory=self._directory,
            policy=self._policy,
            interactions=self._interactions,
            fetcher=self._fetcher,
            me=me,
            keeps=self.keeps,
        )

    def _tell_link(self, is_up: bool, reason: str) -> None:
        changed = LinkChanged(is_up=is_up, me=self._events.me, reason=reason)
        if changed != self._link:
            self._link = changed
            self._events.hear(changed)
        status, self._status = self._status, None
        if status is not None:
            status.started()

    def _tell_trouble(self, why: str) -> None:
        """Publish that nothing is asked of Discord for a while, and when that is over."""
        _log.warning("%s.", why)
        if self._tasks is not None:
            self._tasks.start_soon(self._tell_pause, why)

    async def _tell_pause(self, why: str) -> None:
        self._tell_link(self._is_up, why)
        await self.clock.sleep(REST_S)
        if self._link is not None and self._link.reason == why:
            self._tell_link(self._is_up, "")

    @property
    def _is_up(self) -> bool:
        return self._link is not None and self._link.is_up

    def _read_interaction(self, raw: Raw) -> Interaction | None:
        pending = self._interactions.take(raw, owner_id=self._directory.find_owner(raw.get("guild_id")))
        if pending is None or self._context is None or self._tasks is None:
            return None
        told = pending.told
        is_shut = self._policy.is_shut_for(told.channel_id, told.guild_id)
        respond = command_answers.refuse_interaction if is_shut else command_answers.defer_in_time
        self._tasks.start_soon(respond, self._context, pending)
        return None if is_shut else told
