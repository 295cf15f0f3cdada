"""Days and times of day in words, for a grammar that takes them in any order: `tomorrow at 9`, `21:30 on friday`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Final

from performer.agent.schedule.words import FILLERS, MONTHS, NUMBERS, WEEKDAYS

_TIME: Final = re.compile(r"(\d{1,2})[:.](\d{2})(?::(\d{2}))?", re.ASCII)
_HOUR: Final = re.compile(r"\d{1,2}", re.ASCII)
_ISO_DAY: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})", re.ASCII)
_GERMAN_DAY: Final = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})?", re.ASCII)
_ORDINAL: Final = re.compile(r"(\d{1,2})\.?", re.ASCII)
_YEAR: Final = re.compile(r"\d{4}", re.ASCII)
_NEAR: Final = {"today": 0, "tonight": 0, "tomorrow": 1, "overmorrow": 2}
_LATE: Final = frozenset({"tonight", "evening", "afternoon"})
_PARTS: Final = frozenset({"morning", "evening", "afternoon"})


@dataclass(frozen=True, kw_only=True)
class TimeOfDay:
    """A time of day, maybe the midnight at its end."""

    hour: int
    minute: int = 0
    second: int = 0
    is_half: bool = False
    """Whether it is of a half of the day, which a word such as `evening` may still name."""

    def of(self, day: date) -> datetime:
        """Return the wall time on a day; 24:00 is the midnight at its end."""
        midnight = datetime(day.year, day.month, day.day)  # noqa: DTZ001  a wall time
        return midnight + timedelta(hours=self.hour, minutes=self.minute, seconds=self.second)

    def late(self, part: str) -> "TimeOfDay":
        """Return the same hour of the afternoon, the evening or the night."""
        if not self.is_half or (self.hour == 12 and part == "afternoon"):
            return self
        return replace(self, hour=self.hour + 12)


@dataclass(frozen=True, kw_only=True)
class DayAndTime:
    """What was said of a day and a time; what was not said is None."""

    day: date | None = None
    weekday: int | None = None
    """0 is Monday."""
    is_next: bool = False
    """Whether today is left out."""
    time: TimeOfDay | None = None


def parse_day_and_time(words: Sequence[str], today: date) -> DayAndTime | None:
    """Read a day, a time, or both, in any order; None when there is anything else, or one of them twice.

    Raises:
        ValueError: when there is no such day or time.
    """
    found, left, part = DayAndTime(), list(words), ""
    while left:
        word = left[0]
        if word in FILLERS or word == "next":
            found = replace(found, is_next=found.is_next or word == "next")
            left.pop(0)
        elif word in _PARTS:
            part = left.pop(0)
        else:
            part = word if word in _LATE else part
            more = _taken(left, found, today)
            if more is None:
                return None
            found = more
    if part in _LATE and found.time:
        found = replace(found, time=found.time.late(part))
    return found


def _taken(left: list[str], found: DayAndTime, today: date) -> DayAndTime | None:
    """Parse a day or a time at the beginning, and return it with the rest."""
    has_day = found.day is not None or found.weekday is not None
    if not has_day and left[0] in WEEKDAYS:
        return replace(found, weekday=WEEKDAYS.index(left.pop(0)))
    if not has_day and (day := _day(left, today)):
        return replace(found, day=day)
    if found.time is None and (time := _time(left)):
        return replace(found, time=time)
    return None


def _day(left: list[str], today: date) -> date | None:
    word, *others = left
    if word in _NEAR:
        del left[0]
        return today + timedelta(days=_NEAR[word])
    if match := _ISO_DAY.fullmatch(word):
        del left[0]
        return date(int(match[1]), int(match[2]), int(match[3]))
    if match := _GERMAN_DAY.fullmatch(word):
        del left[0]
        return _coming(int(match[1]), int(match[2]), match[3], today)
    return _day_of_month(left, word, others, today)


def _day_of_month(left: list[str], word: str, others: list[str], today: date) -> date | None:
    """Read `25 december`, `25th of december 2026` or `december 25`."""
    rest = [each for each in others if each not in FILLERS]
    if (match := _ORDINAL.fullmatch(word)) and rest and rest[0] in MONTHS:
        day, month = int(match[1]), MONTHS.index(rest[0]) + 1
        used = others.index(rest[0]) + 2
    elif word in MONTHS and rest and (match := _ORDINAL.fullmatch(rest[0])):
        day, month = int(match[1]), MONTHS.index(word) + 1
        used = others.index(rest[0]) + 2
        used += 1 if left[used : used + 1] in (["th"], ["st"]) else 0
    else:
        return None
    year = left[used] if used < len(left) and _YEAR.fullmatch(left[used]) else None
    del left[: used + (year is not None)]
    return _coming(day, month, year, today)


def _coming(day: int, month: int, year: str | None, today: date) -> date:
    """Return the day of the year that was said, or of the next one that still has it before it."""
    if year is not None:
        return date(int(year), month, day)
    this = date(today.year, month, day)
    return this if this >= today else date(today.year + 1, month, day)


def _time(left: list[str]) -> TimeOfDay | None:
    word = left[0]
    if word in {"noon", "midnight"}:
        del left[0]
        return TimeOfDay(hour=12 if word == "noon" else 24)
    if match := _TIME.fullmatch(word):
        del left[0]
        hour, minute, second = int(match[1]), int(match[2]), int(match[3] or 0)
    elif _HOUR.fullmatch(word) or word in NUMBERS:
        del left[0]
        hour, minute, second = (NUMBERS[word] if word in NUMBERS else int(word)), 0, 0
    else:
        return None
    if left[:1] == ["clock"]:
        del left[0]
        if left and _HOUR.fullmatch(left[0]) and not minute:
            minute = int(left.pop(0))
    return _checked(*_by_half(left, hour), minute, second)


def _by_half(left: list[str], hour: int) -> tuple[int, bool]:
    """Apply `am` or `pm` to an hour, and return it with whether its half of the day is still open."""
    said = left[0] if left else ""
    if said == "pm" or (said == "am" and hour <= 12):
        if not 1 <= hour <= 12:
            raise ValueError(f"there is no {hour} {said}")
        del left[0]
        return hour % 12 + (12 if said == "pm" else 0), False
    return hour, 1 <= hour <= 12


def _checked(hour: int, is_half: bool, minute: int, second: int) -> TimeOfDay:
    if hour > 24 or minute > 59 or second > 59 or (hour == 24 and (minute or second)):
        raise ValueError(f"there is no {hour}:{minute:02}")
    return TimeOfDay(hour=hour, minute=minute, second=second, is_half=is_half)
