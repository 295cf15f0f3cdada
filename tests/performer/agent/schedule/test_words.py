"""The words of times: spans and intervals, and what is neither."""

import pytest

from performer.agent.schedule.words import parse_amount, parse_every_minutes


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("10 minute", (0, 600)),
        ("2 day 1 hour and 30 minute", (2, 5400)),
        ("half an hour", (0, 1800)),
        ("a half hour", (0, 1800)),
        ("half day", (0, 43_200)),
        ("two week", (14, 0)),
        ("and 2 hour and", (0, 7200)),
        ("0 minute", None),
        ("10", None),
        ("10 bananas", None),
        ("", None),
    ],
)
def test_a_span_is_added_up_in_days_and_seconds(words: str, found: tuple[int, int] | None) -> None:
    assert parse_amount(words) == found


def test_a_span_of_more_than_five_years_is_refused() -> None:
    with pytest.raises(ValueError, match="more than five years off"):
        parse_amount("300 week")


@pytest.mark.parametrize(
    ("words", "minutes"),
    [("15 minute", 15), ("hour", 60), ("half hour", 30), ("2 day", 2880), ("day", 0), ("", 0), ("15 minute late", 0)],
)
def test_an_interval_is_read_in_minutes(words: str, minutes: int) -> None:
    assert parse_every_minutes(words) == minutes


@pytest.mark.parametrize("words", ["90 second", "32 day", "0 minute"])
def test_an_interval_is_of_whole_minutes_and_at_most_31_days(words: str) -> None:
    with pytest.raises(ValueError, match="whole minutes"):
        parse_every_minutes(words)
