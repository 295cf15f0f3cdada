"""Recalls for a turn what was said before in its channel."""

import logging
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from itertools import islice
from sqlite3 import Connection, Error
from typing import Final

import anyio.lowlevel

from performer.core.clock import Clock, measure_worked_s
from performer.core.cues import (
    CONSOLE,
    AnswerCue,
    ChatCue,
    ChatLine,
    Cue,
    OperatorCue,
    ScheduleCue,
    StreamerCue,
    collect_lines,
    find_origin,
    find_reply_place,
)
from performer.core.errors import ServiceError
from performer.core.remembered_conversation import STAGE, Recollection, RememberedMessage
from performer.core.storable_text import shorten
from performer.core.storage import Store
from performer.core.text import to_ms
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.guard.kept_verdicts import KeptVerdicts
from performer.memory.notes import Note, read_notes
from performer.memory.recent_messages import parse_message
from performer.memory.settings import MESSAGES
from performer.memory.summary import CHARS, CONVERSATION_MS

_log = logging.getLogger(__name__)

_WITHIN_S: Final = 0.5
"""Somebody waits for an answer: then rather one without a memory."""
_LINE_CHARS: Final = 500
_RESULT_CHARS: Final = 200
_NOTES_EACH: Final = 8
"""Of the channel, and of each person who speaks."""
_MOST_PEOPLE: Final = 4
_LAST: Final = "SELECT * FROM message WHERE channel = ? AND at_ms >= ? ORDER BY at_ms DESC, id DESC"
_SUMMARY: Final = "SELECT text FROM summary WHERE channel = ? AND until_ms >= ?"
_MINUTE_MS: Final = 60_000
_BYTES_OF_A_TOKEN: Final = 4
"""Of English, and about as many of a script whose letters have three bytes each."""
_TOKENS_EACH: Final = 4
"""Around a message, for its marks and its line."""
_NO_RESULT: Final = "(nothing)"
_NOBODY: Final = "viewer"
"""Who wrote, when the name is none to be read."""
_AT_ONCE_S: Final = 0.001
"""Seconds of work on old lines, after which the other parts of the show have their turn."""
_TALK: Final = (StreamerCue, ChatCue, AnswerCue, ScheduleCue)
"""Cues of a conversation; so is what the streamer types in the terminal, but not a request that names another place."""
_Found = tuple[str, list[RememberedMessage], list[Note]]
"""The summary, the last messages, and the notes."""


@dataclass(frozen=True, kw_only=True)
class ContextWindow:
    """The part of a channel that a turn is told word for word: whichever limit is reached first."""

    messages: int = MESSAGES
    minutes: int = 60
    tokens: int = 1500


_ALOUD: Final = ContextWindow(messages=12, minutes=10, tokens=400)
"""What is told to who speaks aloud, of what was said on the stage."""


class Recaller:
    """Recalls for turns that belong to a channel, as the port `Recall` promises.

    Everything passes the guard on its way out: masked, or left out.
    """

    def __init__(
        self, clock: Clock, store: Store, guard: Guard, window: Callable[[], ContextWindow] = ContextWindow
    ) -> None:
        self._clock, self._store, self._guard = clock, store, guard
        self._verdicts: KeptVerdicts[str] = KeptVerdicts(guard)
        self._window = window

    async def __call__(self, cue: Cue) -> Recollection:
        """Return what was said before a cue, within half a second, or nothing."""
        channel = STAGE if isinstance(find_origin(cue), StreamerCue) else find_reply_place(cue)[0]
        is_talk = channel == CONSOLE if isinstance(cue, OperatorCue) else isinstance(cue, _TALK)
        if not channel or not is_talk:
            return Recollection()
        found = None
        with self._clock.move_on_after(_WITHIN_S):
            try:
                now_ms = to_ms(self._clock.utc())
                found = await self._store.read(partial(_find, channel, cue, now_ms, self._find_window(channel)))
            except (ServiceError, Error) as trouble:
                _log.warning("Nothing is recalled for %s: %s", channel, trouble)
        if found is None:
            return Recollection()
        summary, said, notes = found
        began = _find_beginning(cue, said, self._clock.utc()) if isinstance(cue, AnswerCue) else []
        lines = [each async for each in self._let_all_through([*began, *said])]
        noted = filter(None, (self._pass(note.words, _LINE_CHARS) for note in notes))
        return Recollection(summary=self._pass(summary, CHARS), lines=tuple(lines), notes=tuple(noted))

    def expect(self, text: str) -> None:
        """Judge a message that will be recalled before long, now that nobody waits for it."""
        self._verdicts.follow()
        self._pass(text, _LINE_CHARS)

    def _find_window(self, channel: str) -> ContextWindow:
        """Return how much is told of a channel: of the stage little, for who speaks aloud waits for the first word."""
        window = self._window()
        if channel != STAGE:
            return window
        return ContextWindow(
            messages=min(window.messages, _ALOUD.messages),
            minutes=min(window.minutes, _ALOUD.minutes),
            tokens=min(window.tokens, _ALOUD.tokens),
        )

    async def _let_all_through(self, said: Sequence[RememberedMessage]) -> AsyncIterator[RememberedMessage]:
        """Yield what of messages may be told; after some work the other parts of the show have their turn."""
        began_s = measure_worked_s()
        self._verdicts.follow()
        for each in said:
            if measure_worked_s() - began_s > _AT_ONCE_S:
                await anyio.lowlevel.checkpoint()
                began_s = measure_worked_s()
                self._verdicts.follow()
            if passed := self._let_through(each):
                yield passed

    def _let_through(self, said: RememberedMessage) -> RememberedMessage | None:
        """Return what of a message may be told; None when its words may not."""
        if said.role == "tool":
            texts = (shorten(each, _RESULT_CHARS) for each in (said.arguments, said.result))
            arguments, result = (self._pass(each, _RESULT_CHARS) for each in texts)
            return replace(said, arguments=arguments, result=result or _NO_RESULT)
        text, author = self._pass(said.text, _LINE_CHARS), self._pass(said.author, _LINE_CHARS)
        if said.author and not author:
            author = _NOBODY
        return replace(said, text=text, author=author) if text else None

    def _pass(self, text: str, most: int) -> str:
        """Return what of a text may go out; empty for none of it. The same texts come again each turn."""

        def judge() -> str:
            return self._guard.passed(text, limit=most, where="memory")

        return self._verdicts.find(text, most, judge=judge) if text else ""


def _find(channel: str, cue: Cue, now_ms: int, window: ContextWindow, connection: Connection) -> _Found:
    lines = collect_lines(cue)
    asked = lines if isinstance(cue, ChatCue) else ()
    rows = connection.execute(_LAST, (channel, now_ms - window.minutes * _MINUTE_MS))
    before = (said for said in map(parse_message, rows) if _has_words(said) and not _is_of_cue(said, asked))
    last = _cut_to_tokens(list(islice(before, window.messages)), window.tokens)
    shown = [*last, *_find_answered(connection, channel, asked, last)]
    row = connection.execute(_SUMMARY, (channel, now_ms - CONVERSATION_MS)).fetchone()
    people = list(dict.fromkeys(line.author_id for line in reversed(lines) if line.author_id))[:_MOST_PEOPLE]
    return row["text"] if row else "", shown[::-1], read_notes(connection, channel, people, _NOTES_EACH)


def _cut_to_tokens(newest_first: Sequence[RememberedMessage], most: int) -> list[RememberedMessage]:
    """Return the newest messages for which there is room, one at least."""
    kept: list[RememberedMessage] = []
    for said in newest_first:
        texts = (said.arguments, said.result) if said.role == "tool" else (said.author, said.text)
        longest = _RESULT_CHARS if said.role == "tool" else _LINE_CHARS
        most -= _TOKENS_EACH + sum(_estimate_tokens(text[:longest]) for text in texts)
        if kept and most < 0:
            break
        kept.append(said)
    return kept


def _estimate_tokens(text: str) -> int:
    return len(text.encode("utf-8", "replace")) // _BYTES_OF_A_TOKEN + 1


def _find_beginning(cue: AnswerCue, shown: Sequence[RememberedMessage], now: datetime) -> list[RememberedMessage]:
    """Return what began a turn that goes on, where so much was said since that it would be told of none of it."""
    lines = collect_lines(cue)
    if any(_is_of_cue(said, lines) for said in shown):
        return []
    asked = [
        RememberedMessage(
            role="user", text=line.text, at=now, author=line.author, message=line.message, pictures=line.pictures
        )
        for line in lines
    ]
    return [*asked, *([RememberedMessage(role="assistant", text=cue.said, at=now)] if asked and cue.said else [])]


def _has_words(said: RememberedMessage) -> bool:
    return said.role == "tool" or bool(said.text)


def _is_of_cue(said: RememberedMessage, lines: Sequence[ChatLine]) -> bool:
    if said.role != "user":
        return False
    if said.message:
        return any(line.message == said.message for line in lines)
    return any(not line.message and (line.author, line.text) == (said.author, said.text) for line in lines)


def _find_answered(
    connection: Connection, channel: str, lines: Sequence[ChatLine], shown: Sequence[RememberedMessage]
) -> list[RememberedMessage]:
    """Find the message that the newest line answers, where it lies further back: nobody else could know it."""
    to = next((line.reply_to for line in reversed(lines) if line.reply_to), "")
    if not to or to in {each.message for each in shown} | {line.message for line in lines}:
        return []
    row = connection.execute("SELECT * FROM message WHERE channel = ? AND message = ?", (channel, to)).fetchone()
    return [parse_message(row)] if row else []
