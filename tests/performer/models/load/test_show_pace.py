"""The pace of a show is the slower of two: of the card, and of a line on this machine."""

import pytest

from performer.core.clock import VirtualClock
from performer.core.events.stream import EventStream
from performer.models.load.control import LoadControl
from performer.models.load.line_time import LineTime
from performer.models.load.show_pace import ShowPace


@pytest.mark.parametrize(
    ("line_s", "interval", "shrink", "fresh_s"),
    [(None, 1.0, 1, 6.0), (1.0, 1.0, 1, 6.0), (4.0, 2.0, 2, 8.0), (30.0, 4.0, 4, 20.0)],
)
def test_a_slow_machine_has_rarer_lines_smaller_pictures_and_older_frames(
    virtual_clock: VirtualClock, line_s: float | None, interval: float, shrink: int, fresh_s: float
) -> None:
    load = LoadControl(virtual_clock, EventStream(virtual_clock))
    pace = ShowPace(load, LineTime(lambda: line_s), 6.0)

    assert (pace.interval(), pace.shrink(), pace.fresh_s()) == (interval, shrink, fresh_s)
