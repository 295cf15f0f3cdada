"""The limit of answers: so many an hour and person, so that one person does not keep the performer from all others."""

import asyncio
import json
import logging
import math
from collections import deque
from collections.abc import Callable
from dataclasses import KW_ONLY
from string import Template
from typing import Final

import anyio
from anyio.abc import TaskStatus
from pydantic import TypeAdapter, ValidationError

from performer.chats.discord.channels import parse_channel_id
from performer.chats.discord.hub import DiscordFailed, DiscordIO
from performer.chats.discord.permissions import Rights
from performer.chats.discord.wire.calls import Send
from performer.core.clock import Clock
from performer.core.cues import ChatLine
from performer.core.events.speech import SentenceReady, SentenceWritten
from performer.core.events.stream import Event
from performer.core.events.turns import AWAY, CueDropped, CueTaken, TurnEnded
from performer.core.prompt_files import load_prompt_lines
from performer.core.recent_dict import RecentDict
from performer.core.remembered_conversation import KeyValueStore
from performer.core.values import dataclass
from performer.guard.runtime import Runtime

_log = logging.getLogger(__name__)

HOUR_S: Final = 3600.0
_MOST_KNOWN: Final = 1_000
"""Lines whose author is known; far fewer can wait for a turn."""
_MOST_NOTICES: Final = 20
_MOST_COUNTED: Final = 1_000
"""The most answers within an hour that can be set."""
_STORED_AS: Final = "discord.answers"
_ANSWERS: Final = TypeAdapter(dict[str, list[float]])


class ReplyCounter:
    """Counts the answers that each person has had within the hour, at most `most`."""

    def __init__(self, clock: Clock, most: int) -> None:
        self._clock = clock
        self.most = most
        self._answers: dict[str, deque[float]] = {}
        """The instants of each person's answers within the last hour, by the person's number."""
        self._noticed: dict[str, float] = {}
        """When each person was told last that the limit is reached."""

    def count_answer(self, author_id: str) -> None:
        """Count one answer to a person."""
        since_s = self._clock.now() - HOUR_S
        self._answers = {who: at_s for who, at_s in self._answers.items() if at_s[-1] > since_s}
        self._noticed = {who: at_s for who, at_s in self._noticed.items() if at_s > since_s}
        self._answers.setdefault(author_id, deque(maxlen=_MOST_COUNTED)).append(self._clock.now())

    def discount_answer(self, author_id: str) -> None:
        """Remove the last count of a person: it was no answer."""
        answers = self._answers.get(author_id)
        if answers and len(answers) > 1:
            answers.pop()
        else:
            self._answers.pop(author_id, None)

    def find_wait_s(self, author_id: str) -> float:
        """Return the seconds until a person may be answered again; 0 when that is now."""
        answers = self._answers.get(author_id)
        if answers is None or len(answers) < self.most:
            return 0.0
        return max(0.0, answers[-self.most] + HOUR_S - self._clock.now())

    def notice_once(self, author_id: str) -> bool:
        """Return whether a person is to be told of the limit now; true once an hour."""
        if self._clock.now() - self._noticed.get(author_id, -HOUR_S) < HOUR_S:
            return False
        self._noticed[author_id] = self._clock.now()
        return True

    def dump(self) -> str:
        """Return the count as text for `load`, with its instants in wall time."""
        ahead_s = self._find_wall_ahead_s()
        return json.dumps({who: [round(at_s + ahead_s, 3) for at_s in all_s] for who, all_s in self._answers.items()})

    def load(self, stored: str) -> None:
        """Replace the count by a stored one; what cannot be read, or is older than an hour, counts as nothing."""
        try:
            stored_s = _ANSWERS.validate_json(stored or "{}")
        except ValidationError:
            stored_s = {}
        now_s, ahead_s = self._clock.now(), self._find_wall_ahead_s()
        for who, all_s in stored_s.items():
            # A clock that was set back makes instants of the future; they would count for too long.
            known_s = sorted(min(at_s - ahead_s, now_s) for at_s in all_s)
            self._answers[who] = deque((at_s for at_s in known_s if at_s > now_s - HOUR_S), maxlen=_MOST_COUNTED)
        self._answers = {who: all_s for who, all_s in self._answers.items() if all_s}

    def _find_wall_ahead_s(self) -> float:
        return self._clock.utc().timestamp() - self._clock.now()


@dataclass(eq=False)
class ReplyQuota:
    """Counts everybody's answers, and tells whoever has to wait so once, politely; owners never have to wait.

    Silence is no answer: one counts when its turn has words, unless these were that no model is there.
    """

    runtime: Runtime
    io: DiscordIO
    _: KW_ONLY
    rights: Rights
    answers_per_hour: Callable[[], int]
    """Returns how many answers a person gets within an hour, as it is set by then."""
    keeps: KeyValueStore
    """Keeps the count over restarts."""

    def __post_init__(self) -> None:
        self._reader = self.runtime.stream.lossy("discord answers", CueTaken, SentenceReady, SentenceWritten, TurnEnded)
        self._counter = ReplyCounter(self.runtime.clock, self.answers_per_hour())
        self._authors: RecentDict[tuple[str, str], str] = RecentDict(_MOST_KNOWN)
        """The authors of admitted lines, by channel and message."""
        self._unanswered: tuple[int | None, str | None] = None, None
        """The last turn that answers a line, and that line's author, until the turn has words."""
        self._answered: tuple[int | None, str] = None, ""
        """The last turn that was counted, and its line's author."""
        self._turned_away = 0
        self._notices: asyncio.Queue[Send] = asyncio.Queue(_MOST_NOTICES)

    def admit(self, line: ChatLine, guild_id: str | None) -> bool:
        """Return whether a line may be answered; its author is told if not."""
        self._counter.most = self.answers_per_hour()
        wait_s = self._counter.find_wait_s(line.author_id)
        if not wait_s or self.rights.is_owner(line.author_id, guild_id):
            self._authors[line.channel, line.message] = line.author_id
            return True
        self._turned_away += 1
        if self._counter.notice_once(line.author_id):
            self._publish_turned_away()
            self._queue_notice(line, wait_s)
        return False

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Count answers and send notices until the stream closes."""
        async with anyio.create_task_group() as sending:
            sending.start_soon(self._send_notices)
            self._counter.load(await self.keeps.kept(_STORED_AS))
            task_status.started()
            async for published in self._reader:
                await self._count(published.event)
            sending.cancel_scope.cancel()

    async def _count(self, event: Event) -> None:
        match event:
            case CueTaken(kind="chat"):
                self._unanswered = event.turn, self._authors.get((event.channel, event.message))
                self._publish_turned_away()
            case SentenceReady(turn=turn) | SentenceWritten(turn=turn):
                asked, author_id = self._unanswered
                if turn == asked and author_id is not None:
                    self._counter.count_answer(author_id)
                    self._unanswered, self._answered = (turn, None), (turn, author_id)
                    await self.keeps.keep(_STORED_AS, self._counter.dump())

            case TurnEnded(turn=turn, reason=why) if (turn, why) == (self._answered[0], AWAY):
                self._counter.discount_answer(self._answered[1])
                await self.keeps.keep(_STORED_AS, self._counter.dump())

    def _publish_turned_away(self) -> None:
        """Publish how many lines were turned away since the last time: a flood of lines is no flood of events."""
        if self._turned_away:
            count, self._turned_away = self._turned_away, 0
            reason = f"of people who had their {self._counter.most} answers within the hour"
            self.runtime.stream.publish(CueDropped(kind="chat", reason=reason, count=count))

    def _queue_notice(self, line: ChatLine, wait_s: float) -> None:
        words = Template(self.runtime.clock.chance.choice(load_prompt_lines("discord/enough")))
        # Only words and numbers of the product's own: the guard has nothing to check in them.
        text = words.substitute(count=self._counter.most, minutes=math.ceil(wait_s / 60))
        if self._notices.full():
            self._notices.get_nowait()
        channel_id = parse_channel_id(line.channel) or ""
        self._notices.put_nowait(Send(channel_id=channel_id, content=text, reply_to=line.message))

    async def _send_notices(self) -> None:
        while True:
            try:
                await self.io.call(await self._notices.get())
            except DiscordFailed as failure:
                _log.info("Nobody is told that the limit of answers is reached: %s", failure)
