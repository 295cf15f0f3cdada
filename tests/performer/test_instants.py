"""Instants that are written down are read as they were, to the millisecond."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from performer.instants import instant_of, iso_of, ms_of

INSTANTS = st.datetimes(timezones=st.just(UTC))


@given(INSTANTS)
def test_an_instant_comes_back_less_than_a_millisecond_earlier(at: datetime) -> None:
    assert timedelta(0) <= at - instant_of(ms_of(at)) < timedelta(milliseconds=1)


def test_json_has_an_instant_with_a_z() -> None:
    at = datetime(2026, 11, 22, 13, 37, 5, 678_900, UTC)

    assert (iso_of(at), iso_of(at, "milliseconds")) == ("2026-11-22T13:37:05Z", "2026-11-22T13:37:05.678Z")
