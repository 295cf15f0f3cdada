"""Time zones: found by name, or the system's own; and wall times, right where the clocks change."""

import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from performer.core.errors import ConfigError
from performer.core.own_text import own

_LOCALTIME: Final = Path("/etc/localtime")
_FOLDER: Final = "zoneinfo/"
_A_MINUTE: Final = timedelta(minutes=1)


def find_zone(name: str) -> tzinfo | None:
    """Find a zone by its name, such as Europe/Berlin; None, the system's own, for an empty one.

    The system itself knows the rules of its own, whose name is not to be had on Windows.

    Raises:
        ConfigError: when there is none of this name.
    """
    if not name:
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ConfigError(
            own(
                "The time zone has value '{name:.60}'. Expected a name such as Europe/Berlin or UTC; "
                "empty is this computer's own.",
                name=name,
            )
        ) from None


def find_system_name(environ: Mapping[str, str] = os.environ, localtime: Path = _LOCALTIME) -> str:
    """Return the name of the system's zone; empty where it is not to be had."""
    said = environ.get("TZ", "").removeprefix(":")
    linked = str(localtime.resolve()).partition(_FOLDER)[2] if localtime.is_symlink() else ""
    for name in filter(None, (said, linked)):
        with suppress(ConfigError):
            find_zone(name)
            return name
    return ""


def find_instants(wall: datetime, zone: tzinfo | None) -> tuple[datetime, ...]:
    """Return the instants, in UTC, at which the clocks on the wall show this: none, one or two."""
    plain = wall.replace(tzinfo=None)
    found = {plain.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1)}
    return tuple(sorted(each for each in found if each.astimezone(zone).replace(tzinfo=None) == plain))


def find_instant(wall: datetime, zone: tzinfo | None) -> tuple[datetime, str]:
    """Return the instant of a wall time in UTC, and what has to be told of it, if anything.

    Where the clocks go back, it is the first of the two; where they go forward over it, the first moment after that.
    """
    shown = f"{wall:%H:%M}"
    match find_instants(wall, zone):
        case (only,):
            return only, ""
        case (first, *_):
            return first, f"{shown} comes twice on that day, for the clocks go back; the first is meant"
        case _:
            after = _after_the_gap(wall, zone)
            there = f"{after.astimezone(zone):%H:%M}"
            return after, f"there is no {shown} on that day, for the clocks go forward; it will be at {there}"


def _after_the_gap(wall: datetime, zone: tzinfo | None) -> datetime:
    """Find the first instant after a gap in which a wall time would lie."""
    end = wall.replace(second=0, microsecond=0)
    while not find_instants(end, zone):
        end += _A_MINUTE
    return find_instants(end, zone)[0]
