"""Instants of wall time as they are written down, in UTC: whole milliseconds in the database, ISO 8601 in JSON."""

from datetime import UTC, datetime, timedelta
from typing import Final, Literal

_BEGAN: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)


def ms_of(at: datetime) -> int:
    """Write an instant as whole milliseconds since 1970; what is less than one is left out."""
    return (at - _BEGAN) // _MILLISECOND


def instant_of(ms: int) -> datetime:
    """Read what `ms_of` wrote."""
    return _BEGAN + ms * _MILLISECOND


def iso_of(at: datetime, timespec: Literal["seconds", "milliseconds"] = "seconds") -> str:
    """Write an instant of UTC as JSON has it, such as `2026-11-22T13:37:00Z`."""
    return at.isoformat(timespec=timespec).replace("+00:00", "Z")
