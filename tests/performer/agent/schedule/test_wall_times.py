"""Days and times of day, in any order; and what there is not."""

from datetime import date, datetime, timedelta

import pytest

from performer.agent.schedule.wall_times import DayAndTime, parse_day_and_time

TODAY = date(2026, 6, 3)  # a Wednesday


@pytest.mark.parametrize(
    ("words", "day", "time"),
    [
        ("tomorrow 9:00", date(2026, 6, 4), (9, 0)),
        ("9:00 tomorrow", date(2026, 6, 4), (9, 0)),
        ("tonight 8", TODAY, (20, 0)),
        ("8 evening today", TODAY, (20, 0)),
        ("3 pm today", TODAY, (15, 0)),
        ("12 am today", TODAY, (0, 0)),
        ("noon 2026-12-24", date(2026, 12, 24), (12, 0)),
        ("24.12. 18:30", date(2026, 12, 24), (18, 30)),
        ("1.6. 18:30", date(2027, 6, 1), (18, 30)),
        ("december 25 10:00", date(2026, 12, 25), (10, 0)),
        ("25 december 2030", date(2030, 12, 25), None),
    ],
)
def test_days_and_times_are_read(words: str, day: date, time: tuple[int, int] | None) -> None:
    found = parse_day_and_time(words, TODAY)

    assert found is not None
    assert found.day == day
    assert found.time == (timedelta(hours=time[0], minutes=time[1]) if time else None)


def test_a_weekday_may_leave_today_out() -> None:
    assert parse_day_and_time("next wednesday", TODAY) == DayAndTime(weekday=2, is_next=True)


@pytest.mark.parametrize("words", ["tomorrow today", "9:00 10:00", "banana", "friday monday"])
def test_what_is_said_twice_or_is_no_time_is_none(words: str) -> None:
    assert parse_day_and_time(words, TODAY) is None


@pytest.mark.parametrize("words", ["25:00", "24:01", "13 pm", "2026-02-30"])
def test_a_time_that_there_is_not_is_refused(words: str) -> None:
    with pytest.raises(ValueError, match=r"there is no|day is out of range|day .* must be in range"):
        parse_day_and_time(words, TODAY)


def test_twenty_four_is_the_midnight_at_the_end_of_the_day() -> None:
    found = parse_day_and_time("midnight", TODAY)

    assert found is not None
    assert found.on(TODAY) == datetime(2026, 6, 4)  # noqa: DTZ001  a wall time


def test_a_day_without_a_time_has_no_wall_time() -> None:
    with pytest.raises(ValueError, match="says no time of day"):
        DayAndTime(day=TODAY).on(TODAY)
