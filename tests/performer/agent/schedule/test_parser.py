"""Times as people write them."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.agent.schedule.parser import parse_time
from performer.agent.schedule.words import FILLERS, KNOWN
from performer.core.errors import ConfigError

BERLIN = "Europe/Berlin"
NOW = datetime(2026, 11, 22, 17, 18, 5, tzinfo=UTC)
"""A Sunday; in Berlin it is 18:18."""

ONCE = {
    "in 10 minutes": "22 18:28:05",
    "in 1h 30m": "22 19:48:05",
    "in 1h30m": "22 19:48:05",
    "in an hour and 5 min": "22 19:23:05",
    "in half an hour": "22 18:48:05",
    "in 90 s": "22 18:19:35",
    "in 2 days": "24 18:18:05",
    "in a week": "29 18:18:05",
    "at 21:30": "22 21:30:00",
    "21:30": "22 21:30:00",
    "at 9": "23 09:00:00",
    "9:30 p.m.": "22 21:30:00",
    "tomorrow 9:00": "23 09:00:00",
    "Tomorrow at 9!": "23 09:00:00",
    "at 9 tomorrow": "23 09:00:00",
    "tomorrow evening at 8": "23 20:00:00",
    "tonight at 8": "22 20:00:00",
    "tonight at 12": "23 00:00:00",
    "at noon": "23 12:00:00",
    "at midnight": "23 00:00:00",
    "12 am": "23 00:00:00",
    "on friday 20:00": "27 20:00:00",
    "sunday 19:00": "22 19:00:00",
    "next sunday 19:00": "29 19:00:00",
    "30 November at 6 pm": "30 18:00:00",
    "November 30th, 18:00": "30 18:00:00",
    "2026-11-24T09:00": "24 09:00:00",
    "2026-11-24 09:00Z": "24 10:00:00",
    "2026-11-24T09:00:00-05:00": "24 15:00:00",
    "2026-11-24 at 9": "24 09:00:00",
    "at 9 Europe/London": "23 10:00:00",
    "in 10 Minuten": "22 18:28:05",
    "in einer Stunde": "22 19:18:05",
    "in einer halben Stunde": "22 18:48:05",
    "um 21:30": "22 21:30:00",
    "morgen 9:00": "23 09:00:00",
    "morgen früh um 8": "23 08:00:00",
    "morgen Abend um 8": "23 20:00:00",
    "übermorgen um 9 Uhr 30": "24 09:30:00",
    "heute Abend um 20 Uhr": "22 20:00:00",
    "am Freitag um 20 Uhr": "27 20:00:00",
    "um 20 am Freitag": "27 20:00:00",
    "30.11. um 18 Uhr": "30 18:00:00",
    "half past nine": "23 09:30:00",
    "tonight half past nine": "22 21:30:00",
    "tomorrow at a quarter to ten": "23 09:45:00",
    "in 1.5 hours": "22 19:48:05",
    "in one and a half hours": "22 19:48:05",
    "in an hour and a half": "22 19:48:05",
    "tonight": "22 20:00:00",
    "tomorrow evening": "23 20:00:00",
    "halb zehn": "23 09:30:00",
    "heute Abend um halb zehn": "22 21:30:00",
    "Viertel nach neun": "23 09:15:00",
    "in 1,5 Stunden": "22 19:48:05",
    "in anderthalb Stunden": "22 19:48:05",
    "heute Abend": "22 20:00:00",
}
"""What is written, and on which day of November at what time it is in Berlin."""
AGAIN = {
    "every day at 9": "0 9 * * *",
    "daily at 9 pm": "0 21 * * *",
    "every monday 18:30": "30 18 * * 1",
    "every sunday and wednesday at noon": "0 12 * * 0,3",
    "every saturday, sunday at 10": "0 10 * * 0,6",
    "weekdays at 8": "0 8 * * 1-5",
    "every evening": "0 20 * * *",
    "every 1.5 hours": "90",
    "every 15 minutes": "15",
    "every 90 min": "90",
    "every hour": "60",
    "every 2 hours": "120",
    "*/15 * * * *": "*/15 * * * *",
    "30 21 * * fri": "30 21 * * FRI",
    "@daily": "0 0 * * *",
    "alle 15 Minuten": "15",
    "jede Stunde": "60",
    "jeden Tag um 9": "0 9 * * *",
    "täglich um 9": "0 9 * * *",
    "montags um 18:30": "30 18 * * 1",
    "Mondays and Fridays at 8": "0 8 * * 1,5",
    "jeden Montag 18:30": "30 18 * * 1",
    "werktags um 8": "0 8 * * 1-5",
}
REFUSED = {
    "": "The time has 0 characters. Write one such as 'in 10 minutes', 'at 21:30'",
    "soon": "The time 'soon' is not understood. Write one such as 'in 10 minutes'",
    "9": "The time '9' is not understood",
    "at 9 at 10": "is not understood",
    "tomorrow friday 9:00": "is not understood",
    "every day": "cannot be: it says no time of day",
    "2026-12-24": "cannot be: it says no time of day",
    "at 25:00": "cannot be: there is no 25:00",
    "13 pm": "cannot be: there is no 13 pm",
    "30 February 9:00": "cannot be: day is out of range for month",
    "every 7 seconds": "cannot be: it comes by whole minutes, from every minute to every 31 days",
    "in 99999 days": "more than five years off",
    "2040-01-01 12:00": "more than five years off",
    "in 0 minutes": "is not understood",
    "today at 9": "The time 'today at 9' is over: it was Sunday 22 November 2026 09:00 (Europe/Berlin).",
    "2026-11-22T17:00Z": "is over",
    "0 0 30 2 *": "would never come",
    "0 0 * * * *": "has six fields: seconds are not offered",
    "at 9 Mars/Base": "The time zone has value 'Mars/Base'. Expected a name such as Europe/Berlin",
}
SHOWN = {
    "at 21:30": "once, Sunday 22 November 2026 21:30 (Europe/Berlin), in 3 h 11 min",
    "every 90 min": "every 1 h 30 min, next Sunday 22 November 2026 19:48:05 (Europe/Berlin), in 1 h 30 min",
    "every monday 18:30": ("every Monday at 18:30, next Monday 23 November 2026 18:30 (Europe/Berlin), in 1 d"),
    "every friday and sunday at 20": (
        "every Friday and Sunday at 20:00, next Sunday 22 November 2026 20:00 (Europe/Berlin), in 1 h 41 min"
    ),
    "weekdays at 8": "every workday at 08:00, next Monday 23 November 2026 08:00 (Europe/Berlin), in 13 h 41 min",
    "30 21 * * fri": (
        "again and again (30 21 * * FRI: At 21:30 on Friday), "
        "next Friday 27 November 2026 21:30 (Europe/Berlin), in 5 d 3 h"
    ),
    "2027-03-28 02:30": (
        "once, Sunday 28 March 2027 03:00 (Europe/Berlin), in 125 d 7 h; "
        "there is no 02:30 on that day, for the clocks go forward; it will be at 03:00"
    ),
    "2027-10-31 02:30": (
        "once, Sunday 31 October 2027 02:30 (Europe/Berlin), in 342 d 7 h; "
        "02:30 comes twice on that day, for the clocks go back; the first is meant"
    ),
}
WORDS = st.sampled_from(
    [*sorted(KNOWN), *sorted(FILLERS), "7", "9:30", "31", "2026", "24.12.", "pm", "*", "*/5", "FRI#2"]
)


@pytest.mark.parametrize(("said", "at"), ONCE.items())
def test_a_time_is_understood(said: str, at: str) -> None:
    when = parse_time(said, NOW, BERLIN)
    there = (when.first + timedelta(hours=1)).replace(tzinfo=None)

    assert (when.rhythm.kind, f"{there:%Y-%m-%d %H:%M:%S}") == ("once", f"2026-11-{at}")


@pytest.mark.parametrize(("said", "spec"), AGAIN.items())
def test_what_comes_again_and_again_is_understood(said: str, spec: str) -> None:
    when = parse_time(said, NOW, BERLIN)

    assert (when.rhythm.spec, when.rhythm.kind) == (spec, "every" if spec.isdigit() else "cron")
    assert when.first > NOW


@pytest.mark.parametrize(("said", "told"), REFUSED.items())
def test_what_is_not_understood_or_over_is_refused_with_examples(said: str, told: str) -> None:
    with pytest.raises(ConfigError) as error:
        parse_time(said, NOW, BERLIN)

    assert told in str(error.value)


@pytest.mark.parametrize(("said", "shown"), SHOWN.items())
def test_what_was_understood_is_shown_back(said: str, shown: str) -> None:
    assert parse_time(said, NOW, BERLIN).shown(NOW) == shown


def test_without_a_zone_the_computers_own_counts() -> None:
    when = parse_time("at 21:30", NOW, "")

    assert f"{when.first.astimezone():%H:%M}" == "21:30"
    assert "this computer's time, UTC" in when.shown(NOW)


@settings(max_examples=150)
@given(said=st.one_of(st.text(max_size=30), st.lists(WORDS, max_size=6).map(" ".join)))
def test_any_words_are_a_time_ahead_or_refused(said: str) -> None:
    try:
        when = parse_time(said, NOW, BERLIN)
    except ConfigError:
        return

    assert when.first > NOW
    assert when.first == when.first.astimezone(UTC)
    assert when.shown(NOW)
