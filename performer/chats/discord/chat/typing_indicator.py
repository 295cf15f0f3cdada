"""The typing indicator: a channel sees that somebody writes there, from the start of a turn until its first words."""

import logging
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.chats.discord.channels import parse_channel_id
from performer.chats.discord.hub import DiscordFailed, DiscordIO
from performer.chats.discord.wire.calls import Typing
from performer.core.clock import Clock
from performer.core.events.speech import SentenceReady, SentenceWritten
from performer.core.events.stream import EventStream
from performer.core.events.turns import CueTaken, TurnCut, TurnEnded

_log = logging.getLogger(__name__)

AGAIN_S: Final = 8.0
"""Discord shows it for ten seconds."""
_LONGEST_S: Final = 180.0
"""No turn takes longer; one whose end was missed shall not type for ever."""


class TypingIndicator:
    """Types for every turn that is answered in a channel of Discord's."""

    def __init__(self, clock: Clock, stream: EventStream, io: DiscordIO) -> None:
        self._clock = clock
        self._reader = stream.lossy("discord typing", CueTaken, SentenceReady, SentenceWritten, TurnEnded, TurnCut)
        self._io = io
        self._turns: dict[int | None, anyio.CancelScope] = {}

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Type until the stream closes."""
        async with anyio.create_task_group() as typing:
            task_status.started()
            async for published in self._reader:
                event = published.event
                channel_id = parse_channel_id(event.channel) if isinstance(event, CueTaken) else None
                if channel_id is not None:
                    scope = self._turns[event.turn] = anyio.CancelScope()
                    typing.start_soon(self._type, channel_id, scope)
                elif event.turn in self._turns:
                    self._turns.pop(event.turn).cancel()
            typing.cancel_scope.cancel()

    async def _type(self, channel_id: str, until_words: anyio.CancelScope) -> None:
        with until_words, self._clock.move_on_after(_LONGEST_S):
            while True:
                try:
                    await self._io.call(Typing(channel_id=channel_id))
                except DiscordFailed as failure:
                    _log.info("Typing in channel %s is not shown: %s", channel_id, failure)
                await self._clock.sleep(AGAIN_S)
