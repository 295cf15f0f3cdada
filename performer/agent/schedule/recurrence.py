"""Rhythms: when a plan fires, once or again and again, as they are understood and as they are kept."""

from datetime import UTC, datetime, timedelta, tzinfo
from itertools import islice
from typing import Final, Literal

from cronsim import CronSim, CronSimError

from performer.agent.schedule.time_zones import find_instant, find_instants
from performer.core.errors import ConfigError
from performer.core.own_text import own
from performer.core.text import format_near_miss
from performer.core.values import dataclass

_FIELDS: Final = 5
_ALIASES: Final = {
    "@hourly": "0 * * * *",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@weekly": "0 0 * * 0",
    "@monthly": "0 0 1 * *",
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
}
_CHANGE: Final = timedelta(hours=3)
"""More than any clock has been set back or forward at once for summer's sake."""
_MOST_LOOKED_AT: Final = 2000


@dataclass(frozen=True, kw_only=True)
class Once:
    """At one instant.

    As of every recurrence, `kind` and `spec` are what the database keeps, and `after` returns the first instant after
    `now`, in UTC, where it last fired or would have at `last`; None: no more.
    """

    at: datetime
    """In UTC."""
    kind: Literal["once"] = "once"

    @property
    def spec(self) -> str:
        """Write the instant."""
        return self.at.isoformat()

    def after(self, now: datetime, last: datetime) -> datetime | None:  # noqa: ARG002  as the port has it
        """Return the instant while it lies ahead."""
        return self.at if self.at > now else None


@dataclass(frozen=True, kw_only=True)
class Every:
    """Again and again after so many minutes, whatever the clocks on the wall do."""

    minutes: int
    kind: Literal["every"] = "every"

    @property
    def spec(self) -> str:
        """Write the minutes."""
        return str(self.minutes)

    def after(self, now: datetime, last: datetime) -> datetime:
        """Return the next of the instants that began with the first one."""
        step = timedelta(minutes=self.minutes)
        missed = max((now - last) // step, 0)
        return last + (missed + 1) * step


@dataclass(frozen=True, kw_only=True)
class Cron:
    """At the wall times that five fields name, as Debian's cron has it where the clocks change.

    CronSim gives these by a clock that never changes.

    What names an hour and a minute fires once a day that has it: after the gap if it lies in one, and at the first of
    two. What goes on all day or all hour fires by the clock on the wall, twice if that shows a time twice.
    """

    spec: str
    zone: tzinfo | None
    kind: Literal["cron"] = "cron"

    @classmethod
    def read(cls, text: str, zone: tzinfo | None) -> "Cron":
        """Read five fields, or a name such as @daily; raise ConfigError when they are none, or would never fire."""
        spec = " ".join(text.upper().split())
        if text.startswith("@"):
            return cls(spec=_named(text), zone=zone)
        count = len(spec.split())
        if count != _FIELDS:
            what = "six fields: seconds are not offered" if count > _FIELDS else f"{count} fields"
            raise ConfigError(
                own(
                    "The time '{text:.80}' has {what}. Expected five: minute hour day month weekday.",
                    text=text,
                    what=what,
                )
            )
        try:
            next(CronSim(spec, datetime(2026, 1, 1)))  # noqa: DTZ001  any wall time
        except CronSimError as error:
            raise ConfigError(
                own(
                    "The time '{text:.80}' would never come, or is none: {why}. "
                    "Expected five fields, such as 30 21 * * FRI.",
                    text=text,
                    why=str(error).lower(),
                )
            ) from None
        except StopIteration:
            raise ConfigError(
                own("The time '{text:.80}' would never come: no year has such a day.", text=text)
            ) from None
        return cls(spec=spec, zone=zone)

    def after(self, now: datetime, last: datetime) -> datetime | None:  # noqa: ARG002  as the port has it
        """Return the first instant after `now`; None when there is none in fifty years."""
        wall = next(CronSim(self.spec, _wall(now, self.zone)), None)
        there = find_instants(wall, self.zone) if wall else ()
        if wall and len(there) == 1 and self._is_even(now):
            return there[0]
        return self._after_a_change(now)

    def _is_even(self, now: datetime) -> bool:
        """Return whether the clocks change neither shortly before nor shortly after an instant."""
        return (now - _CHANGE).astimezone(self.zone).utcoffset() == (now + _CHANGE).astimezone(self.zone).utcoffset()

    def _after_a_change(self, now: datetime) -> datetime | None:
        """Look at every wall time that may come next, for they come in another order than they are written."""
        found: datetime | None = None
        for wall in islice(CronSim(self.spec, _wall(now - _CHANGE, self.zone)), _MOST_LOOKED_AT):
            first = find_instant(wall, self.zone)[0]
            if found and first > found + _CHANGE:
                break
            for each in self._instants(wall, first):
                if each > now and (found is None or each < found):
                    found = each
        return found

    def explained(self) -> str:
        """Put it in English."""
        return CronSim(self.spec, datetime(2026, 1, 1)).explain()  # noqa: DTZ001  any wall time

    def _instants(self, wall: datetime, first: datetime) -> tuple[datetime, ...]:
        minute, hour, *_ = self.spec.split()
        goes_on = minute.startswith("*") or hour.startswith("*")
        return find_instants(wall, self.zone) if goes_on else (first,)


Recurrence = Once | Every | Cron
"""When a plan fires; a value."""


def _wall(at: datetime, zone: tzinfo | None) -> datetime:
    return at.astimezone(zone).replace(tzinfo=None)


def _named(alias: str) -> str:
    spec = _ALIASES.get(alias.lower())
    if spec is None:
        raise ConfigError(
            own("There is no time '{alias:.80}'. {lower}", alias=alias, lower=format_near_miss(alias.lower(), _ALIASES))
        )
    return spec


def parse_recurrence(kind: str, spec: str, zone: tzinfo | None) -> Recurrence:
    """Read what a rhythm is kept as; raise ValueError when it is nothing of ours."""
    match kind:
        case "once":
            return Once(at=datetime.fromisoformat(spec).astimezone(UTC))
        case "every":
            return Every(minutes=max(int(spec), 1))
        case "cron":
            return Cron(spec=spec, zone=zone)
        case _:
            raise ValueError(f"no kind of plan: {kind!r:.40}")
