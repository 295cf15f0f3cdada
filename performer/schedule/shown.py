"""Times of plans as people read them: how often, when, and how far off."""

from datetime import datetime, timedelta

from performer.schedule.rhythm import Cron, Every, Rhythm
from performer.schedule.zones import local, zone_named


def shown_rhythm(rhythm: Rhythm) -> str:
    """Write how often something comes, to be followed by an instant."""
    match rhythm:
        case Every(minutes=minutes):
            return f"every {in_short(timedelta(minutes=minutes))}, next "
        case Cron(spec=spec):
            return f"again and again ({spec}: {rhythm.explained()}), next "
        case _:
            return "once, "


def shown_instant(at: datetime, zone: str, now: datetime) -> str:
    """Write an instant by the clocks of a zone, and how far off it is."""
    there = local(at, zone_named(zone))
    seconds = f":{there:%S}" if there.second else ""
    where = zone or f"this computer's time, UTC{there:%z}"
    ahead = f"in {in_short(at - now)}" if at > now else "now"
    return f"{there:%A} {there.day} {there:%B %Y %H:%M}{seconds} ({where}), {ahead}"


def in_short(span: timedelta) -> str:
    """Write a span of time by its two largest units: `3 h 12 min`."""
    left, parts = max(round(span.total_seconds()), 0), []
    for unit, size in (("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)):
        count, left = divmod(left, size)
        if count:
            parts.append(f"{count} {unit}")
        elif parts:
            break
    return " ".join(parts[:2]) or "0 s"
