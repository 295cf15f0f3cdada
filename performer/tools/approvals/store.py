"""The approvals in the database: calls that wait for a yes, and the audit of who pressed what."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial
from sqlite3 import Connection, Row
from typing import Final

from performer.core.clock import Clock
from performer.core.storable_text import drop_half_surrogates
from performer.core.storage import Store
from performer.core.text import parse_ms, to_ms
from performer.tools.approvals.approval import (
    ApprovalAuditEntry,
    ApprovalRequest,
    ApprovalStatus,
    Came,
    Decider,
    Decision,
)
from performer.tools.kept_calls import make_columns, read_fields, read_rows

_MOST_KEPT: Final = 1000
"""Calls that are over; older ones are forgotten, with their lines of the audit."""
_HIGHEST: Final = 2**63 - 1
"""SQLite has no higher numbers; a program may ask for any."""
_MOST_LINES: Final = 5000
"""Of the audit: whoever presses in vain again and again does not fill the disk."""

_ADD: Final = """
    INSERT INTO approval (
        state, tool, server, call, arguments, agent, lineage, why, channel, origin, said, asked_ms, until_ms
    ) VALUES (
        'pending', :tool, :server, :call, :arguments, :agent, :lineage, :why, :channel, :origin, :said, :asked_ms,
        :until_ms
    )
"""
_SETTLE: Final = """
    UPDATE approval SET state = :state
    WHERE id = :id AND state = 'pending' AND (:state = 'expired' OR until_ms > :at_ms)
"""
_NOTE: Final = """
    INSERT INTO audit (approval, at_ms, what, by_id, by_name, place)
    VALUES (:id, :at_ms, :what, :by_id, :by_name, :place)
"""
_WHO: Final = """
    SELECT by_name, place FROM audit WHERE approval = :id AND what IN ('approved', 'cancelled') ORDER BY id DESC LIMIT 1
"""
_FORGET: Final = (
    "DELETE FROM approval WHERE state NOT IN ('pending', 'approved') AND id <= (SELECT max(id) FROM approval) - :calls",
    "DELETE FROM audit WHERE id <= (SELECT max(id) FROM audit) - :lines",
)


class SqlApprovalStore:
    """Keeps approvals in a database; whatever has returned survives a power cut.

    Args:
        clock: Gives cues that are read again their instant.
        store: Where.
    """

    def __init__(self, clock: Clock, store: Store) -> None:
        self._clock = clock
        self._store = store

    async def add(self, parked: ApprovalRequest) -> int:
        """Keep a call that waits, and give its number."""
        return await self._store.write(partial(_add, parked), durable=True)

    async def asked(self, number: int, channel: str, message: str) -> None:
        """Keep which message of Discord's asks about it."""
        sql = "UPDATE approval SET asked_in = ?, asked_as = ? WHERE id = ?"
        await self._store.write(lambda it: it.execute(sql, (channel, message, number)).rowcount, durable=True)

    async def settle(self, number: int, decision: Decision, who: Decider | None, at: datetime) -> bool:
        """Decide of a call that still waits, and tell whether it was this that decided."""
        return await self._store.write(partial(_settle, number, decision, who, at), durable=True)

    async def finish(self, number: int, came: Came, at: datetime) -> None:
        """Keep what an approved call came to."""
        await self._store.write(partial(_finish, number, came, at), durable=True)

    async def refuse(self, number: int, who: Decider, at: datetime) -> None:
        """Keep that somebody pressed in vain."""
        await self._store.write(lambda it: _note(it, number, "refused", who, at), durable=True)

    async def fate(self, number: int) -> ApprovalStatus | None:
        """Tell how it stands with a call; None when it is not known."""
        if not 0 < number <= _HIGHEST:
            return None
        return await self._store.read(lambda it: _parse_status(it, number, self._clock.now()))

    async def waiting(self) -> Sequence[ApprovalRequest]:
        """Give those that wait, the oldest first."""
        return await self._in_state("pending")

    async def unfinished(self) -> Sequence[ApprovalRequest]:
        """Give those that were approved, and of which it is not known what they came to."""
        return await self._in_state("approved")

    async def audit(self, most: int) -> Sequence[ApprovalAuditEntry]:
        """Give the newest lines of the audit, the newest first."""
        sql = "SELECT * FROM audit ORDER BY id DESC LIMIT ?"
        return await self._store.read(lambda it: tuple(map(_add_audit_entry, it.execute(sql, (most,)))))

    async def _in_state(self, state: str) -> Sequence[ApprovalRequest]:
        at_s, sql = self._clock.now(), "SELECT * FROM approval WHERE state = ? ORDER BY id"
        return await self._store.read(lambda it: _read(it.execute(sql, (state,)), at_s))


def _add(parked: ApprovalRequest, database: Connection) -> int:
    row = {
        **make_columns(parked),
        "agent": drop_half_surrogates(parked.agent),
        "lineage": json.dumps(parked.lineage),
        "why": drop_half_surrogates(parked.why),
        "channel": parked.channel,
        "asked_ms": to_ms(parked.asked_at),
        "until_ms": to_ms(parked.until),
    }
    number = database.execute(_ADD, row).lastrowid
    assert number is not None, "a row that was added has a number"
    _note(database, number, "asked", None, parked.asked_at)
    for forget in _FORGET:
        database.execute(forget, {"calls": _MOST_KEPT, "lines": _MOST_LINES})
    return number


def _settle(number: int, decision: Decision, who: Decider | None, at: datetime, database: Connection) -> bool:
    changed = database.execute(_SETTLE, {"id": number, "state": decision, "at_ms": to_ms(at)}).rowcount
    if changed:
        _note(database, number, decision, who, at)
    return bool(changed)


def _finish(number: int, came: Came, at: datetime, database: Connection) -> None:
    sql = "UPDATE approval SET state = ? WHERE id = ? AND state = 'approved'"
    if database.execute(sql, (came, number)).rowcount:
        _note(database, number, came, None, at)


def _note(database: Connection, number: int, what: str, who: Decider | None, at: datetime) -> None:
    by = {"by_id": who.id, "by_name": drop_half_surrogates(who.name), "place": who.where} if who else _NOBODY
    database.execute(_NOTE, {"id": number, "at_ms": to_ms(at), "what": what, **by})


_NOBODY: Final = {"by_id": "", "by_name": "", "place": ""}


def _parse_status(database: Connection, number: int, at_s: float) -> ApprovalStatus | None:
    row = database.execute("SELECT * FROM approval WHERE id = ?", (number,)).fetchone()
    read = _read([row] if row else (), at_s)
    if not read:
        return None
    who = database.execute(_WHO, {"id": number}).fetchone()
    by = {"who": who["by_name"], "where": who["place"]} if who else {}
    return ApprovalStatus(parked=read[0], state=row["state"], **by)


def _read(rows: Iterable[Row], at_s: float) -> tuple[ApprovalRequest, ...]:
    """Read calls; nobody can decide of one that cannot be read."""
    return read_rows(rows, partial(_parse_request, at_s=at_s), "The approval")


def _parse_request(row: Row, at_s: float) -> ApprovalRequest:
    return ApprovalRequest(
        **read_fields(row, at_s),
        agent=row["agent"],
        lineage=_lineage_of(row["lineage"]),
        why=row["why"],
        channel=row["channel"],
        asked_at=parse_ms(row["asked_ms"]),
        until=parse_ms(row["until_ms"]),
        asked_in=row["asked_in"],
        asked_as=row["asked_as"],
    )


def _lineage_of(text: str) -> tuple[str, ...]:
    """Read which prototypes led to a call.

    Raises:
        ValueError: when a bit of it has flipped on the disk: it is never run with more than its maker has.
    """
    read = json.loads(text)
    if not isinstance(read, list) or not all(isinstance(name, str) for name in read):
        raise ValueError("who made it is no list of names")
    return tuple(read)


def _add_audit_entry(row: Row) -> ApprovalAuditEntry:
    return ApprovalAuditEntry(
        approval=row["approval"],
        at=parse_ms(row["at_ms"]),
        what=row["what"],
        name=row["by_name"],
        id=row["by_id"],
        where=row["place"],
    )
