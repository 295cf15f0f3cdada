"""Forgetting on somebody's wish: nothing comes back when a channel is read again, nor stays in an old approval.

All of it runs in the database's thread, inside the transaction of whoever asks.
"""

from sqlite3 import Connection
from typing import Final

from performer.core.remembered_conversation import RememberedMessage

_PREFIX: Final = "forgotten "
_ANYBODY: Final = f"{_PREFIX}person"
_COMES_BACK_MS: Final = 2 * 3_600_000
"""What was said longer ago is not read again from a channel."""
_MARK: Final = """
    INSERT INTO kept VALUES (?, ?)
    ON CONFLICT (name) DO UPDATE SET value = max(CAST(value AS INTEGER), CAST(excluded.value AS INTEGER))
"""
_UNMARK: Final = "DELETE FROM kept WHERE substr(name, 1, length(?)) = ? AND CAST(value AS INTEGER) < ?"
_IS_MARKED: Final = "SELECT 1 FROM kept WHERE name IN (?, ?) AND CAST(value AS INTEGER) > ?"
_EMPTY: Final = """
    UPDATE approval SET arguments = '{}', why = '(forgotten)', origin = '', said = ''
    WHERE state NOT IN ('pending', 'approved') AND why <> '(forgotten)'
"""
_OF_CHANNEL: Final = f"{_EMPTY} AND channel = ?"
_BEFORE: Final = f"{_EMPTY} AND asked_ms < ?"
_OF_PERSON: Final = f"""{_EMPTY} AND EXISTS (
    SELECT 1 FROM json_each(CASE WHEN json_valid(origin) THEN origin ELSE '{{}}' END, '$.lines')
    WHERE json_extract(json_each.value, '$.author_id') = ?
)"""  # noqa: S608  made of constants alone


def mark_channel_forgotten(connection: Connection, channel: str, now_ms: int) -> None:
    """Mark what was said in a channel before now as forgotten, and empty its approvals that are over."""
    _mark(connection, now_ms, f"{_PREFIX}in {channel}")
    connection.execute(_OF_CHANNEL, (channel,))


def mark_person_forgotten(connection: Connection, author_id: str, now_ms: int) -> None:
    """Mark what a person said before now, and the answers to it, as forgotten; empty approvals too."""
    _mark(connection, now_ms, _name_person_mark(author_id), _ANYBODY)
    connection.execute(_OF_PERSON, (author_id,))


def empty_before(connection: Connection, at_ms: int) -> None:
    """Remove the words of approvals that are over and older than an instant, and the marks of before then."""
    connection.execute(_BEFORE, (at_ms,))
    connection.execute(_UNMARK, (_PREFIX, _PREFIX, at_ms))


def is_forgotten(connection: Connection, channel: str, said: RememberedMessage, at_ms: int) -> bool:
    """Whether a message is one that somebody wanted forgotten.

    Whom an own message answered nobody can tell any more: while a person's are not to come back, none of them does.
    """
    whose = _name_person_mark(said.author_id) if said.role == "user" else _ANYBODY
    return connection.execute(_IS_MARKED, (f"{_PREFIX}in {channel}", whose, at_ms)).fetchone() is not None


def _mark(connection: Connection, now_ms: int, *names: str) -> None:
    connection.execute(_UNMARK, (_PREFIX, _PREFIX, now_ms - _COMES_BACK_MS))
    connection.executemany(_MARK, [(name, str(now_ms)) for name in names])


def _name_person_mark(author_id: str) -> str:
    return f"{_PREFIX}person {author_id}"
