"""The notes: what the model keeps on purpose, of a channel or of a person in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from sqlite3 import Connection, Row
from typing import Any, Final

from performer.clock import Clock
from performer.errors import ToolRefused
from performer.instants import instant_of, ms_of
from performer.memory.kept_text import NAME_CHARS, kept_text, letters
from performer.store import Store

CHARS: Final = 300
"""Of a note."""
_MOST: Final = 200
"""In a channel."""
_MOST_OF_PERSON: Final = 20
"""There, so that nobody fills it alone."""
_FOUND: Final = 5


@dataclass(frozen=True, kw_only=True)
class Note:
    """A note; its text is anybody's words."""

    number: int
    channel: str
    person_id: str
    """Empty: it is of the channel."""
    person: str
    text: str
    at: datetime


class Notes:
    """Keeps notes, finds them, and lets go of them.

    Args:
        clock: Tells the time.
        store: Where they are kept.
    """

    def __init__(self, clock: Clock, store: Store) -> None:
        self._clock = clock
        self._store = store

    async def keep(self, text: str, channel: str, person_id: str = "", person: str = "") -> bool:
        """Keep a note; False when it was known already.

        Raises:
            ToolRefused: when there is no room for more, or nothing in it.
        """
        kept = " ".join(kept_text(text, CHARS).split())
        if not kept:
            raise ToolRefused("remember: there is nothing in it.")
        values = (channel, person_id, kept_text(person, NAME_CHARS), kept, ms_of(self._clock.utc()))
        return await self._store.write(partial(_keep, values))

    async def find(self, query: str, channel: str, people: Sequence[str] = ()) -> list[Note]:
        """Find the notes of a channel and of these people in it that speak of any word of a query, the best first."""
        wanted = {letters(word) for word in query.split()} - {""}
        notes = [note for note in await self.of_channel(channel) if note.person_id in {"", *people}]
        best = sorted(notes, key=lambda note: -_matches(note, wanted))
        return [note for note in best if not wanted or _matches(note, wanted)][:_FOUND]

    async def of_channel(self, channel: str) -> list[Note]:
        """List the notes of a channel and of the people in it, the newest first."""
        return await self._list("SELECT * FROM note WHERE channel = ? ORDER BY id DESC", channel)

    async def of_person(self, person_id: str) -> list[Note]:
        """List the notes of a person in all channels, the newest first."""
        return await self._list("SELECT * FROM note WHERE person_id = ? ORDER BY id DESC", person_id)

    async def all(self) -> list[Note]:
        """List all, the newest first."""
        return await self._list("SELECT * FROM note ORDER BY id DESC")

    async def forget(self, number: int, *, person_id: str = "") -> bool:
        """Let go of a note; False when there is none of that number, or not of the person who is given."""
        sql = "DELETE FROM note WHERE id = ? AND (? = '' OR person_id = ?)"
        return await self._store.write(lambda it: it.execute(sql, (number, person_id, person_id)).rowcount > 0)

    async def _list(self, sql: str, *values: str) -> list[Note]:
        return await self._store.read(lambda it: [_note_of(row) for row in it.execute(sql, values)])


def notes_for(connection: Connection, channel: str, people: Sequence[str], most: int) -> list[Note]:
    """Read the newest notes of a channel, and of people in it."""
    of_all = "SELECT * FROM note WHERE channel = ? AND person_id = ? ORDER BY id DESC LIMIT ?"
    rows = [row for each in ("", *people) for row in connection.execute(of_all, (channel, each, most))]
    return [_note_of(row) for row in rows]


def _keep(values: tuple[Any, ...], connection: Connection) -> bool:
    channel, person_id, _, text, _ = values
    rows = connection.execute("SELECT person_id, text FROM note WHERE channel = ?", (channel,)).fetchall()
    of_same = [row for row in rows if row["person_id"] == person_id]
    if letters(text) in {letters(row["text"]) for row in of_same}:
        return False
    if len(rows) >= _MOST or (person_id and len(of_same) >= _MOST_OF_PERSON):
        raise ToolRefused("remember: there are as many notes as may be. The streamer can delete some.")
    connection.execute("INSERT INTO note (channel, person_id, person, text, at_ms) VALUES (?, ?, ?, ?, ?)", values)
    return True


def _matches(note: Note, wanted: set[str]) -> int:
    text = letters(f"{note.person} {note.text}")
    return sum(word in text for word in wanted)


def _note_of(row: Row) -> Note:
    return Note(
        number=row["id"],
        channel=row["channel"],
        person_id=row["person_id"],
        person=row["person"],
        text=row["text"],
        at=instant_of(row["at_ms"]),
    )
