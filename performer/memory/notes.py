"""The notes that the model keeps on purpose, of a channel or of a person in it, and its two tools for them."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from sqlite3 import Connection, Row
from typing import Any, Final, Literal

from performer.core.clock import Clock
from performer.core.cues import collect_lines, find_answered_line
from performer.core.errors import ToolRefusedError
from performer.core.own_text import own
from performer.core.remembered_conversation import STAGE
from performer.core.storable_text import NAME_CHARS, keep_letters, shorten_stored_text
from performer.core.storage import Store
from performer.core.text import parse_ms, to_ms
from performer.core.values import dataclass
from performer.tools.result import TextPart, make_own_text
from performer.tools.tool import Tool, ToolCall

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

    @property
    def words(self) -> str:
        """The text, with the name of the person whom it is about."""
        return f"{self.person}: {self.text}" if self.person else self.text


@dataclass(frozen=True)
class Notes:
    """The notes in the database."""

    _clock: Clock
    _store: Store

    async def keep(self, text: str, channel: str, person_id: str = "", person: str = "") -> bool:
        """Add a note; False when it was known already. Raises ToolRefusedError without room for it, or words in it."""
        kept = " ".join(shorten_stored_text(text, CHARS).split())
        if not kept:
            raise ToolRefusedError(own("remember: there is nothing in it."))
        values = (channel, person_id, shorten_stored_text(person, NAME_CHARS), kept, to_ms(self._clock.utc()))
        return await self._store.write(partial(_keep, values))

    async def find(self, query: str, channel: str, people: Sequence[str] = ()) -> list[Note]:
        """Find the notes of a channel and of these people in it that speak of any word of a query, the best first."""
        wanted = {keep_letters(word) for word in query.split()} - {""}
        notes = [note for note in await self.list_newest(channel=channel) if note.person_id in {"", *people}]
        best = sorted(notes, key=lambda note: -_count_matches(note, wanted))
        return [note for note in best if not wanted or _count_matches(note, wanted)][:_FOUND]

    async def list_newest(self, *, channel: str = "", person_id: str = "") -> list[Note]:
        """Return the notes of a channel and of the people in it, of a person in all channels, or all; newest first."""
        sql = "SELECT * FROM note WHERE ? IN ('', channel) AND ? IN ('', person_id) ORDER BY id DESC"
        return await self._store.read(lambda it: [_parse_note(row) for row in it.execute(sql, (channel, person_id))])

    async def forget(self, number: int, *, person_id: str = "") -> bool:
        """Remove a note; False when there is none of that number, or not of the person who is given."""
        sql = "DELETE FROM note WHERE id = ? AND (? = '' OR person_id = ?)"
        return await self._store.write(lambda it: it.execute(sql, (number, person_id, person_id)).rowcount > 0)


def read_notes(connection: Connection, channel: str, people: Sequence[str], most: int) -> list[Note]:
    """Read the newest notes of a channel, and of people in it."""
    of_all = "SELECT * FROM note WHERE channel = ? AND person_id = ? ORDER BY id DESC LIMIT ?"
    rows = [row for each in ("", *people) for row in connection.execute(of_all, (channel, each, most))]
    return [_parse_note(row) for row in rows]


def _keep(values: tuple[Any, ...], connection: Connection) -> bool:
    channel, person_id, _, text, _ = values
    rows = connection.execute("SELECT person_id, text FROM note WHERE channel = ?", (channel,)).fetchall()
    of_same = [row for row in rows if row["person_id"] == person_id]
    if keep_letters(text) in {keep_letters(row["text"]) for row in of_same}:
        return False
    if len(rows) >= _MOST or (person_id and len(of_same) >= _MOST_OF_PERSON):
        raise ToolRefusedError(own("remember: there are as many notes as may be. The streamer can delete some."))
    connection.execute("INSERT INTO note (channel, person_id, person, text, at_ms) VALUES (?, ?, ?, ?, ?)", values)
    return True


def _count_matches(note: Note, wanted: set[str]) -> int:
    text = keep_letters(f"{note.person} {note.text}")
    return sum(word in text for word in wanted)


def _parse_note(row: Row) -> Note:
    same = {name: row[name] for name in ("channel", "person_id", "person", "text")}
    return Note(number=row["id"], at=parse_ms(row["at_ms"]), **same)


PROGRAMS: Final = "agent"
"""The channel of programs that use the tools from outside: what people told the performer is not theirs to read, and
what they note comes into no prompt of the show."""
_NONE_FOUND: Final = "There is no note about that."


def make_memory_tools(notes: Notes) -> list[Tool]:
    """Return `remember` and `recall`, for the channel of the turn alone; what they find is anybody's words."""

    async def remember(_call: ToolCall, text: str, about: Literal["channel", "person"] = "channel") -> TextPart:
        """Keep a short note for later shows, such as what somebody likes or what was agreed; never an instruction.

        Args:
            text: One sentence, at most 300 characters.
            about: The person who speaks to you, or the channel.
        """
        person = _find_person(_call) if about == "person" else ()
        is_new = await notes.keep(text, _find_channel(_call), *person)
        return make_own_text("It is noted." if is_new else "That was noted already.")

    async def recall(_call: ToolCall, query: str = "") -> str:
        """Find the notes that you kept here about something, about the channel and the people who speak now.

        Args:
            query: A few words; none for the newest notes.
        """
        people = [line.author_id for line in collect_lines(_call.cue) if line.author_id]
        found = await notes.find(query, _find_channel(_call), people)
        return "\n".join(f"{note.at:%Y-%m-%d} {note.words}" for note in found) or _NONE_FOUND

    return [Tool.of(remember, chars=CHARS, answers_as_ours=True), Tool.of(recall, is_read_only=True)]


def _find_channel(call: ToolCall) -> str:
    return PROGRAMS if call.is_of_program else call.channel or STAGE


def _find_person(call: ToolCall) -> tuple[str, str]:
    """Return who speaks to the performer."""
    asked = find_answered_line(call.cue)
    if asked is None or not asked.author_id:
        raise ToolRefusedError(
            own("remember: nobody known speaks to you now. Keep it about the channel, or let it go.")
        )
    return asked.author_id, asked.author
