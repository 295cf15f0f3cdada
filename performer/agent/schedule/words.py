"""The words of the times that people write (in `words.toml`), and amounts: `1 hour and 30 minutes`, `half an hour`."""

import re
import tomllib
from collections.abc import Mapping
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
EXAMPLES: Final = "'in 10 minutes', 'at 21:30', 'tomorrow evening', 'every friday at 20:00' or 'every 2 hours'"

LONGEST: Final = timedelta(days=5 * 366)
"""Nothing is planned for later."""
_MOST_EVERY_MIN: Final = 31 * 24 * 60
_NUMBER: Final = f"(?:{'|'.join(NUMBERS)})"
_COUNT: Final = rf"(?:(?P<half>half(?: {_NUMBER})?|{_NUMBER} half)|(?P<count>\d{{1,6}}(?:\.\d{{1,3}})?|{_NUMBER}))"
_UNIT: Final = f"(?P<unit>{'|'.join(UNITS)})"
_AMOUNT: Final = re.compile(f"{_COUNT} {_UNIT}(?: |$)", re.ASCII)
_INTERVAL: Final = re.compile(f"(?:{_COUNT} )?{_UNIT}", re.ASCII)


def parse_amount(words: str) -> tuple[int, int] | None:
    """Add up `2 day 1 hour and 30 minute`, as days and seconds; None when it is no such thing.

    Raises:
        ValueError: when it is more than LONGEST.
    """
    words = " ".join(word for word in words.split() if word != "and")
    days, seconds, at = 0, 0, 0
    while found := _AMOUNT.match(words, at):
        count, unit, at = _count(found), found["unit"], found.end()
        if not count:
            return None
        if unit in {"day", "week"} and count == int(count):
            days += int(count) * UNITS[unit] // UNITS["day"]
        else:
            seconds += round(count * UNITS[unit])
    if not at or at < len(words):
        return None
    if timedelta(days=days, seconds=seconds) > LONGEST:
        raise ValueError("that is more than five years off")
    return days, seconds


def parse_every_minutes(words: str) -> int:
    """Read `15 minute`, `hour` or `2 hour`; 0 when it is anything else.

    Raises:
        ValueError: when it is no whole number of minutes, or more than 31 days.
    """
    found = _INTERVAL.fullmatch(words)
    if not found or found[0] in {"day", "week"}:
        return 0
    minutes = _count(found) * UNITS[found["unit"]] / 60
    if minutes != int(minutes) or not 1 <= minutes <= _MOST_EVERY_MIN:
        raise ValueError("it comes by whole minutes, from every minute to every 31 days")
    return int(minutes)


def _count(found: re.Match[str]) -> float:
    """Read `10`, `1.5`, `an`, `half an` or `a half`; nothing is one."""
    count = found["count"] or "1"
    return 0.5 if found["half"] else NUMBERS.get(count) or float(count)
