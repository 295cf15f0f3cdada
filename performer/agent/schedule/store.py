"""The schedule in the database: plans, and the runs that were claimed of them."""

import logging
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial
from sqlite3 import Connection, Row
from typing import Final

from performer.agent.schedule.plan import DETAILS, MOST_PLANS, DuePlan, Plan
from performer.agent.schedule.recurrence import Recurrence, parse_recurrence
from performer.agent.schedule.time_zones import find_zone
from performer.core.cues import ScheduleCue
from performer.core.cues_json import format_cue_json
from performer.core.errors import PerformerError, ServiceError
from performer.core.own_text import own
from performer.core.storage import Store
from performer.core.text import parse_ms, to_ms

_log = logging.getLogger(__name__)

ON_TIME: Final = timedelta(minutes=5)
"""What nobody looked at for longer was missed: the computer slept, or nobody performed."""
_KEPT: Final = timedelta(days=30)
"""Runs that are over are forgotten after this long."""
_MOST_COUNTED: Final = 99
_LONG_AGO: Final = parse_ms(0)

_ADD: Final = """
    INSERT INTO plan (kind, spec, zone, prompt, channel, by_id, by_name, is_own, catches_up, next_ms, made_ms)
    VALUES (:kind, :spec, :zone, :prompt, :channel, :by_id, :by_name, :is_own, :catches_up, :next_ms, :made_ms)
"""
_DUE: Final = "SELECT * FROM plan WHERE next_ms <= :now_ms ORDER BY next_ms, id LIMIT :most"
_RUN: Final = "INSERT OR IGNORE INTO run (plan, due_ms, claimed_ms, state) VALUES (:plan, :due_ms, :now_ms, 'claimed')"
_CUE: Final = "INSERT INTO cue (id, kind, body, at_ms) VALUES (:id, 'schedule', :body, :now_ms)"
_LOST: Final = """
    SELECT plan.*, run.due_ms FROM run JOIN plan ON plan.id = run.plan
    LEFT JOIN cue ON cue.id = 'plan-' || run.plan || '-' || run.due_ms
    WHERE run.state = 'claimed' AND cue.id IS NULL
    ORDER BY run.due_ms
"""
_TOO_LATE: Final = """
    SELECT plan.*, run.due_ms FROM run JOIN plan ON plan.id = run.plan
    JOIN cue ON cue.id = 'plan-' || run.plan || '-' || run.due_ms
    WHERE plan.catches_up = 0 AND run.due_ms < :before_ms
"""


class SqlPlanStore:
    """Keeps plans in a database; whatever has returned survives a power cut."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, plan: Plan, *, most_here: int | None = None) -> int:
        """Keep a plan and return its number, which no other plan ever had.

        `most_here` is how many that are not the streamer's own may be in its channel, with this one.

        Raises:
            ServiceError: when there are MOST_PLANS already, or so many in its channel.
        """
        return await self._store.write(partial(_add, plan, most_here), durable=True)

    async def plans(self) -> Sequence[Plan]:
        """Return all that have a time before them, the soonest first."""
        sql = "SELECT * FROM plan WHERE next_ms IS NOT NULL ORDER BY next_ms, id"
        rows = await self._store.read(lambda it: it.execute(sql).fetchall())
        return [plan for plan in map(_plan, rows) if plan]

    async def remove(self, number: int) -> bool:
        """Remove a plan, and what of it waits for its turn; False when there is none of this number."""
        return await self._store.write(partial(_remove, number), durable=True)

    async def claim(self, now: datetime, *, at_s: float, most: int) -> Sequence[DuePlan]:
        """Return the times that have come, the oldest first, in one transaction: none of them is ever returned again.

        `at_s` is the instant that the cues bear.
        """
        if not await self._store.read(lambda it: it.execute(_DUE, {"now_ms": to_ms(now), "most": 1}).fetchone()):
            return ()
        return await self._store.write(partial(_claim, now, at_s, most), durable=True)

    async def lost(self, now: datetime) -> Sequence[DuePlan]:
        """Return the runs that had begun and were not finished when the performer ended, until `end_lost`.

        So is what waited for its turn since a time that is missed by now, of a plan that skips those (`was_missed`).
        """
        return await self._store.read(partial(_lost, now))

    async def end_lost(self, now: datetime) -> None:
        """Drop what `lost` returned for the same `now`: it is over, and was told."""
        await self._store.write(partial(_end_lost, now), durable=True)


def format_run_id(plan: int, due_ms: int) -> str:
    """Name the cue of a run."""
    return f"plan-{plan}-{due_ms}"


def finish_run(id_: str, connection: Connection) -> None:
    """Note that the turn of a run is over, or will never be; an id that is no run's changes nothing."""
    kind, _, run = id_.partition("-")
    plan, _, due_ms = run.partition("-")
    if kind != "plan" or not (plan.isdecimal() and due_ms.isdecimal()):
        return
    connection.execute("UPDATE run SET state = 'taken' WHERE plan = ? AND due_ms = ?", (int(plan), int(due_ms)))
    connection.execute("DELETE FROM plan WHERE id = ? AND next_ms IS NULL", (int(plan),))


def _add(plan: Plan, most_here: int | None, connection: Connection) -> int:
    _check_room(plan, most_here, connection)
    row = {name: getattr(plan, name) for name in (*DETAILS, "zone")} | {
        "kind": plan.rhythm.kind,
        "spec": plan.rhythm.spec,
        "next_ms": to_ms(plan.next_at),
        "made_ms": to_ms(plan.made_at),
    }
    number = connection.execute(_ADD, row).lastrowid
    assert number is not None
    return number


def _check_room(plan: Plan, most_here: int | None, connection: Connection) -> None:
    here = "SELECT count(*) FROM plan WHERE next_ms IS NOT NULL AND is_own = 0 AND channel = ?"
    everywhere = "SELECT count(*) FROM plan WHERE next_ms IS NOT NULL"
    if most_here is not None and connection.execute(here, (plan.channel,)).fetchone()[0] >= most_here:
        raise ServiceError(
            own("{most_here} things are planned here already: remove one first.", most_here=most_here), retry=False
        )
    if connection.execute(everywhere).fetchone()[0] >= MOST_PLANS:
        raise ServiceError(
            own("{most_plans} things are planned already: remove one first.", most_plans=MOST_PLANS), retry=False
        )


def _remove(number: int, connection: Connection) -> bool:
    waiting = "DELETE FROM cue WHERE id IN (SELECT 'plan-' || plan || '-' || due_ms FROM run WHERE plan = ?)"
    connection.execute(waiting, (number,))
    connection.execute("UPDATE run SET state = 'taken' WHERE plan = ?", (number,))
    gone = connection.execute("DELETE FROM plan WHERE id = ? AND next_ms IS NOT NULL", (number,))
    return gone.rowcount > 0


def _claim(now: datetime, at_s: float, most: int, connection: Connection) -> list[DuePlan]:
    forgotten = "DELETE FROM run WHERE state <> 'claimed' AND claimed_ms < ?"
    connection.execute(forgotten, (to_ms(now - _KEPT),))
    due = connection.execute(_DUE, {"now_ms": to_ms(now), "most": most}).fetchall()
    return [firing for row in due if (firing := _fire(row, now, at_s, connection))]


def _fire(row: Row, now: datetime, at_s: float, connection: Connection) -> DuePlan | None:
    """Claim the time of one plan, and write when it comes next; None when it was claimed before."""
    plan = _plan(row)
    if plan is None:
        connection.execute("UPDATE plan SET next_ms = NULL WHERE id = ?", (row["id"],))
        return None
    due_at = plan.next_at
    left_out, next_at = _next(plan.rhythm, due_at, now)
    was_missed = now - due_at > ON_TIME
    fires = plan.catches_up or not was_missed
    connection.execute("UPDATE plan SET next_ms = ? WHERE id = ?", (to_ms(next_at) if next_at else None, plan.number))
    run = {"plan": plan.number, "due_ms": to_ms(due_at), "now_ms": to_ms(now)}
    if not connection.execute(_RUN, run).rowcount:
        return None
    id_ = format_run_id(plan.number, to_ms(due_at))
    cue = ScheduleCue(text=plan.prompt, at_s=at_s, channel=plan.channel, is_own=plan.is_own, id=id_)
    if fires:
        connection.execute(_CUE, {"id": id_, "body": format_cue_json(cue), "now_ms": to_ms(now)})
    else:
        finish_run(id_, connection)
    return DuePlan(plan=plan, due_at=due_at, cue=cue if fires else None, was_missed=was_missed, left_out=left_out)


def _next(rhythm: Recurrence, due_at: datetime, now: datetime) -> tuple[int, datetime | None]:
    """Count the further times that are over, and find the first that is not."""
    left_out, at = 0, due_at
    while left_out < _MOST_COUNTED:
        later = rhythm.after(at, due_at)
        if later is None or later > now:
            return left_out, later
        left_out, at = left_out + 1, later
    return left_out, rhythm.after(now, due_at)


def _lost(now: datetime, connection: Connection) -> list[DuePlan]:
    too_late, broken_off = _too_late(now, connection), connection.execute(_LOST).fetchall()
    return [*_ended(too_late, now, was_missed=True), *_ended(broken_off, now, was_missed=False)]


def _end_lost(now: datetime, connection: Connection) -> None:
    for row in _too_late(now, connection):
        id_ = format_run_id(row["id"], row["due_ms"])
        connection.execute("DELETE FROM cue WHERE id = ?", (id_,))
        finish_run(id_, connection)
    for row in connection.execute(_LOST).fetchall():
        connection.execute("UPDATE run SET state = 'lost' WHERE plan = ? AND due_ms = ?", (row["id"], row["due_ms"]))
    connection.execute(
        "DELETE FROM plan WHERE next_ms IS NULL AND id NOT IN (SELECT plan FROM run WHERE state = 'claimed')"
    )


def _too_late(now: datetime, connection: Connection) -> Sequence[Row]:
    return connection.execute(_TOO_LATE, {"before_ms": to_ms(now - ON_TIME)}).fetchall()


def _ended(rows: Sequence[Row], now: datetime, *, was_missed: bool) -> Iterator[DuePlan]:
    for row in rows:
        plan = _plan(row, now)
        if plan is not None:
            yield DuePlan(plan=plan, due_at=parse_ms(row["due_ms"]), cue=None, was_missed=was_missed)


def _plan(row: Row, now: datetime = _LONG_AGO) -> Plan | None:
    """Read a plan; None, and told, when nobody can."""
    try:
        return Plan(
            number=row["id"],
            rhythm=parse_recurrence(row["kind"], row["spec"], find_zone(row["zone"])),
            zone=row["zone"],
            **{name: row[name] for name in DETAILS} | {name: bool(row[name]) for name in ("is_own", "catches_up")},
            next_at=parse_ms(row["next_ms"]) if row["next_ms"] is not None else now,
            made_at=parse_ms(row["made_ms"]),
        )
    except (ValueError, OverflowError, PerformerError) as error:
        _log.warning("Plan %s cannot be read (%s); it is left out.", row["id"], error)
        return None
