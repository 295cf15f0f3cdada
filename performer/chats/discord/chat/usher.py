"""The usher: lets lines through to the performer, but for those of people who had all their answers of the hour."""

import logging
import math
from collections import OrderedDict, deque
from string import Template
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.chats.discord.channels import channel_id_of
from performer.chats.discord.chat.answer_limit import AnswerLimit
from performer.chats.discord.io import DiscordFailed, DiscordIO
from performer.chats.discord.rights import Rights
from performer.chats.discord.wire.calls import MOST_CONTENT, Send
from performer.clock import Clock
from performer.cues import ChatLine
from performer.events import CueDropped, CueTaken, Event, EventStream, SentenceReady, SentenceWritten
from performer.guard import Drop, Guard
from performer.prompts import prompt_lines
from performer.recollection import Keeps

_log = logging.getLogger(__name__)

_MOST_KNOWN: Final = 1_000
"""Lines whose author is known; far fewer can wait for a turn."""
_MOST_NOTICES: Final = 20
_NAME: Final = "discord.answers"


class Usher:
    """Counts everybody's answers, and tells whoever has to wait so once, politely; owners never have to.

    Args:
        clock: Whose hours count.
        stream: Tells which line became a turn, and which turn has words: silence is no answer. Told of lines that will
            never be one.
        io: The link.
        rights: Knows the owners.
        guard: Passes what is told.
        answers_per_hour: Of one person.
        keeps: Keeps the count over restarts; without it, a restart begins at nothing.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        io: DiscordIO,
        *,
        rights: Rights,
        guard: Guard,
        answers_per_hour: int,
        keeps: Keeps | None = None,
    ) -> None:
        self._clock = clock
        self._stream = stream
        self._reader = stream.lossy("usher", CueTaken, SentenceReady, SentenceWritten)
        self._io = io
        self._rights = rights
        self._guard = guard
        self._limit = AnswerLimit(clock, answers_per_hour)
        self._answers_per_hour = answers_per_hour
        self._keeps = keeps
        self._authors: OrderedDict[tuple[str, str], str] = OrderedDict()
        self._asks: tuple[int | None, str | None] = None, None
        """The last turn that answers a line, and who wrote it, until they are answered."""
        self._turned_away = 0
        self._notices: deque[Send] = deque(maxlen=_MOST_NOTICES)
        self._notice = anyio.Event()

    def lets_in(self, line: ChatLine, guild_id: str | None) -> bool:
        """Tell whether a line may be answered; whoever wrote it is told if not."""
        wait_s = self._limit.wait_s(line.author_id)
        if not wait_s or self._rights.is_owner(line.author_id, guild_id):
            self._authors[line.channel, line.message] = line.author_id
            while len(self._authors) > _MOST_KNOWN:
                self._authors.popitem(last=False)
            return True
        self._turned_away += 1
        if self._limit.is_to_be_told(line.author_id):
            self._tell(line, wait_s)
        return False

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Count answers and send what is to be told, until the stream closes."""
        async with anyio.create_task_group() as sending:
            sending.start_soon(self._send)
            if self._keeps is not None:
                self._limit.take(await self._keeps.kept(_NAME))
            task_status.started()
            async for published in self._reader:
                await self._count(published.event)
            sending.cancel_scope.cancel()

    async def _count(self, event: Event) -> None:
        match event:
            case CueTaken(kind="chat"):
                self._asks = event.turn, self._authors.get((event.channel, event.message))
                self._state_turned_away()
            case SentenceReady(turn=turn) | SentenceWritten(turn=turn):
                asked, author_id = self._asks
                if turn == asked and author_id is not None:
                    self._limit.answered(author_id)
                    self._asks = turn, None
                    if self._keeps is not None:
                        await self._keeps.keep(_NAME, self._limit.kept())

    def _state_turned_away(self) -> None:
        """State how many lines were not let in since the last time: a flood of them is no flood of events."""
        if self._turned_away:
            count, self._turned_away = self._turned_away, 0
            reason = f"of people who had their {self._answers_per_hour} answers within the hour"
            self._stream.publish(CueDropped(kind="chat", reason=reason, count=count))

    def _tell(self, line: ChatLine, wait_s: float) -> None:
        self._state_turned_away()
        words = Template(self._clock.chance.choice(prompt_lines("discord/enough")))
        text = words.substitute(count=self._answers_per_hour, minutes=math.ceil(wait_s / 60))
        verdict = self._guard.check(text, limit=MOST_CONTENT, where="discord")
        if not isinstance(verdict, Drop):
            channel_id = channel_id_of(line.channel) or ""
            self._notices.append(Send(channel_id=channel_id, content=verdict.text, reply_to=line.message))
            self._notice.set()

    async def _send(self) -> None:
        while True:
            while self._notices:
                try:
                    await self._io.call(self._notices.popleft())
                except DiscordFailed as trouble:
                    _log.info("Nobody is told that the limit of answers is reached: %s", trouble)
            self._notice = anyio.Event()
            await self._notice.wait()
