"""The messages of each channel, the last hundred of each; nobody waits for them to be written.

What the performer says and does becomes messages of its channels as the stream tells of it.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import field, replace
from datetime import datetime, timedelta
from functools import partial
from sqlite3 import Connection
from typing import Any, Final

import anyio
from anyio.abc import TaskStatus

from performer.core.clock import Clock
from performer.core.events.speech import SentenceReady, SentenceWritten, SpeechEnded
from performer.core.events.stream import Event, EventStream
from performer.core.events.turns import CueTaken, ToolCalled, ToolFailed, ToolRefused, ToolReturned, TurnEnded
from performer.core.recent_dict import RecentDict
from performer.core.remembered_conversation import STAGE, RememberedMessage
from performer.core.storable_text import MOST, NAME_CHARS, format_stored_arguments, shorten_stored_text
from performer.core.storage import Store
from performer.core.text import to_ms
from performer.core.values import dataclass
from performer.memory import recent_messages
from performer.memory.recent_messages import WrittenRow

_MOST_GONE: Final = 1000
"""Deleted messages that are known, should one be heard of only after its deletion."""


@dataclass(frozen=True, kw_only=True)
class ErasedCounts:
    """The numbers of what was forgotten on somebody's wish."""

    messages: int
    notes: int


class MessageStore:
    """Keeps what is said, as the port `MessageMemory` promises, and forgets it on request.

    A text of the performer's own that comes back from its channel with a number is taken for the one that is known.
    `most` messages of a channel stay, whether a summary tells of them or not.
    """

    def __init__(self, clock: Clock, store: Store, *, most: int = recent_messages.MOST_UNSUMMED) -> None:
        self.grown: Callable[[str], None] = lambda _channel: None
        """Called for each message, with its channel."""
        self._clock, self._store, self._most = clock, store, most
        self._gone: RecentDict[tuple[str, str], None] = RecentDict(_MOST_GONE)
        self._changes: Counter[str] = Counter()

    def heard(self, channel: str, said: RememberedMessage) -> None:
        """Add a message; one whose number is known already, or that was deleted, changes nothing."""
        if (channel, said.message) not in self._gone:
            self._keep(channel, said)

    def edited(self, channel: str, message: str, text: str) -> None:
        """Replace the text of a message; a summary that tells of it is made anew."""
        self._changes[channel] += 1
        kept = shorten_stored_text(text, MOST["assistant"])
        self._store.later(partial(recent_messages.reword_message, channel, message, kept, to_ms(self._clock.utc())))

    def deleted(self, channel: str, messages: Sequence[str]) -> None:
        """Remove messages that are gone; a summary that tells of one is made anew."""
        self._changes[channel] += 1
        for message in messages:
            self._gone[channel, message] = None
        self._store.later(partial(recent_messages.remove_messages, channel, tuple(messages)))

    def remaining(self, channel: str, messages: Sequence[str], *, since: datetime, before: str) -> None:
        """Remove what is not in a channel any more, now that it was read again: it was deleted, and nobody told."""
        span = to_ms(since), before
        self._changes[channel] += 1
        self._store.later(partial(recent_messages.retain_messages, channel, frozenset(messages), *span))

    def growing(self, channel: str, said: RememberedMessage) -> "GrowingMessage":
        """Add a message that is not whole yet: the performer's own, sentence by sentence, or a tool's call."""
        row = self._keep(channel, said)
        return GrowingMessage(self._store, row, said.text)

    def changes(self, channel: str) -> int:
        """Return how often something was taken back in a channel: what was made of it before may tell of it."""
        return self._changes[channel] + self._changes[""]

    async def forget(self, channel: str) -> ErasedCounts:
        """Remove a channel: messages, summary and notes, and what its approvals that are over were about."""
        self._changes[channel] += 1
        return await self._forget(partial(recent_messages.forget_channel, channel, to_ms(self._clock.utc())))

    async def forget_person(self, author_id: str) -> ErasedCounts:
        """Remove a person: the messages, the answers to them, the notes, and the summaries that tell of them."""
        self._changes[""] += 1
        return await self._forget(partial(recent_messages.forget_person, author_id, to_ms(self._clock.utc())))

    async def forget_older(self, days: int) -> None:
        """Remove what was said more than so many days ago."""
        before = to_ms(self._clock.utc() - timedelta(days=days))
        await self._store.write(lambda it: recent_messages.forget_before(it, before))

    async def counts(self) -> dict[str, int]:
        """Return how many messages are kept, by channel."""
        return await self._store.read(recent_messages.count_messages)

    async def _forget(self, work: Callable[[Connection], dict[str, int]]) -> ErasedCounts:
        """Remove rows, from the write-ahead log too, where they would stand for a while yet."""
        forgotten = ErasedCounts(**await self._store.write(work))
        await self._store.read(lambda it: it.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall())
        return forgotten

    def _keep(self, channel: str, said: RememberedMessage) -> WrittenRow:
        row, now_ms, most = WrittenRow(), to_ms(self._clock.utc()), MOST[said.role]
        limits = {"text": most, "author": NAME_CHARS, "tool": NAME_CHARS, "arguments": most, "result": most}
        texts: dict[str, Any] = {name: shorten_stored_text(getattr(said, name), limits[name]) for name in limits}
        self._store.later(
            partial(recent_messages.insert_message, channel, replace(said, **texts), now_ms, row, self._most)
        )
        self.grown(channel)
        return row


@dataclass
class GrowingMessage:
    """A message that is kept already and goes on."""

    _store: Store
    _row: WrittenRow
    text: str
    """All of it so far."""

    def add(self, sentence: str, gap: str = " ") -> None:
        """Add what follows behind a gap."""
        self.text = f"{self.text}{gap}{sentence}"
        self._change("text", shorten_stored_text(self.text, MOST["assistant"]))

    def came(self, result: str) -> None:
        """Add what a call came to."""
        self._change("result", shorten_stored_text(result, MOST["tool"]))

    def _change(self, column: recent_messages.Column, text: str) -> None:
        row = self._row

        def change(connection: Connection) -> None:
            if row.number is not None:
                recent_messages.set_text(connection, row.number, column, text)

        self._store.later(change)


_MOST_TURNS: Final = 50
"""That may still be heard or have calls that come back."""


@dataclass
class _Turn:
    channel: str = ""
    message: str = ""
    lines: dict[str, GrowingMessage] = field(default_factory=dict)
    """The performer's own message, by the channel where it stands."""
    calls: dict[str, GrowingMessage] = field(default_factory=dict)
    is_written: bool = False
    """Whether nothing is added to the message any more; it may still be heard."""


class MessageWriter:
    """Keeps the performer's lines and calls: those of a turn of a channel there, others as they are heard.

    `stage_channel` is where people read what is heard on the stage, if there is such a channel. `on_whole` is called
    with the performer's own message of a channel once it is heard, when there is time.
    """

    def __init__(
        self,
        stream: EventStream,
        messages: MessageStore,
        stage_channel: str = "",
        *,
        on_whole: Callable[[str], None] = lambda _text: None,
    ) -> None:
        self._messages, self._stage_channel, self._on_whole = messages, stage_channel, on_whole
        self._turns: RecentDict[int | None, _Turn] = RecentDict(_MOST_TURNS)
        of_calls = (ToolCalled, ToolReturned, ToolRefused, ToolFailed)
        self._reader = stream.whole(
            "memory", CueTaken, SentenceReady, SentenceWritten, SpeechEnded, TurnEnded, *of_calls
        )

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Write what is published until the stream closes."""
        task_status.started()
        async for published in self._reader:
            at = published.at
            match published.event:
                case CueTaken(turn=turn, channel=channel, message=message):
                    self._turns[turn] = _Turn(channel=channel, message=message)
                case SentenceReady(only_spoken=False, turn=turn, text=text):
                    self._write(self._get_turn(turn), text, at)
                case SentenceWritten(turn=turn, text=text, gap=gap):
                    self._write(self._get_turn(turn), text, at, gap)
                case TurnEnded(turn=turn):
                    self._get_turn(turn).is_written = True
                case SpeechEnded(turn=turn, heard=heard) if heard:
                    self._hear(self._get_turn(turn), heard, at)
                    self._finish(self._get_turn(turn))
                case event:
                    self._take_call(event, at)

    def _take_call(self, event: Event, at: datetime) -> None:
        match event:
            case ToolCalled(turn=turn, call=call, tool=tool, arguments=arguments):
                self._call(self._get_turn(turn), call, tool, format_stored_arguments(arguments), at)
            case ToolReturned(turn=turn, call=call, text=text):
                self._finish_call(self._get_turn(turn), call, text)
            case ToolRefused(turn=turn, call=call, reason=reason):
                self._finish_call(self._get_turn(turn), call, f"refused: {reason}")
            case ToolFailed(turn=turn, call=call, reason=reason):
                self._finish_call(self._get_turn(turn), call, f"failed: {reason}")

    def _get_turn(self, number: int | None) -> _Turn:
        if number not in self._turns:
            self._turns[number] = _Turn()
        return self._turns[number]

    def _hear(self, turn: _Turn, heard: str, at: datetime) -> None:
        """Write what was heard on the stage: of a turn that belongs nowhere else, also where people read the stage."""
        self._say(turn, STAGE, heard, at)
        if not turn.channel and self._stage_channel:
            self._say(turn, self._stage_channel, heard, at)

    def _write(self, turn: _Turn, text: str, at: datetime, gap: str = " ") -> None:
        """Write what is answered in a turn's own channel, if it has one."""
        if turn.channel:
            self._say(turn, turn.channel, text, at, gap)

    def _say(self, turn: _Turn, channel: str, text: str, at: datetime, gap: str = " ") -> None:
        if channel in turn.lines:
            turn.lines[channel].add(text, gap)
            return
        reply_to = turn.message if channel == turn.channel else ""
        said = RememberedMessage(role="assistant", text=text, at=at, reply_to=reply_to)
        turn.lines[channel] = self._messages.growing(channel, said)

    def _finish(self, turn: _Turn) -> None:
        """Pass on what was answered in a turn's own channel, once all of it is written."""
        if turn.is_written and turn.channel in turn.lines:
            self._on_whole(turn.lines[turn.channel].text)

    def _call(self, turn: _Turn, call: str, tool: str, arguments: str, at: datetime) -> None:
        said = RememberedMessage(role="tool", text="", at=at, tool=tool, arguments=arguments, reply_to=turn.message)
        turn.calls[call] = self._messages.growing(turn.channel or STAGE, said)

    def _finish_call(self, turn: _Turn, call: str, result: str) -> None:
        if growing := turn.calls.pop(call, None):
            growing.came(result)
