"""LineTime: how long a line takes, and what of the show's times follows from it."""

import pytest

from performer.core.clock import VirtualClock
from performer.core.events.stream import EventStream
from performer.models.load.control import LoadControl
from performer.models.load.line_time import LineTime, ShowPace


def slow(line_s: float, mode: str = "") -> LineTime:
    """Make one of a machine that needs so long for a line."""
    line_time = LineTime()
    for _ in range(3):
        line_time.took(line_s, mode=mode)
    return line_time


def test_nobody_knows_before_the_first_line() -> None:
    line_time = LineTime()

    assert (line_time.line_s, line_time.freshness_s(6), line_time.interval, line_time.shrink, line_time.why) == (
        None,
        6,
        1,
        1,
        "",
    )


def test_what_a_probe_measured_counts_until_three_lines_are_known() -> None:
    line_time = LineTime(lambda: 4.0)
    line_time.took(1.0)
    line_time.took(1.0)
    before = line_time.line_s
    line_time.took(1.2)

    assert (before, line_time.line_s) == (4.0, 1.0)


def test_without_a_probe_the_first_line_counts() -> None:
    line_time = LineTime()
    line_time.took(3.0)

    assert line_time.line_s == 3.0


def test_a_machine_is_as_quick_as_it_was_lately() -> None:
    line_time = slow(9.0)
    for _ in range(8):
        line_time.took(0.5)

    assert (line_time.line_s, line_time.interval, line_time.why) == (0.5, 1, "A line takes 0.5 s.")


def test_one_slow_line_changes_nothing() -> None:
    line_time = slow(0.5)
    line_time.took(30.0)

    assert line_time.line_s == 0.5


@pytest.mark.parametrize(
    ("line_s", "fresh_s", "interval", "shrink"),
    [(0.5, 6, 1, 1), (2.0, 6, 1, 1), (3.0, 6, 1.5, 2), (4.0, 8, 2, 2), (6.0, 12, 3, 4), (30.0, 20, 4, 4)],
)
def test_slow_lines_make_old_pictures_do_and_cues_and_pixels_fewer(
    line_s: float, fresh_s: float, interval: float, shrink: int
) -> None:
    line_time = slow(line_s)

    assert (line_time.freshness_s(6), line_time.interval, line_time.shrink) == (fresh_s, interval, shrink)


def test_it_says_what_follows_and_from_when_on_it_is_too_slow() -> None:
    assert slow(2.0).why == "A line takes 2.0 s."
    assert slow(4.0).why == "A line takes 4.0 s, so the model is asked less often than usual."
    assert slow(9.0, "native").why == (
        "The model needs 9 s a line; a smaller one would be livelier, or model.mode = talk. "
        "It is asked less often than usual, for short lines and with smaller pictures."
    )
    assert slow(17.0, "native").why.endswith("model.mode = talk. This is too slow for a show.")


@pytest.mark.parametrize("line_time", [slow(9.0, "talk"), LineTime(lambda: 9.0)])
def test_talk_is_offered_only_to_a_model_that_does_more(line_time: LineTime) -> None:
    assert line_time.why.startswith("The model needs 9 s a line; a smaller one would be livelier. It is asked")


@pytest.mark.parametrize(
    ("line_s", "is_slow", "sentences", "patience_s"),
    [(0.5, False, 5, 8.0), (5.9, False, 5, 8.0), (6.0, True, 2, 8.0), (9.0, True, 2, 11.25), (15.0, True, 2, 16.0)],
)
def test_of_a_slow_model_little_is_asked_and_its_line_is_waited_for(
    line_s: float, is_slow: bool, sentences: int, patience_s: float
) -> None:
    line_time = slow(line_s)

    assert (line_time.is_slow, line_time.sentences(5), line_time.patience_s) == (is_slow, sentences, patience_s)


def test_one_that_is_too_slow_for_a_show_is_waited_for_no_longer_than_usual() -> None:
    assert slow(17.0).patience_s == 8.0


@pytest.mark.parametrize(
    ("line_s", "interval", "shrink", "fresh_s"),
    [(None, 1.0, 1, 6.0), (1.0, 1.0, 1, 6.0), (4.0, 2.0, 2, 8.0), (30.0, 4.0, 4, 20.0)],
)
def test_a_slow_machine_has_rarer_lines_smaller_pictures_and_older_frames(
    virtual_clock: VirtualClock, line_s: float | None, interval: float, shrink: int, fresh_s: float
) -> None:
    load = LoadControl(EventStream(virtual_clock))
    pace = ShowPace(load, LineTime(lambda: line_s), lambda: 6.0)

    assert (pace.interval(), pace.shrink(), pace.fresh_s()) == (interval, shrink, fresh_s)
