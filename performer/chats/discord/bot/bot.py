"""The bot: the link to Discord with discord.py, in this process."""

import itertools
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar, cast

import anyio
from anyio.abc import TaskGroup, TaskStatus

from performer.attachments.attachment import AttachmentShelf
from performer.attachments.fetcher import AttachmentFetcher
from performer.chats.discord.bot.breaker import REST_S
from performer.chats.discord.bot.budget import IdentifyBudget
from performer.chats.discord.bot.calls import answering, doing
from performer.chats.discord.bot.client import Rest
from performer.chats.discord.bot.desk import Desk
from performer.chats.discord.bot.directory import Directory
from performer.chats.discord.bot.door import Door
from performer.chats.discord.bot.failures import as_failures, too_late
from performer.chats.discord.bot.flight import CURRENT, Flight
from performer.chats.discord.bot.happenings import Happenings
from performer.chats.discord.bot.interactions import Interactions
from performer.chats.discord.bot.link import Link, Refused
from performer.chats.discord.bot.normal import Raw
from performer.chats.discord.bot.pace import Pace
from performer.chats.discord.bot.quiet import quiet_library
from performer.chats.discord.cdn import cdn_origin
from performer.chats.discord.io import DiscordFailed
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.calls import Call
from performer.chats.discord.wire.happenings import Happening, Interaction, LinkChanged
from performer.chats.discord.wire.values import Me
from performer.clock import Clock
from performer.darkroom.darkroom import Darkroom
from performer.recollection import Keeps

_log = logging.getLogger(__name__)

T = TypeVar("T")

WITHIN_S: Final = 20.0
"""How long a call may take."""
_NOT_YET: Final = "the bot has not logged in yet"


class Bot:
    """A link to Discord: the port `NoncedIO`, and so `DiscordIO`.

    Args:
        clock: Whose seconds count.
        settings: What the streamer has set.
        token_file: Holds the token where the environment does not: discord.token beside config.toml.
        keeps: Keeps over restarts how often it identified, and which commands Discord knows.
        pace: How fast a lost link is tried again.
    """

    def __init__(
        self,
        clock: Clock,
        settings: DiscordSettings,
        token_file: Path,
        keeps: Keeps,
        pace: Pace | None = None,
    ) -> None:
        self._clock = clock
        self._keeps = keeps
        self._directory = Directory(clock)
        self._door = Door(settings, self._directory)
        self._interactions = Interactions(clock)
        self._shelf = AttachmentShelf()
        self._fetcher = AttachmentFetcher(clock, self._shelf, Darkroom(clock), cdn_origin(settings.cdn_url))
        budget = IdentifyBudget(clock, keeps)
        self._happenings = Happenings(self._directory, self._door, hear=self._hear, interaction=self._interaction)
        hear = self._happenings.read
        self._link = Link(clock, settings, token_file, budget, pace or Pace(), hear, self._link_changed, self._troubled)
        self._hearer: Callable[[Happening], None] = _nobody
        self._status: TaskStatus[None] | None = None
        self._tasks: TaskGroup | None = None
        self._desk: Desk | None = None
        self._me: Me | None = None
        self._last: LinkChanged | None = None
        self._began = int(clock.utc().timestamp() * 1_000_000)
        self._sent = itertools.count()

    async def run(
        self, hear: Callable[[Happening], None], *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED
    ) -> None:
        """Keep the link up until cancelled; ready when it is known whether it is."""
        self._hearer, self._status, self._last = hear, task_status, None
        with quiet_library():
            async with anyio.create_task_group() as self._tasks:
                try:
                    await self._link.run(self._logged_in)
                except Refused as refused:
                    self._desk = None
                    self._link_changed(False, str(refused))
                    await anyio.sleep_forever()
                finally:
                    self._desk = None

    async def call(self, call: Call[T], *, nonce: str = "") -> T:
        """Do what is asked, within 20 s.

        Args:
            call: What is asked.
            nonce: Of a `Send`: one that is sent again with the same is written once; up to 25 characters.

        Raises:
            DiscordFailed: when it came to nothing, or nobody knows.
        """
        desk = self._desk
        if desk is None:
            raise DiscordFailed("link", f"There is no link to Discord: {self._why()}.", call.method)
        flight = Flight()
        CURRENT.set(flight)
        with as_failures(call), self._clock.move_on_after(WITHIN_S):
            return cast("T", await doing.do(desk, call, nonce or self._nonce()))
        raise too_late(call, WITHIN_S, is_out=flight.is_out)

    def _nonce(self) -> str:
        """Make one up that no other message has, before a restart neither."""
        return f"{self._began:x}-{next(self._sent):x}"

    def _why(self) -> str:
        return self._last.reason.rstrip(".") if self._last is not None and self._last.reason else _NOT_YET

    def _logged_in(self, rest: Rest, me: Me) -> None:
        self._me = self._happenings.me = me
        self._desk = Desk(
            clock=self._clock,
            rest=rest,
            directory=self._directory,
            door=self._door,
            interactions=self._interactions,
            shelf=self._shelf,
            fetcher=self._fetcher,
            me=me,
            keeps=self._keeps,
        )

    def _link_changed(self, is_up: bool, reason: str) -> None:
        changed = LinkChanged(is_up=is_up, me=self._me, reason=reason)
        if changed != self._last:
            self._last = changed
            self._hear(changed)
        status, self._status = self._status, None
        if status is not None:
            status.started()

    def _troubled(self, why: str) -> None:
        """Report that nothing is asked of Discord for a while, and when that is over."""
        _log.warning("%s.", why)
        if self._tasks is not None:
            self._tasks.start_soon(self._tell_of_rest, why)

    async def _tell_of_rest(self, why: str) -> None:
        self._link_changed(self._is_up, why)
        await self._clock.sleep(REST_S)
        if self._last is not None and self._last.reason == why:
            self._link_changed(self._is_up, "")

    @property
    def _is_up(self) -> bool:
        return self._last is not None and self._last.is_up

    def _hear(self, happening: Happening) -> None:
        self._hearer(happening)

    def _interaction(self, raw: Raw) -> Interaction | None:
        pending = self._interactions.take(raw, owner_id=self._directory.owner_of(raw.get("guild_id")))
        if pending is None or self._desk is None or self._tasks is None:
            return None
        told = pending.told
        if self._door.is_shut_for(told.channel_id, told.guild_id):
            self._tasks.start_soon(answering.turn_away, self._desk, pending)
            return None
        self._tasks.start_soon(answering.defer_in_time, self._desk, pending)
        return told


def _nobody(_happening: Happening) -> None:
    """Drop a happening: nobody asked to be told."""
