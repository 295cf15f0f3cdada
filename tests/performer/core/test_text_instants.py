"""Instants that are written down are read as they were, to the millisecond."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from performer.core.text import format_iso, parse_ms, to_ms

INSTANTS = st.datetimes(timezones=st.just(UTC))


@given(INSTANTS)
def test_an_instant_comes_back_less_than_a_millisecond_earlier(at: datetime) -> None:
    assert timedelta(0) <= at - parse_ms(to_ms(at)) < timedelta(milliseconds=1)


def test_json_has_an_instant_with_a_z() -> None:
    at = datetime(2026, 11, 22, 13, 37, 5, 678_900, UTC)

    assert (format_iso(at), format_iso(at, "milliseconds")) == ("2026-11-22T13:37:05Z", "2026-11-22T13:37:05.678Z")
