"""Answers that are not whole at Discord yet, kept in the database: the next run sends them, and none of them twice."""

import itertools
from collections.abc import Callable
from datetime import timedelta
from sqlite3 import Connection, Row
from typing import Final

from performer.chats.discord.mirror.message import MirrorMessage
from performer.core.clock import Clock
from performer.core.storage import Store
from performer.core.text import parse_ms, to_ms
from performer.core.values import dataclass

_PUT: Final = "INSERT OR REPLACE INTO posting VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_ALL: Final = "SELECT * FROM posting ORDER BY at_ms, nonce"


@dataclass(frozen=True, kw_only=True)
class KeptMessage:
    """A message of an earlier run, and the channel that it was written for."""

    channel: str
    message: MirrorMessage


class KeptMessages:
    """Keeps messages by their nonces until they are whole at Discord; without a store nothing outlives this process."""

    def __init__(self, clock: Clock, store: Store | None = None) -> None:
        self._clock = clock
        self._store = store
        self._began_ms = to_ms(clock.utc())
        self._numbers = itertools.count()

    def make_nonce(self) -> str:
        """Return a nonce that no message of this run or of an earlier one has; it is its row's name as well."""
        return f"m{self._began_ms:x}-{next(self._numbers):x}"

    def put(self, channel: str, message: MirrorMessage) -> None:
        """Keep a message as it is wanted now, soon."""
        if self._store:
            self._store.later(self._write(channel, message))

    async def begin(self, channel: str, message: MirrorMessage) -> None:
        """Keep a message that is about to be sent; this is done when it returns."""
        if self._store:
            await self._store.write(self._write(channel, message))

    def drop(self, message: MirrorMessage) -> None:
        """Forget a message: it is whole at Discord, or will never be."""
        if self._store:
            nonce = message.nonce
            self._store.later(lambda it: it.execute("DELETE FROM posting WHERE nonce = ?", (nonce,)))

    async def read(self) -> list[KeptMessage]:
        """Return what earlier runs have left, the oldest first; each stays until it is put anew or dropped."""
        if self._store is None:
            return []
        rows = await self._store.read(lambda it: it.execute(_ALL).fetchall())
        return [KeptMessage(channel=row["channel_id"], message=self._parse(row)) for row in rows]

    def _write(self, channel: str, message: MirrorMessage) -> Callable[[Connection], None]:
        at = self._clock.utc() - timedelta(seconds=self._clock.now() - message.put_s)
        sent = (message.tried or message.written)[0]
        row = (message.nonce, channel, message.reply_to, message.text, sent, message.id, message.worth_s, to_ms(at))

        def write(connection: Connection) -> None:
            connection.execute(_PUT, row)

        return write

    def _parse(self, row: Row) -> MirrorMessage:
        age_s = (self._clock.utc() - parse_ms(row["at_ms"])).total_seconds()
        message = MirrorMessage(
            text=row["text"],
            reply_to=row["reply_to"],
            is_answer=True,
            nonce=row["nonce"],
            put_s=self._clock.now() - age_s,
            due_s=self._clock.now(),
            worth_s=row["worth_s"],
        )
        message.id = row["message_id"]
        if message.id:
            message.state, message.written = "there", (row["sent"], ())
        elif row["sent"]:
            message.tried = (row["sent"], ())
        return message
