"""The limit of answers: so many an hour and person, so that one does not keep the performer from all the others.

The usher: lets lines through to the performer, but for those of people who had all their answers of the hour.
"""

import json
import logging
import math
from collections import OrderedDict, deque
from collections.abc import Mapping
from string import Template
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.chats.discord.channels import parse_channel_id
from performer.chats.discord.hub import DiscordFailed, DiscordIO
from performer.chats.discord.permissions import Rights
from performer.chats.discord.wire.calls import MOST_CONTENT, Send
from performer.core.clock import Clock
from performer.core.cues import ChatLine
from performer.core.events.speech import SentenceReady, SentenceWritten
from performer.core.events.stream import Event, EventStream
from performer.core.events.turns import CueDropped, CueTaken
from performer.core.prompt_files import load_prompt_lines
from performer.core.remembered_conversation import KeyValueStore
from performer.guard.guard import Guard
from performer.guard.verdict import Dropped

HOUR_S: Final = 3600.0


class ReplyCounter:
    """Counts the answers that each person has had within the hour.

    Args:
        clock: Whose hours count.
        most: Answers within one.
    """

    def __init__(self, clock: Clock, most: int) -> None:
        self._clock = clock
        self._most = most
        self._answers: dict[str, deque[float]] = {}
        """When somebody was answered, by their number; of the last hour."""
        self._told: dict[str, float] = {}

    def answered(self, author_id: str) -> None:
        """Take in that somebody is answered."""
        self._let_old_go()
        self._answers.setdefault(author_id, deque(maxlen=self._most)).append(self._clock.now())

    def wait_s(self, author_id: str) -> float:
        """Tell in how many seconds somebody may be answered again; 0: now."""
        answers = self._answers.get(author_id)
        if answers is None or len(answers) < self._most:
            return 0.0
        return max(0.0, answers[0] + HOUR_S - self._clock.now())

    def is_to_be_told(self, author_id: str) -> bool:
        """Tell whether somebody does not know yet that they have to wait, and take in that they are told now."""
        if self._clock.now() - self._told.get(author_id, -HOUR_S) < HOUR_S:
            return False
        self._told[author_id] = self._clock.now()
        return True

    def kept(self) -> str:
        """Write who was answered when, by the wall's clock, for `take` of another run."""
        ahead_s = self._ahead_s()
        return json.dumps({who: [round(at_s + ahead_s, 3) for at_s in all_s] for who, all_s in self._answers.items()})

    def take(self, kept: str) -> None:
        """Go on with what another run has kept; what cannot be read, or is of no hour of now, counts as nothing."""
        now_s, ahead_s = self._clock.now(), self._ahead_s()
        for who, all_s in _read(kept).items():
            # A clock that was set back makes instants of the future; they would count for too long.
            known_s = sorted(min(at_s - ahead_s, now_s) for at_s in all_s)
            self._answers[who] = deque((at_s for at_s in known_s if at_s > now_s - HOUR_S), maxlen=self._most)
        self._answers = {who: all_s for who, all_s in self._answers.items() if all_s}

    def _ahead_s(self) -> float:
        """Tell by how much the wall's clock is ahead of the one that is counted by."""
        return self._clock.utc().timestamp() - self._clock.now()

    def _let_old_go(self) -> None:
        since_s = self._clock.now() - HOUR_S
        self._answers = {who: at_s for who, at_s in self._answers.items() if at_s[-1] > since_s}
        self._told = {who: at_s for who, at_s in self._told.items() if at_s > since_s}


def _read(kept: str) -> Mapping[str, list[float]]:
    try:
        found = json.loads(kept or "{}")
        return {str(who): [float(at_s) for at_s in all_s] for who, all_s in found.items()}
    except (ValueError, TypeError, AttributeError):
        return {}


_log = logging.getLogger(__name__)

_MOST_KNOWN: Final = 1_000
"""Lines whose author is known; far fewer can wait for a turn."""
_MOST_NOTICES: Final = 20
_NAME: Final = "discord.answers"


class ReplyQuota:
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
        keeps: KeyValueStore | None = None,
    ) -> None:
        self._clock = clock
        self._stream = stream
        self._reader = stream.lossy("usher", CueTaken, SentenceReady, SentenceWritten)
        self._io = io
        self._rights = rights
        self._guard = guard
        self._limit = ReplyCounter(clock, answers_per_hour)
        self._answers_per_hour = answers_per_hour
        self._keeps = keeps
        self._authors: OrderedDict[tuple[str, str], str] = OrderedDict()
        self._asks: tuple[int | None, str | None] = None, None
        """The last turn that answers a line, and who wrote it, until they are answered."""
        self._turned_away = 0
        self._notices: deque[Send] = deque(maxlen=_MOST_NOTICES)
        self._notice = anyio.Event()

    def is_admitted(self, line: ChatLine, guild_id: str | None) -> bool:
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
        words = Template(self._clock.chance.choice(load_prompt_lines("discord/enough")))
        text = words.substitute(count=self._answers_per_hour, minutes=math.ceil(wait_s / 60))
        verdict = self._guard.check(text, limit=MOST_CONTENT, where="discord")
        if not isinstance(verdict, Dropped):
            channel_id = parse_channel_id(line.channel) or ""
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
