"""The rows of the last messages of each channel, and what a summary still tells of those before them.

All of it runs in the database's thread, inside the transaction of whoever asks.
"""

from collections.abc import Collection, Sequence
from sqlite3 import Connection, Row
from typing import Final, Literal

from performer.core.excuses import remove_excuses
from performer.core.remembered_conversation import RememberedMessage
from performer.core.storable_text import MOST, keep_letters, shorten
from performer.core.text import parse_ms, to_ms
from performer.memory.retention import empty_before, is_forgotten, mark_channel_forgotten, mark_person_forgotten
from performer.memory.settings import MESSAGES

_SAME: Final = ("role", "text", "author", "author_id", "reply_to", "pictures", "tool", "arguments", "result")
"""Columns that hold what the field of that name holds."""


def parse_message(row: Row) -> RememberedMessage:
    """Return the message of a row, one of the performer's without its excuses: its text may be empty."""
    same = {name: row[name] for name in _SAME}
    if row["role"] == "assistant":
        same["text"] = remove_excuses(row["text"])
    return RememberedMessage(at=parse_ms(row["at_ms"]), message=row["message"] or "", **same)


MOST_UNSUMMED: Final = 200
"""So many are kept as long as no summary tells of them: it may be late."""
_MOST_SUMMED: Final = 5000
"""Gone messages that one summary may tell of; then it begins anew, to know of all of them whose they are."""
_ECHO_MS: Final = 15 * 60_000
"""Within this time an own text that comes with a number is the one that was written without."""
_LATELY: Final = 20
"""Own texts that it may be."""

_INSERT: Final = f"""
    INSERT INTO message (channel, message, at_ms, {", ".join(_SAME)})
    VALUES (?, ?, ?, {", ".join("?" for _ in _SAME)}) ON CONFLICT (channel, message) DO NOTHING
"""  # noqa: S608  made of constants alone
_OWN_LATELY: Final = """
    SELECT id, message, text FROM message
    WHERE channel = ? AND role = 'assistant' AND at_ms BETWEEN ? AND ? ORDER BY at_ms DESC, id DESC LIMIT ?
"""
_BEHIND: Final = """
    SELECT at_ms, id FROM message WHERE channel = ? ORDER BY at_ms DESC, id DESC LIMIT ? OFFSET ?
"""
_SUMMED_BEHIND: Final = """
    SELECT id, message, author_id FROM message WHERE channel = ? AND is_summed AND (at_ms, id) <= (?, ?)
"""
_STILL_TOLD: Final = "INSERT OR IGNORE INTO summed VALUES (?, ?, ?)"
_TELLS_OF: Final = """
    SELECT 1 FROM message WHERE channel = :channel AND message = :message AND is_summed
    UNION ALL SELECT 1 FROM summed WHERE channel = :channel AND message = :message
"""
_OF_PERSON: Final = """
    SELECT channel FROM message WHERE author_id = :person AND is_summed
    UNION SELECT channel FROM summed WHERE author_id = :person
"""
_NUMBERED: Final = """
    SELECT message FROM message WHERE channel = :channel AND at_ms >= :since AND message IS NOT NULL
    AND (:before = '' OR CAST(message AS INTEGER) < CAST(:before AS INTEGER))
"""
_ANSWERS: Final = """
    DELETE FROM message WHERE role <> 'user' AND EXISTS (
        SELECT 1 FROM message AS asked
        WHERE asked.channel = message.channel AND asked.message = message.reply_to AND asked.author_id = :person
    )
"""
_REWRITE: Final = {
    "text": "UPDATE message SET text = ? WHERE id = ?",
    "result": "UPDATE message SET result = ? WHERE id = ?",
}
Column = Literal["text", "result"]


class WrittenRow:
    """The row that a message became; filled in when it is written, and known in the database's thread alone."""

    number: int | None = None


def insert_message(
    channel: str, said: RememberedMessage, now_ms: int, row: WrittenRow, most: int, connection: Connection
) -> None:
    """Add a message, and remove the oldest; the clock of whoever sent it may not be ahead of ours.

    `row` is told where it went; `most` messages may stay, told of in a summary or not.
    """
    at_ms = min(to_ms(said.at), now_ms)
    if said.role == "assistant" and said.message and _is_echo(connection, channel, said, at_ms):
        return
    if is_forgotten(connection, channel, said, at_ms):
        return
    same = (getattr(said, name) for name in _SAME)
    done = connection.execute(_INSERT, (channel, said.message or None, at_ms, *same))
    if done.rowcount:
        row.number = done.lastrowid
        trim_messages(connection, channel, most)


def trim_messages(connection: Connection, channel: str, most: int = MOST_UNSUMMED) -> None:
    """Remove what lies further back than the window, once a summary tells of it; and at last in any case."""
    gone = [row["id"] for row in connection.execute(_BEHIND, (channel, -1, most))]
    first_behind = connection.execute(_BEHIND, (channel, 1, MESSAGES)).fetchone()
    told = connection.execute(_SUMMED_BEHIND, (channel, *first_behind)).fetchall() if first_behind else []
    for row in told:
        gone.append(row["id"])
        connection.execute(_STILL_TOLD, (channel, row["message"] or f"row {row['id']}", row["author_id"]))
    connection.executemany("DELETE FROM message WHERE id = ?", [(number,) for number in gone])
    count = "SELECT count(*) FROM summed WHERE channel = ?"
    if told and connection.execute(count, (channel,)).fetchone()[0] > _MOST_SUMMED:
        drop_summary(connection, channel)


def reword_message(channel: str, message: str, text: str, now_ms: int, connection: Connection) -> None:
    """Replace the text of a message; of an own one that its channel shows in parts, the whole stays."""
    known = connection.execute(
        "SELECT id, role, text FROM message WHERE channel = ? AND message = ?", (channel, message)
    ).fetchone()
    text = shorten(text, MOST[known["role"]]) if known else text
    if known and known["text"] == text:
        return
    if known and known["role"] == "assistant" and keep_letters(text) in keep_letters(known["text"]):
        return
    _forget_summary_of(connection, channel, message)
    if known:
        connection.execute("UPDATE message SET text = ?, edited_ms = ? WHERE id = ?", (text, now_ms, known["id"]))


def remove_messages(channel: str, messages: Sequence[str], connection: Connection) -> None:
    """Remove messages by their numbers."""
    for message in messages:
        _forget_summary_of(connection, channel, message)
        connection.execute("DELETE FROM message WHERE channel = ? AND message = ?", (channel, message))


def retain_messages(
    channel: str, messages: Collection[str], since_ms: int, before: str, connection: Connection
) -> None:
    """Remove what was said since an instant, and before a message, but for these messages."""
    known = connection.execute(_NUMBERED, {"channel": channel, "since": since_ms, "before": before}).fetchall()
    remove_messages(channel, [row["message"] for row in known if row["message"] not in messages], connection)


def set_text(connection: Connection, row: int, column: Column, text: str) -> None:
    """Replace a text of a message; one that is gone stays so."""
    connection.execute(_REWRITE[column], (text, row))


def drop_summary(connection: Connection, channel: str) -> None:
    """Remove a summary: the next is made of what is still there."""
    connection.execute("DELETE FROM summary WHERE channel = ?", (channel,))
    connection.execute("DELETE FROM summed WHERE channel = ?", (channel,))
    connection.execute("UPDATE message SET is_summed = 0 WHERE channel = ?", (channel,))


def forget_channel(channel: str, now_ms: int, connection: Connection) -> dict[str, int]:
    """Remove a channel; return how many messages and notes that were."""
    drop_summary(connection, channel)
    mark_channel_forgotten(connection, channel, now_ms)
    messages = connection.execute("DELETE FROM message WHERE channel = ?", (channel,)).rowcount
    notes = connection.execute("DELETE FROM note WHERE channel = ?", (channel,)).rowcount
    return {"messages": messages, "notes": notes}


def forget_person(author_id: str, now_ms: int, connection: Connection) -> dict[str, int]:
    """Remove a person from every channel; return how many messages and notes that were."""
    person = {"person": author_id}
    if not author_id:
        return {"messages": 0, "notes": 0}
    for told in connection.execute(_OF_PERSON, person).fetchall():
        drop_summary(connection, told["channel"])
    mark_person_forgotten(connection, author_id, now_ms)
    answers = connection.execute(_ANSWERS, person).rowcount
    messages = connection.execute("DELETE FROM message WHERE author_id = :person", person).rowcount
    notes = connection.execute("DELETE FROM note WHERE person_id = :person", person).rowcount
    return {"messages": messages + answers, "notes": notes}


def forget_before(connection: Connection, at_ms: int) -> None:
    """Remove what was said before an instant; notes stay."""
    for old in connection.execute("SELECT channel FROM summary WHERE until_ms < ?", (at_ms,)).fetchall():
        drop_summary(connection, old["channel"])
    connection.execute("DELETE FROM message WHERE at_ms < ?", (at_ms,))
    empty_before(connection, at_ms)


def count_messages(connection: Connection) -> dict[str, int]:
    """Return how many messages there are of each channel."""
    rows = connection.execute("SELECT channel, count(*) AS number FROM message GROUP BY channel ORDER BY channel")
    return {row["channel"]: row["number"] for row in rows}


def _is_echo(connection: Connection, channel: str, said: RememberedMessage, at_ms: int) -> bool:
    """Whether an own text is known; then the first message that shows it gives it its number."""
    own = keep_letters(said.text)
    lately = connection.execute(_OWN_LATELY, (channel, at_ms - _ECHO_MS, at_ms + _ECHO_MS, _LATELY)).fetchall()
    same = [known for known in lately if own and own in keep_letters(known["text"])]
    unnumbered = next((known["id"] for known in same if known["message"] is None), None)
    if unnumbered is not None:
        connection.execute("UPDATE OR IGNORE message SET message = ? WHERE id = ?", (said.message, unnumbered))
    return bool(same)


def _forget_summary_of(connection: Connection, channel: str, message: str) -> None:
    if connection.execute(_TELLS_OF, {"channel": channel, "message": message}).fetchone():
        drop_summary(connection, channel)
