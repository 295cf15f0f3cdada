"""Times of plans as people read them."""

from datetime import timedelta

import pytest

from performer.agent.schedule.plan import format_span


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0, "0 s"), (59, "59 s"), (3600, "1 h"), (3661, "1 h 1 min"), (90000, "1 d 1 h"), (86460, "1 d")],
)
def test_a_span_is_written_by_its_two_largest_units(seconds: int, shown: str) -> None:
    assert format_span(timedelta(seconds=seconds)) == shown
