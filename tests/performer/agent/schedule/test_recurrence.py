"""Rhythms, over a year of the world's clocks."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import product
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.agent.schedule.recurrence import Cron, Every, Once, parse_recurrence
from performer.core.errors import ConfigError

ZONES = (
    "UTC",
    "Europe/Berlin",
    "Europe/Dublin",
    "America/New_York",
    "America/Santiago",
    "Africa/Cairo",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
)
"""Cairo and Santiago change at midnight, Lord Howe by half an hour."""
A_MINUTE = timedelta(minutes=1)
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


@cache
def changes(zone: str) -> list[datetime]:
    """List the hours of 2026 within which the clocks change; some other day where they never do."""
    hours = [BEGIN + timedelta(hours=hour) for hour in range(365 * 24)]
    offsets = [hour.astimezone(ZoneInfo(zone)).utcoffset() for hour in hours]
    return [hour for hour, one, next_ in zip(hours, offsets, offsets[1:], strict=False) if one != next_] or [
        hours[4000]
    ]


def days(first: date, last: date) -> Iterator[date]:
    while first <= last:
        yield first
        first += timedelta(days=1)


def by_the_minute(begin: datetime, end: datetime, zone: ZoneInfo, hours: set[int], minutes: set[int]) -> set[datetime]:
    """Look at the clock on the wall every minute."""
    found, at = set(), begin
    while at < end:
        there = at.astimezone(zone)
        if there.hour in hours and there.minute in minutes:
            found.add(at)
        at += A_MINUTE
    return found


def once_a_day(begin: datetime, end: datetime, zone: ZoneInfo, hours: set[int], minutes: set[int]) -> set[datetime]:
    """Find each wall time's first instant, or where there is none the first moment at which it is later."""
    minute_of: dict[datetime, datetime] = {}
    at = begin - timedelta(days=2)
    while at < end + timedelta(days=2):
        minute_of.setdefault(at.astimezone(zone).replace(tzinfo=None), at)
        at += A_MINUTE
    found = set()
    for day in days(begin.astimezone(zone).date(), end.astimezone(zone).date()):
        midnight = datetime.combine(day, time())
        for hour, minute in product(hours, minutes):
            wall = midnight + timedelta(hours=hour, minutes=minute)
            while wall not in minute_of:
                wall += A_MINUTE
            found.add(minute_of[wall])
    return {at for at in found if begin <= at < end}


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_cron_is_right_around_every_change_of_the_clocks(data: st.DataObject) -> None:
    zone = data.draw(st.sampled_from(ZONES))
    change = data.draw(st.sampled_from(changes(zone)))
    hours = data.draw(st.sets(st.sampled_from([0, 1, 2, 3, 5, 23]), max_size=3))
    minutes = data.draw(st.sets(st.sampled_from([0, 7, 30, 59]), max_size=3))
    spec = f"{','.join(map(str, minutes)) or '*/20'} {','.join(map(str, hours)) or '*'} * * *"
    walls = (hours or set(range(24))), (minutes or {0, 20, 40})
    begin = change - timedelta(hours=20) + timedelta(minutes=data.draw(st.integers(0, 600)))
    end = change + timedelta(hours=20)

    cron, at, found = Cron.read(spec, ZoneInfo(zone)), begin - A_MINUTE, set()
    while (at := cron.after(at, at) or end) < end:
        found.add(at)

    expected = once_a_day if hours and minutes else by_the_minute
    assert found == expected(begin, end, ZoneInfo(zone), *walls)


@pytest.mark.parametrize("zone", ZONES)
def test_a_daily_time_comes_once_on_each_day_of_the_year(zone: str) -> None:
    cron, at, came = Cron.read("30 2 * * *", ZoneInfo(zone)), BEGIN, []
    for _ in range(364):
        at = cron.after(at, at) or at
        came.append(at.astimezone(ZoneInfo(zone)).date())

    assert len(set(came)) == len(came)
    assert came[-1] - came[0] == timedelta(days=363)


@given(minutes=st.integers(1, 44_640), missed=st.integers(0, 10**6), inside=st.floats(0, 1, exclude_max=True))
def test_every_so_many_minutes_keeps_its_step(minutes: int, missed: int, inside: float) -> None:
    step = timedelta(minutes=minutes)
    next_at = Every(minutes=minutes).after(BEGIN + missed * timedelta(seconds=1) + inside * step, BEGIN)

    assert next_at > BEGIN + missed * timedelta(seconds=1) + inside * step
    assert (next_at - BEGIN) % step == timedelta(0)
    assert next_at - step <= BEGIN + missed * timedelta(seconds=1) + inside * step


def test_a_rhythm_comes_back_as_it_was_kept() -> None:
    for rhythm in (Once(at=BEGIN), Every(minutes=90), Cron.read("@weekly", UTC), Cron.read("0 9 * * mon", UTC)):
        assert parse_recurrence(rhythm.kind, rhythm.spec, UTC) == rhythm


@pytest.mark.parametrize("kept", [("once", "soon"), ("every", "x"), ("dance", "")])
def test_what_is_no_rhythm_is_a_value_error(kept: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_recurrence(*kept, UTC)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("0 0 30 2 *", "'0 0 30 2 *' would never come"),
        ("0 0 31 4,6,9,11 *", "would never come"),
        ("0 0 * 2 MON#5 9", "has six fields: seconds are not offered"),
        ("0 0 * *", "has 4 fields. Expected five: minute hour day month weekday."),
        ("60 * * * *", "bad minute. Expected five fields, such as 30 21 * * FRI."),
        ("@dialy", "There is no time '@dialy'. Did you mean '@daily'?"),
        ("@reboot", "Known are @annually, @daily, @hourly"),
    ],
)
def test_what_is_no_cron_is_refused_with_the_remedy(text: str, told: str) -> None:
    with pytest.raises(ConfigError) as error:
        Cron.read(text, UTC)

    assert told in str(error.value)
