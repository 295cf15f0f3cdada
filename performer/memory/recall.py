"""Recalls for a turn what was said before in its channel."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from sqlite3 import Connection, Error
from typing import Final

from performer.core.clock import Clock
from performer.core.cues import (
    CONSOLE,
    AnswerCue,
    ChatCue,
    ChatLine,
    Cue,
    OperatorCue,
    ScheduleCue,
    collect_lines,
    find_reply_place,
)
from performer.core.errors import ServiceError
from performer.core.recent_dict import RecentDict
from performer.core.remembered_conversation import Recollection, RememberedMessage
from performer.core.storable_text import shorten
from performer.core.storage import Store
from performer.core.text import to_ms
from performer.guard.guard import Guard
from performer.memory.notes import Note, read_notes
from performer.memory.recent_messages import MESSAGES, parse_message
from performer.memory.summary import CHARS, CONVERSATION_MS, LAST

_log = logging.getLogger(__name__)

_WITHIN_S: Final = 0.5
"""Somebody waits for an answer: then rather one without a memory."""
_LINE_CHARS: Final = 500
_RESULT_CHARS: Final = 200
_NOTES_EACH: Final = 8
"""Of the channel, and of each person who speaks."""
_MOST_PEOPLE: Final = 4
_LAST: Final = "SELECT * FROM message WHERE channel = ? AND at_ms >= ? ORDER BY at_ms DESC, id DESC LIMIT ?"
_NO_RESULT: Final = "(nothing)"
_NOBODY: Final = "viewer"
"""Who wrote, when the name is none to be read."""
_LOOKED_AT: Final = 256
"""Texts that need not be looked at again for a while."""
_LOOK_KEEPS_S: Final = 300.0


_TALK: Final = (ChatCue, AnswerCue, ScheduleCue)
"""Cues of a conversation; so is what the streamer types in the terminal, but not a request that names another place."""
_Found = tuple[str, list[RememberedMessage], list[Note]]
"""The summary, the last messages, and the notes."""


class Recaller:
    """Recalls for turns that belong to a channel, as the port `Recall` promises.

    Everything passes the guard on its way out: masked, or left out.
    """

    def __init__(self, clock: Clock, store: Store, guard: Guard) -> None:
        self._clock, self._store, self._passes = clock, store, _Passes(clock, guard)

    async def __call__(self, cue: Cue) -> Recollection:
        """Return what was said before a cue, within half a second, or nothing."""
        channel, _ = find_reply_place(cue)
        is_talk = channel == CONSOLE if isinstance(cue, OperatorCue) else isinstance(cue, _TALK)
        if not channel or not is_talk:
            return Recollection()
        found = None
        with self._clock.move_on_after(_WITHIN_S):
            try:
                since_ms = to_ms(self._clock.utc()) - CONVERSATION_MS
                found = await self._store.read(partial(_find, channel, cue, since_ms))
            except (ServiceError, Error) as trouble:
                _log.warning("Nothing is recalled for %s: %s", channel, trouble)
        if found is None:
            return Recollection()
        summary, said, notes = found
        began = _find_beginning(cue, said, self._clock.utc()) if isinstance(cue, AnswerCue) else []
        lines = filter(None, map(self._let_through, [*began, *said]))
        noted = filter(None, (self._passes.let(note.words, _LINE_CHARS) for note in notes))
        return Recollection(summary=self._passes.let(summary, CHARS), lines=tuple(lines), notes=tuple(noted))

    def _let_through(self, said: RememberedMessage) -> RememberedMessage | None:
        """Return what of a message may be told; None when its words may not."""
        if said.role == "tool":
            texts = (shorten(each, _RESULT_CHARS) for each in (said.arguments, said.result))
            arguments, result = (self._passes.let(each, _RESULT_CHARS) for each in texts)
            return replace(said, arguments=arguments, result=result or _NO_RESULT)
        text, author = self._passes.let(said.text, _LINE_CHARS), self._passes.let(said.author, _LINE_CHARS)
        return replace(said, text=text, author=author or _NOBODY) if text else None


class _Passes:
    """Keeps for a while what the guard said to a text: the same texts come again each turn."""

    def __init__(self, clock: Clock, guard: Guard) -> None:
        self._clock, self._guard = clock, guard
        self._known: RecentDict[tuple[str, int], tuple[float, str]] = RecentDict(_LOOKED_AT)
        self._judged_by = guard.verdict_basis

    def let(self, text: str, most: int) -> str:
        """Return what of a text may go out; empty for none of it."""
        if not text:
            return ""
        if self._guard.verdict_basis != self._judged_by:
            self._known.clear()
            self._judged_by = self._guard.verdict_basis
        at_s, known = self._known.get((text, most), (-_LOOK_KEEPS_S, ""))
        if self._clock.now() - at_s < _LOOK_KEEPS_S:
            return known
        passed = self._guard.passed(text, limit=most, where="memory")
        self._known[text, most] = self._clock.now(), passed
        return passed


def _find(channel: str, cue: Cue, since_ms: int, connection: Connection) -> _Found:
    rows = connection.execute(_LAST, (channel, since_ms, MESSAGES))
    said = [parse_message(row) for row in rows]
    lines = collect_lines(cue)
    asked = lines if isinstance(cue, ChatCue) else ()
    before = [each for each in said if not _is_of_cue(each, asked)]
    shown = [*before[:LAST], *_find_answered(connection, channel, asked, before[:LAST])]
    row = connection.execute(
        "SELECT text FROM summary WHERE channel = ? AND until_ms >= ?", (channel, since_ms)
    ).fetchone()
    people = list(dict.fromkeys(line.author_id for line in reversed(lines) if line.author_id))[:_MOST_PEOPLE]
    return row["text"] if row else "", shown[::-1], read_notes(connection, channel, people, _NOTES_EACH)


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
