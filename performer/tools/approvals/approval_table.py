"""The approvals in the database: calls that wait for a yes, and the audit of who answered what."""

from datetime import datetime
from functools import partial
from sqlite3 import Connection, Row
from typing import Final

from performer.core.storable_text import drop_half_surrogates
from performer.core.text import parse_ms, to_ms
from performer.tools.approvals.approval import (
    ApprovalAuditEntry,
    ApprovalRequest,
    ApprovalStatus,
    Came,
    Decider,
    Decision,
)
from performer.tools.persistent_calls import PersistentCallTable, drop_data_in_json

_MOST_KEPT: Final = 1000
"""Calls that are over; older ones are forgotten, with their lines of the audit."""
_HIGHEST: Final = 2**63 - 1
"""SQLite has no higher numbers; a program may ask for any."""
_MOST_LINES: Final = 5000
"""Most lines of the audit: somebody who answers in vain again and again does not fill the disk."""

_SETTLE: Final = """
    UPDATE approval SET state = :state
    WHERE id = :id AND state = 'pending' AND (:state = 'expired' OR until_ms > :at_ms)
"""
_NOTE: Final = "INSERT INTO audit (approval, at_ms, what, by_id, by_name, place) VALUES (?, ?, ?, ?, ?, ?)"
_WHO: Final = """
    SELECT by_name, place FROM audit WHERE approval = ? AND what IN ('approved', 'cancelled') ORDER BY id DESC LIMIT 1
"""
_FORGET: Final = (
    "DELETE FROM approval WHERE state NOT IN ('pending', 'approved') AND id <= (SELECT max(id) FROM approval) - :calls",
    "DELETE FROM audit WHERE id <= (SELECT max(id) FROM audit) - :lines",
)


class ApprovalTable(PersistentCallTable[ApprovalRequest]):
    """The table of approvals, and its audit."""

    kind = ApprovalRequest
    table = "approval"
    first_state = "pending"
    keeps_data = True  # the yes may come after a restart, and then it is made as it was asked for

    async def asked(self, number: int, channel: str, message: str) -> None:
        """Keep which message of Discord asks about a call."""
        sql = "UPDATE approval SET asked_in = ?, asked_as = ? WHERE id = ?"
        await self._store.write(lambda it: it.execute(sql, (channel, message, number)).rowcount, durable=True)

    async def settle(self, number: int, decision: Decision, who: Decider | None, at: datetime) -> bool:
        """Decide a call that waits and whose time is not over; return whether it was this that decided.

        Of all who try one wins. `expired` decides whatever the time is.
        """
        return await self._store.write(partial(_settle, number, decision, who, at), durable=True)

    async def finish(self, number: int, came: Came, at: datetime) -> None:
        """Keep what an approved call came to."""
        await self._store.write(partial(_finish, number, came, at), durable=True)

    async def refuse(self, number: int, who: Decider, at: datetime) -> None:
        """Write into the audit that somebody answered in vain."""
        await self._store.write(lambda it: _note(it, number, "refused", who, at), durable=True)

    async def fate(self, number: int) -> ApprovalStatus | None:
        """Return a call and its state; None when it is not known."""
        if not 0 < number <= _HIGHEST:
            return None
        return await self._store.read(partial(self._find_status, number))

    async def audit(self, most: int) -> tuple[ApprovalAuditEntry, ...]:
        """Return the newest lines of the audit, the newest first."""
        sql = (
            "SELECT audit.*, approval.tool FROM audit LEFT JOIN approval ON approval.id = audit.approval"
            " ORDER BY audit.id DESC LIMIT ?"
        )
        return await self._store.read(lambda it: tuple(map(_parse_audit_entry, it.execute(sql, (most,)))))

    def _add(self, call: ApprovalRequest, database: Connection) -> int:
        number = super()._add(call, database)
        _note(database, number, "asked", None, call.asked_at)
        for forget in _FORGET:
            database.execute(forget, {"calls": _MOST_KEPT, "lines": _MOST_LINES})
        return number

    def _find_status(self, number: int, database: Connection) -> ApprovalStatus | None:
        rows = database.execute("SELECT * FROM approval WHERE id = ?", (number,)).fetchall()
        who = database.execute(_WHO, (number,)).fetchone()
        by = {"who": who["by_name"], "where": who["place"]} if who else {}
        return next((ApprovalStatus(parked=each, state=rows[0]["state"], **by) for each in self._parse(rows)), None)


def _settle(number: int, decision: Decision, who: Decider | None, at: datetime, database: Connection) -> bool:
    changed = database.execute(_SETTLE, {"id": number, "state": decision, "at_ms": to_ms(at)}).rowcount
    if changed:
        _note(database, number, decision, who, at)
    if changed and decision != "approved":
        _drop_data(number, database)
    return bool(changed)


def _finish(number: int, came: Came, at: datetime, database: Connection) -> None:
    sql = "UPDATE approval SET state = ? WHERE id = ? AND state = 'approved'"
    if database.execute(sql, (came, number)).rowcount:
        _note(database, number, came, None, at)
        _drop_data(number, database)


def _drop_data(number: int, database: Connection) -> None:
    """Remove pictures from the arguments of a call that is over."""
    (stored,) = database.execute("SELECT arguments FROM approval WHERE id = ?", (number,)).fetchone()
    database.execute("UPDATE approval SET arguments = ? WHERE id = ?", (drop_data_in_json(stored), number))


def _note(database: Connection, number: int, what: str, who: Decider | None, at: datetime) -> None:
    by = (who.id, drop_half_surrogates(who.name), who.where) if who else ("", "", "")
    database.execute(_NOTE, (number, to_ms(at), what, *by))


def _parse_audit_entry(row: Row) -> ApprovalAuditEntry:
    return ApprovalAuditEntry(
        approval=row["approval"],
        at=parse_ms(row["at_ms"]),
        what=row["what"],
        name=row["by_name"],
        id=row["by_id"],
        where=row["place"],
        tool=row["tool"] or "",
    )
