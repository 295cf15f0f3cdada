"""The words of the times that people write (in `words.toml`), and amounts: `1 hour and 30 minutes`, `half an hour`."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

_LISTS: Final[dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_SAME: Final[dict[str, str]] = _LISTS["units"] | _LISTS["words"] | _LISTS["weekdays"] | _LISTS["months"]

WEEKDAYS: Final = tuple(_LISTS["weekdays"])
MONTHS: Final = tuple(_LISTS["months"])
UNITS: Final[Mapping[str, int]] = MappingProxyType(
    {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800}
)
"""In seconds."""
NUMBERS: Final[Mapping[str, int]] = MappingProxyType(
    {word: number for number, words in enumerate(_LISTS["numbers"], start=1) for word in words.split()}
)
KNOWN: Final[Mapping[str, str]] = MappingProxyType(
    {word: same for same, words in _SAME.items() for word in (same, *words.split())}
)
"""A word of either language, and how the grammar calls it."""
EACH: Final[Mapping[str, str]] = MappingProxyType(
    {f"{day}s": day for day in WEEKDAYS} | {word: KNOWN[word.removesuffix("s")] for word in _LISTS["each"].split()}
)
"""What alone says that it is every such day."""
FILLERS: Final = frozenset(_LISTS["fillers"].split())
"""What may stand before a day or a time and says nothing."""
EXAMPLES: Final = "'in 10 minutes', 'at 21:30', 'tomorrow 9:00', 'every day at 9', '2026-12-24 18:00' or '*/15 * * * *'"

LONGEST: Final = timedelta(days=5 * 366)
"""Nothing is planned for later."""
_MOST_EVERY_MIN: Final = 31 * 24 * 60
_NUMBER: Final = re.compile(r"\d{1,6}", re.ASCII)


def parse_amount(words: Sequence[str]) -> tuple[int | None, int]:
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


def parse_every_minutes(words: Sequence[str]) -> int:
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
