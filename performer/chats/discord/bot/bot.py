"""The bot: the link to Discord with discord.py, in this process."""

import itertools
import logging
from pathlib import Path
from typing import Final, TypeVar, cast

import anyio
from anyio.abc import TaskGroup, TaskStatus

from performer.chats.discord.attachments import AttachmentFetcher, AttachmentIndex, make_cdn_origin
from performer.chats.discord.bot.calls import command_answers
from performer.chats.discord.bot.calls.dispatch import dispatch_call
from performer.chats.discord.bot.client import CURRENT, RequestState, RestClient, silence_library
from performer.chats.discord.bot.connection import GatewayConnection, LoginRefused, ReconnectPauses
from performer.chats.discord.bot.context import CallContext, ChannelPolicy
from performer.chats.discord.bot.directory import GuildDirectory
from performer.chats.discord.bot.errors import make_timeout_failure, raise_discord_failed
from performer.chats.discord.bot.events import GatewayEventReader
from performer.chats.discord.bot.interaction_events import PendingInteractions
from performer.chats.discord.bot.parse import Raw
from performer.chats.discord.bot.rate_limits import REST_S, IdentifyBudget
from performer.chats.discord.hub import DiscordFailed, EventReader
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.calls import Call
from performer.chats.discord.wire.values import DiscordEvent, Interaction, LinkChanged, Me
from performer.core.clock import Clock
from performer.core.images.sandbox.sandbox import ImageSandbox
from performer.core.remembered_conversation import KeyValueStore

_log = logging.getLogger(__name__)

T = TypeVar("T")

WITHIN_S: Final = 20.0
"""How long a call may take."""
_NOT_YET: Final = "the bot has not logged in yet"


class DiscordBot:
    """A link to Discord: the port `NoncedIO`, and so `DiscordIO`.

    Args:
        token_file: Holds the token where the environment does not: discord.token beside config.toml.
        keeps: Keeps over restarts how often the bot identified, and which commands Discord knows.
        pace: The pauses before a lost link is tried again.
    """

    def __init__(
        self,
        clock: Clock,
        settings: DiscordSettings,
        token_file: Path,
        keeps: KeyValueStore,
        pace: ReconnectPauses | None = None,
    ) -> None:
        self._clock = clock
        self._keeps = keeps
        self._directory = GuildDirectory(clock)
        self._policy = ChannelPolicy(settings, self._directory)
        self._interactions = PendingInteractions(clock)
        self._attachments = AttachmentIndex()
        self._fetcher = AttachmentFetcher(
            clock, self._attachments, ImageSandbox(clock), make_cdn_origin(settings.cdn_url)
        )
        budget = IdentifyBudget(clock, keeps)
        self._events = GatewayEventReader(
            self._directory, self._policy, hear=self._tell, interaction=self._read_interaction
        )
        pauses, read = pace or ReconnectPauses(), self._events.read
        self._link = GatewayConnection(
            clock, settings, token_file, budget, pauses, read, self._tell_link, self._tell_trouble
        )
        self._hear: EventReader = _ignore_event
        self._status: TaskStatus[None] | None = None
        self._tasks: TaskGroup | None = None
        self._context: CallContext | None = None
        self._me: Me | None = None
        self._last: LinkChanged | None = None
        self._began = int(clock.utc().timestamp() * 1_000_000)
        self._sent = itertools.count()

    async def run(self, hear: EventReader, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Keep the link up until cancelled; ready when it is known whether it is up."""
        self._hear, self._status, self._last = hear, task_status, None
        with silence_library():
            async with anyio.create_task_group() as self._tasks:
                try:
                    await self._link.run(self._begin_session)
                except LoginRefused as refused:
                    self._context = None
                    self._tell_link(False, str(refused))
                    await anyio.sleep_forever()
                finally:
                    self._context = None

    async def call(self, call: Call[T], *, nonce: str = "") -> T:
        """Make a call within 20 s, and return its answer.

        A `Send` that is made again with the same nonce (up to 25 characters) is written once.

        Raises:
            DiscordFailed: when it came to nothing, or nobody knows.
        """
        context = self._context
        if context is None:
            why = self._last.reason.rstrip(".") if self._last is not None and self._last.reason else _NOT_YET
            raise DiscordFailed("link", f"There is no link to Discord: {why}.", call.method)
        request = RequestState()
        CURRENT.set(request)
        with raise_discord_failed(call), self._clock.move_on_after(WITHIN_S):
            # A nonce that no other message has, before a restart neither.
            nonce = nonce or f"{self._began:x}-{next(self._sent):x}"
            return cast("T", await dispatch_call(context, call, nonce))
        raise make_timeout_failure(call, WITHIN_S, is_out=request.is_out)

    def _begin_session(self, rest: RestClient, me: Me) -> None:
        self._me = self._events.me = me
        self._context = CallContext(
            clock=self._clock,
            rest=rest,
            directory=self._directory,
            policy=self._policy,
            interactions=self._interactions,
            attachments=self._attachments,
            fetcher=self._fetcher,
            me=me,
            keeps=self._keeps,
        )

    def _tell_link(self, is_up: bool, reason: str) -> None:
        changed = LinkChanged(is_up=is_up, me=self._me, reason=reason)
        if changed != self._last:
            self._last = changed
            self._tell(changed)
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
        await self._clock.sleep(REST_S)
        if self._last is not None and self._last.reason == why:
            self._tell_link(self._is_up, "")

    def _tell(self, event: DiscordEvent) -> None:
        self._hear(event)

    @property
    def _is_up(self) -> bool:
        return self._last is not None and self._last.is_up

    def _read_interaction(self, raw: Raw) -> Interaction | None:
        pending = self._interactions.take(raw, owner_id=self._directory.find_owner(raw.get("guild_id")))
        if pending is None or self._context is None or self._tasks is None:
            return None
        told = pending.told
        if self._policy.is_shut_for(told.channel_id, told.guild_id):
            self._tasks.start_soon(command_answers.refuse_interaction, self._context, pending)
            return None
        self._tasks.start_soon(command_answers.defer_in_time, self._context, pending)
        return told


def _ignore_event(_event: DiscordEvent) -> None:
    """Drop an event: nobody reads events yet."""
