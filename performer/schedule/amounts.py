"""Amounts of time in words: `1 hour and 30 minutes`, `half an hour`, and the `15 minutes` of `every 15 minutes`."""

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from performer.schedule.vocabulary import NUMBERS, UNITS

LONGEST: Final = timedelta(days=5 * 366)
"""Nothing is planned for later."""
_MOST_EVERY_MIN: Final = 31 * 24 * 60
_NUMBER: Final = re.compile(r"\d{1,6}", re.ASCII)


def amount(words: Sequence[str]) -> tuple[int | None, int]:
    """Add up `2 days 1 hour and 30 minutes`, as days and seconds; None when it is no such thing.

    Raises:
        ValueError: when it is more than LONGEST.
    """
    days, seconds, left, found = 0, 0, [word for word in words if word != "and"], False
    while left:
        count, used = _count(left)
        unit = left[used] if used < len(left) else ""
        if not count or unit not in UNITS:
            return None, 0
        span = round(count * UNITS[unit])
        if unit in {"day", "week"} and count == int(count):
            days += span // UNITS["day"]
        else:
            seconds += span
        left, found = left[used + 1 :], True
    if timedelta(days=days, seconds=seconds) > LONGEST:
        raise ValueError("that is more than five years off")
    return (days if found else None), seconds


def every_minutes(words: Sequence[str]) -> int:
    """Read `15 minutes`, `hour` or `2 hours`; 0 when it is anything else.

    Raises:
        ValueError: when it is no whole number of minutes, or more than 31 days.
    """
    if not words:
        return 0
    count, used = _count(words)
    if not used:
        count = 1
    if len(words) != used + 1 or words[used] not in UNITS or (not used and words[used] in {"day", "week"}):
        return 0
    minutes = count * UNITS[words[used]] / 60
    if minutes != int(minutes) or not 1 <= minutes <= _MOST_EVERY_MIN:
        raise ValueError("it comes by whole minutes, from every minute to every 31 days")
    return int(minutes)


def _count(words: Sequence[str]) -> tuple[float, int]:
    """Read `10`, `an`, `half an` or `a half`, and tell how many words that took; 0: none of them."""
    first, *others = words
    if first == "half":
        return 0.5, 2 if others and others[0] in NUMBERS else 1
    if first in NUMBERS and others and others[0] == "half":
        return 0.5, 2
    if first in NUMBERS:
        return NUMBERS[first], 1
    return (int(first), 1) if _NUMBER.fullmatch(first) else (0, 0)
