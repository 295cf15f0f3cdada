"""The rolling summary of a channel: what lies further back than its last messages, in a few words.

A model writes it; without one it says who spoke of what, by the words that each used most.
"""

import logging
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from sqlite3 import Connection
from typing import Final

import anyio
import anyio.lowlevel
from anyio.abc import TaskStatus

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.prompt_files import load_prompt
from performer.core.remembered_conversation import RememberedMessage
from performer.core.storable_text import shorten
from performer.core.storage import Store
from performer.core.text import to_ms
from performer.core.untrusted_text import Prompt, QuoteMarks, make_marker
from performer.guard.guard import Guard
from performer.guard.verdict import Dropped
from performer.memory import recent_messages
from performer.memory.messages import MessageStore
from performer.memory.recent_messages import parse_message

_log = logging.getLogger(__name__)

Condense = Callable[[Prompt], Awaitable[str]]
"""Has a model write what a prompt asks for; raises ServiceError when there is none, or it has no time."""

CHARS: Final = 600
"""Of a summary."""
CONVERSATION_MS: Final = 3_600_000
"""After so long without a word another conversation begins."""
LAST: Final = 10
"""Messages that are not summed up yet: as a rule a turn is told at least these word for word."""
_ENOUGH: Final = 20
"""Messages behind them that are worth a new summary."""
_MOST_LINES: Final = 60
"""Of those that a model reads; of more the newest."""
_LINE_CHARS: Final = 200
_REST_S: Final = 10.0
"""Between two rounds: a crowd is summed up together."""
_WITHIN_S: Final = 60.0
_MOST_CHANNELS: Final = 5000
"""That may wait to be looked at."""

_UNSUMMED: Final = """
    SELECT * FROM (
        SELECT *, row_number() OVER (ORDER BY at_ms DESC, id DESC) AS place FROM message WHERE channel = ?
    ) WHERE place > ? AND NOT is_summed ORDER BY at_ms, id
"""
_PUT: Final = """
    INSERT INTO summary VALUES (?, ?, ?)
    ON CONFLICT (channel) DO UPDATE SET text = excluded.text, until_ms = max(until_ms, excluded.until_ms)
"""
_WORD: Final = re.compile(r"[^\W\d_]{5,24}")
_WORDS_EACH: Final = 4
_MOST_PEOPLE: Final = 6
_NAME_CHARS: Final = 32
_NEW_SHARE: Final = 0.6
"""Of the characters for what is new; the rest is for what was before, where there is any."""


def summarize(said: Sequence[RememberedMessage], before: str, most: int) -> str:
    """Return what messages are about in so many characters, without a model.

    As much as fits of `before`, the summary of the messages before them, follows.
    """
    own = [f'you last said "{shorten(each.text, 80)}"' for each in said if each.role == "assistant" and each.text]
    new = "; ".join([*_format_people(said), *own[-1:]]) + "."
    if not before:
        return shorten(new, most)
    new = shorten(new, int(most * _NEW_SHARE))
    return shorten(f"{new} Before: {before.replace(' Before: ', ' ')}", most)


def _format_people(said: Sequence[RememberedMessage]) -> list[str]:
    lines: dict[str, list[str]] = {}
    for each in said:
        if each.role == "user":
            lines.setdefault(each.author[:_NAME_CHARS] or "somebody", []).append(each.text)
    loudest = sorted(lines.items(), key=lambda item: -len(item[1]))[:_MOST_PEOPLE]
    return [_format_person(name, texts) for name, texts in loudest]


def _format_person(name: str, texts: Sequence[str]) -> str:
    count = f"{len(texts)} line{'s' if len(texts) > 1 else ''}"
    words = Counter(word for text in texts for word in set(_WORD.findall(text.casefold())))
    often = sorted(words, key=lambda word: (-words[word], -len(word), word))[:_WORDS_EACH]
    return f"{name} wrote {count}" + (f" about {', '.join(often)}" if often else "")


class ChannelSummaries:
    """Renews the summary of each channel whenever enough was said in it.

    What a model reads, and what of its words stays, is the guard's to decide; without `condense` our own words have to
    do.
    """

    def __init__(
        self, clock: Clock, store: Store, messages: MessageStore, guard: Guard, condense: Condense | None = None
    ) -> None:
        self._clock, self._store, self._messages = clock, store, messages
        self._guard, self._condense = guard, condense
        self._said: dict[str, int] = {}
        """Since a channel was looked at last."""
        self._more = anyio.Event()
        messages.grown = self._count

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Renew summaries until cancelled."""
        task_status.started()
        while True:
            await self._more.wait()
            self._more = anyio.Event()
            for channel in [channel for channel, number in self._said.items() if number >= LAST]:
                del self._said[channel]
                await self.renew(channel)
            await self._clock.sleep(_REST_S)

    async def renew(self, channel: str) -> None:
        """Replace the summary of a channel, if enough lies behind its last messages."""
        changes = self._messages.changes(channel)
        rows, before, until_ms = await self._store.read(partial(_read_unsummed, channel))
        if len(rows) < _ENOUGH:
            return
        said = _keep_last_talk([each for _, each in rows])
        goes_on = len(said) == len(rows) and to_ms(said[0].at) - until_ms <= CONVERSATION_MS
        text = await self._write(said, before if goes_on else "")
        if changes == self._messages.changes(channel):  # else it may tell of what was taken back meanwhile
            numbers = [number for number, _ in rows]
            await self._store.write(partial(_put, channel, text, to_ms(said[-1].at), numbers))

    def _count(self, channel: str) -> None:
        if channel in self._said or len(self._said) < _MOST_CHANNELS:
            self._said[channel] = self._said.get(channel, 0) + 1
            if self._said[channel] >= LAST:
                self._more.set()

    async def _write(self, said: Sequence[RememberedMessage], before: str) -> str:
        """Return a summary by the model; when it cannot, who spoke of what."""
        words = await self._ask_model(said, before) if self._condense else ""
        verdict = self._guard.check(words, limit=CHARS, where="memory") if words else None
        if verdict is None or isinstance(verdict, Dropped):
            return summarize(said, before, CHARS)
        return verdict.text

    async def _ask_model(self, said: Sequence[RememberedMessage], before: str) -> str:
        assert self._condense is not None
        quotes = QuoteMarks(make_marker())
        lines = [line for each in said[-_MOST_LINES:] if (line := await self._format_line(each))]
        if not lines:
            return ""
        known = (
            load_prompt("scene/before", summary=quotes.quote(before, most=CHARS))
            if before
            else load_prompt("scene/earlier")
        )
        asked = load_prompt("summary", before=known, lines=quotes.quote(*lines, most=_LINE_CHARS))
        try:
            with self._clock.move_on_after(_WITHIN_S):
                return " ".join(quotes.unmarked(await self._condense(asked)).split())
        except ServiceError as trouble:
            _log.info("No model sums up what was said: %s", trouble)
        return ""

    async def _format_line(self, said: RememberedMessage) -> str:
        """Return a line as a model may read it; everybody else gets a turn after each, for a look takes a while."""
        await anyio.lowlevel.checkpoint()
        if not said.text:
            return ""
        who = "you" if said.role == "assistant" else said.author
        return self._guard.passed(f"{who}: {said.text}", limit=_LINE_CHARS, where="memory")


def _read_unsummed(channel: str, connection: Connection) -> tuple[list[tuple[int, RememberedMessage]], str, int]:
    """Read what no summary tells of yet, the summary there is, and until when it tells."""
    rows = connection.execute(_UNSUMMED, (channel, LAST)).fetchall()
    summary = connection.execute("SELECT text, until_ms FROM summary WHERE channel = ?", (channel,)).fetchone()
    text, until_ms = (summary["text"], summary["until_ms"]) if summary else ("", 0)
    return [(row["id"], parse_message(row)) for row in rows], text, until_ms


def _keep_last_talk(said: Sequence[RememberedMessage]) -> Sequence[RememberedMessage]:
    """Return what was said after the last long silence."""
    for at in range(len(said) - 1, 0, -1):
        if to_ms(said[at].at) - to_ms(said[at - 1].at) > CONVERSATION_MS:
            return said[at:]
    return said


def _put(channel: str, text: str, until_ms: int, numbers: Sequence[int], connection: Connection) -> None:
    connection.execute(_PUT, (channel, text, until_ms))
    connection.executemany("UPDATE message SET is_summed = 1 WHERE id = ?", [(number,) for number in numbers])
    recent_messages.trim_messages(connection, channel)
