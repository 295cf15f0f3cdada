"""Rows of the database as the house's own values."""

from sqlite3 import Connection, Row
from typing import Final

from performer.instants import instant_of
from performer.recollection import Said

_LAST: Final = "SELECT * FROM message WHERE channel = ? AND at_ms >= ? ORDER BY at_ms DESC, id DESC LIMIT ?"


def said_of(row: Row) -> Said:
    """Read a message."""
    return Said(
        role=row["role"],
        text=row["text"],
        at=instant_of(row["at_ms"]),
        author=row["author"],
        author_id=row["author_id"],
        message=row["message"] or "",
        reply_to=row["reply_to"],
        pictures=row["pictures"],
        tool=row["tool"],
        arguments=row["arguments"],
        result=row["result"],
    )


def last(connection: Connection, channel: str, since_ms: int, most: int) -> list[Said]:
    """Read the last messages of a channel, the newest first."""
    return [said_of(row) for row in connection.execute(_LAST, (channel, since_ms, most))]
