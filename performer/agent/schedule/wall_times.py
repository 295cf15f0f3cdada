"""Days and times of day in words, for a grammar that takes them in any order: `tomorrow at 9`, `21:30 on friday`."""

import re
from datetime import date, datetime, time, timedelta
from typing import Final

from performer.agent.schedule.words import FILLERS, MONTHS, NUMBERS, WEEKDAYS
from performer.core.values import dataclass

_NEAR: Final = {"today": 0, "tonight": 0, "tomorrow": 1, "overmorrow": 2}
_PARTS: Final = {
    "morning": timedelta(hours=9),
    "afternoon": timedelta(hours=15),
    "evening": timedelta(hours=20),
    "tonight": timedelta(hours=20),
}
"""When a part of a day is, of which no time is said."""
_LATE: Final = frozenset({"tonight", "evening", "afternoon"})


def _compile_words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{pattern})(?: |$)", re.ASCII)


_FILLER: Final = "|".join(FILLERS)
_MONTH: Final = "|".join(MONTHS)
_AROUND: Final = _compile_words(f"{_FILLER}|(?P<next>next)|(?P<part>morning|evening|afternoon)")
_DAY: Final = _compile_words(
    rf"(?P<weekday>{'|'.join(WEEKDAYS)})|(?P<near>{'|'.join(_NEAR)})"
    r"|(?P<iso>\d{4}-\d\d?-\d\d?)|(?P<german>\d\d?\.\d\d?\.(?:\d{4})?)"
    rf"|(?P<named>(?:\d\d?\.?(?: (?:{_FILLER}))* (?:{_MONTH})|(?:{_MONTH})(?: (?:{_FILLER}))* \d\d?\.?(?: th| st)?)"
    r"(?: \d{4})?)"
)
_TIME: Final = _compile_words(
    rf"noon|midnight|(?:(?P<hour>\d\d?)[:.](?P<minute>\d\d)(?::(?P<second>\d\d))?(?: clock)?"
    rf"|(?P<count>\d\d?|{'|'.join(NUMBERS)})(?: clock(?: (?P<past>\d\d?))?)?)(?: (?P<half>am|pm))?"
)
"""A time may have `clock` behind it, and an hour alone its minutes behind that, as in German."""


@dataclass(kw_only=True)
class DayAndTime:
    """What was said of a day and a time; what was not said is None."""

    day: date | None = None
    weekday: int | None = None
    """0 is Monday."""
    is_next: bool = False
    """Whether today is left out."""
    time: timedelta | None = None
    """The time of day since its midnight; 24:00 is the midnight at its end."""

    def on(self, day: date) -> datetime:
        """Return the wall time on a day; raise ValueError when no time of day was said."""
        if self.time is None:
            raise ValueError("it says no time of day")
        return datetime.combine(day, time()) + self.time


def parse_day_and_time(words: str, today: date) -> DayAndTime | None:
    """Read a day, a time, or both, in any order; None when there is anything else, or one of them twice.

    Raises:
        ValueError: when there is no such day or time.
    """
    said, part, is_half, at = DayAndTime(), "", False, 0
    while at < len(words):
        has_day = said.day is not None or said.weekday is not None
        if found := _AROUND.match(words, at):
            said.is_next = said.is_next or bool(found["next"])
            part = found["part"] or part
        elif not has_day and (found := _DAY.match(words, at)):
            part = "tonight" if found["near"] == "tonight" else part
            said.weekday = WEEKDAYS.index(found["weekday"]) if found["weekday"] else None
            said.day = None if found["weekday"] else _read_day(found, today)
        elif said.time is None and (found := _TIME.match(words, at)):
            said.time, is_half = _read_time(found)
        else:
            return None
        at = found.end()
    if said.time is None and part:
        said.time = _PARTS[part]
    elif said.time and part in _LATE and is_half and (said.time < timedelta(hours=12) or part != "afternoon"):
        said.time += timedelta(hours=12)
    return said


def _read_day(found: re.Match[str], today: date) -> date:
    """Return a day of that year, or without one of the next year that still has it before it."""
    if found["near"]:
        return today + timedelta(days=_NEAR[found["near"]])
    numbers = [int(each) for each in re.findall(r"\d+", found[0])]
    if found["iso"]:
        return date(*numbers)
    if found["named"]:
        numbers.insert(1, next(number for number, name in enumerate(MONTHS, start=1) if name in found["named"]))
    day, month, *year = numbers
    coming = date(year[0] if year else today.year, month, day)
    return coming if year or coming >= today else date(today.year + 1, month, day)


def _read_time(found: re.Match[str]) -> tuple[timedelta, bool]:
    """Read a time of day, and whether a word such as `evening` may still name the half of the day that it is of."""
    count = found["hour"] or found["count"]
    if not count:
        return timedelta(hours=12 if found[0].strip() == "noon" else 24), False
    hour = NUMBERS.get(count) or int(count)
    minute, second = int(found["minute"] or found["past"] or 0), int(found["second"] or 0)
    half = found["half"] if hour <= 12 or found["half"] == "pm" else None  # `20 am` Freitag is German
    if half and not 1 <= hour <= 12:
        raise ValueError(f"there is no {hour} {half}")
    is_half = not half and 1 <= hour <= 12
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    if hour > 24 or minute > 59 or second > 59 or (hour == 24 and (minute or second)):
        raise ValueError(f"there is no {hour}:{minute:02}")
    return timedelta(hours=hour, minutes=minute, seconds=second), is_half
