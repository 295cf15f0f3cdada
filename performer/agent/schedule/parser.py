"""When: a small grammar of times, in English and some German; whoever asks is shown what was understood.

in 10 minutes · in 1h 30m · in 1.5 hours · at 21:30 · half past nine · halb zehn · tomorrow 9:00 · tonight at 8
tonight (at 20:00) · on friday 20:00 · 24 December 18:00
every 15 minutes · every day at 9 · every monday 18:30 · 2026-12-24T18:00+01:00 · 30 21 * * FRI · @daily
"""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

from performer.agent.schedule.plan import format_instant, format_recurrence
from performer.agent.schedule.recurrence import Cron, Every, Once, Recurrence
from performer.agent.schedule.spoken_times import spell_out
from performer.agent.schedule.time_zones import find_instant, find_zone
from performer.agent.schedule.wall_times import DayAndTime, parse_day_and_time
from performer.agent.schedule.words import EACH, EXAMPLES, KNOWN, LONGEST, WEEKDAYS, parse_amount, parse_every_minutes
from performer.core.cues import MOST_WHEN
from performer.core.errors import ConfigError
from performer.core.own_text import own
from performer.core.values import dataclass

_CRON_FIELD: Final = re.compile(
    r"[\d*?][\d*,/#lw-]*|(sun|mon|tue|wed|thu|fri|sat)([,#l-].*)?|l|lw", re.ASCII | re.IGNORECASE
)
_CRON_MONTH: Final = re.compile(r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)([,/-].*)?", re.IGNORECASE)
_ISO: Final = re.compile(
    r"\d{4}-\d\d-\d\d[T ]\d\d:?\d\d(:?\d\d(\.\d+)?)?( ?(Z|[+-]\d\d(:?\d\d)?))?", re.ASCII | re.IGNORECASE
)
_ZONE: Final = re.compile(r"[A-Za-z_]+(/[A-Za-z0-9_+-]+)+|UTC|GMT")
_DAYS_OF: Final = {"workday": "1-5", "weekend": "0,6", "day": "*", "everyday": "*"}
_WEEKDAY: Final = "|".join(WEEKDAYS)
_DAYS: Final = re.compile(
    r"(?:(?:every )?(?P<group>everyday|workday|weekend|(?<=every )day)"
    rf"|every (?P<named>(?:{_WEEKDAY})(?: (?:and|{_WEEKDAY}))*))(?: |$)"
)
"""`every monday and friday` or `daily`: on which days of the week."""


@dataclass(frozen=True, kw_only=True)
class ParsedTime:
    """What was understood of a time."""

    rhythm: Recurrence
    zone: str
    """The zone's name; empty: the system's own."""
    first: datetime
    """When it comes first, in UTC."""
    note: str = ""
    """What is odd about it, in a sentence without its stop."""

    def shown(self, now: datetime) -> str:
        """Write it for whoever asked, as `once, Sunday 22 November 2026 21:30 (Europe/Berlin), in 3 h 12 min`."""
        note = f"; {self.note}" if self.note else ""
        return f"{format_recurrence(self.rhythm)}{format_instant(self.first, self.zone, now)}{note}"


def parse_time(text: str, now: datetime, zone: str) -> ParsedTime:
    """Read when something is to happen.

    Args:
        text: As a person wrote it; a zone's name at its end goes before the other one.
        now: What time it is, in UTC.
        zone: Whose clocks count, by name; empty: the system's own.

    Raises:
        ConfigError: when it is not understood, never comes, or is over; its sentence has examples.
    """
    said = " ".join(text.split())
    if not said or len(said) > MOST_WHEN:
        raise ConfigError(
            own("The time has {said} characters. Write one such as {examples}.", said=len(said), examples=EXAMPLES)
        )
    said, zone = _without_zone(said, zone)
    try:
        return _Reader(said, now, find_zone(zone), zone).when()
    except (ValueError, OverflowError) as error:
        raise ConfigError(
            own(
                "The time '{text:.80}' cannot be: {error}. Write one such as {examples}.",
                text=text,
                error=error,
                examples=EXAMPLES,
            )
        ) from None


def _without_zone(said: str, zone: str) -> tuple[str, str]:
    before, _, last = said.rpartition(" ")
    name = last.strip("()")
    return (before, name) if before and _ZONE.fullmatch(name) else (said, zone)


@dataclass(eq=False)
class _Reader:
    """Reads one time."""

    said: str
    now: datetime
    zone: tzinfo | None
    name: str

    def __post_init__(self) -> None:
        self._words = _words(self.said)
        self._here = self.now.astimezone(self.zone).replace(tzinfo=None)

    def when(self) -> ParsedTime:
        readings: Sequence[Callable[[], ParsedTime | None]] = (
            self._iso,
            self._cron,
            self._in,
            self._every,
            self._day_and_time,
        )
        found = next((when for read in readings if (when := read())), None)
        if found is None:
            raise ConfigError(
                own(
                    "The time '{said:.80}' is not understood. Write one such as {examples}.",
                    said=self.said,
                    examples=EXAMPLES,
                )
            )
        if found.first <= self.now:
            over = format_instant(found.first, self.name, self.now).removesuffix(", now")
            raise ConfigError(own("The time '{said:.80}' is over: it was {over}.", said=self.said, over=over))
        if found.first - self.now > LONGEST:
            raise ConfigError(own("The time '{said:.80}' is more than five years off.", said=self.said))
        return found

    def _iso(self) -> ParsedTime | None:
        """Read a date and a time as the standard writes them, with or without an offset."""
        if not _ISO.fullmatch(self.said):
            return None
        at = datetime.fromisoformat(self.said.upper().replace(" ", "T", 1).replace(" ", "")).replace(microsecond=0)
        return self._once(at.astimezone(UTC)) if at.tzinfo else self._at_wall(at)

    def _cron(self) -> ParsedTime | None:
        text = self.said.removeprefix("cron ")
        fields = text.split()
        is_cron = len(fields) > 3 and all(_CRON_FIELD.fullmatch(each) or _CRON_MONTH.fullmatch(each) for each in fields)
        return self._again(Cron.read(text, self.zone)) if is_cron or text.startswith("@") else None

    def _in(self) -> ParsedTime | None:
        """Read `in 1 hour and 30 minutes`; days and weeks keep the time on the wall."""
        amount = parse_amount(self._words[3:]) if self._words.startswith("in ") else None
        if amount is None:
            return None
        days, seconds = amount
        if days:
            moved = self._at_wall(self._here.replace(microsecond=0) + timedelta(days=days))
            return self._once(moved.first + timedelta(seconds=seconds), moved.note)
        if not seconds:
            raise ValueError("that is now")
        return self._once(self.now.replace(microsecond=0) + timedelta(seconds=seconds))

    def _every(self) -> ParsedTime | None:
        if self._words.startswith("every ") and (minutes := parse_every_minutes(self._words[6:])):
            return self._again(Every(minutes=minutes))
        days = _DAYS.match(self._words)
        read = parse_day_and_time(self._words[days.end() :], self._here.date()) if days else None
        if days is None or read is None or read.day is not None or read.weekday is not None:
            return None
        at = read.on(self._here.date())
        return self._again(Cron.read(f"{at.minute} {at.hour} * * {_days_of_week(days)}", self.zone))

    def _day_and_time(self) -> ParsedTime | None:
        read = None if self._words.isdigit() else parse_day_and_time(self._words, self._here.date())
        if read is None or not self._words:
            return None
        if read.day is not None:
            return self._at_wall(read.on(read.day))
        return self._coming(read)

    def _coming(self, read: DayAndTime) -> ParsedTime | None:
        """Find the first day from today on that has it still before it."""
        today = self._here.date()
        for ahead in range(1 if read.is_next else 0, 9):
            day = today + timedelta(days=ahead)
            found = self._at_wall(read.on(day))
            if read.weekday in (None, day.weekday()) and found.first > self.now:
                return found
        return None

    def _at_wall(self, wall: datetime) -> ParsedTime:
        at, note = find_instant(wall, self.zone)
        return self._once(at, note)

    def _once(self, at: datetime, note: str = "") -> ParsedTime:
        return ParsedTime(rhythm=Once(at=at), zone=self.name, first=at, note=note)

    def _again(self, rhythm: Cron | Every) -> ParsedTime:
        first = rhythm.after(self.now, self.now.replace(microsecond=0))
        if first is None:
            raise ConfigError(own("The time '{said:.80}' would never come.", said=self.said))
        return ParsedTime(rhythm=rhythm, zone=self.name, first=first)


def _words(said: str) -> str:
    """Write it in the grammar's own words: one language, no capitals, numbers apart from what follows them."""
    said = said.lower().replace("a.m.", "am").replace("p.m.", "pm").rstrip(" .!?")
    said = re.sub(r"(?<=\d),(?=\d\d?(?!\d))", ".", said)  # `1,5 Stunden`
    apart = re.sub(r"(?<=\d)(?=[^\W\d_])|(?<=[^\W\d_])(?=\d)", " ", said).replace(",", " ")
    words: list[str] = []
    for word in apart.replace("day after tomorrow", "overmorrow").split():
        if word in EACH and "every" not in words:
            words.append("every")
        words.append(EACH.get(word) or KNOWN.get(word, word))
    return spell_out(" ".join(words))


def _days_of_week(days: re.Match[str]) -> str:
    """Write the days of the week that were named as cron has them."""
    named = {str((WEEKDAYS.index(each) + 1) % 7) for each in (days["named"] or "").split() if each != "and"}
    return _DAYS_OF[days["group"]] if days["group"] else ",".join(sorted(named))
