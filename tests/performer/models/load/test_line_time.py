"""Tempo: how long a line takes, and what of the show's times follows from it."""

import pytest

from performer.models.load.line_time import Tempo


def slow(line_s: float) -> Tempo:
    """Make one of a machine that needs so long for a line."""
    tempo = Tempo()
    for _ in range(3):
        tempo.took(line_s)
    return tempo


def test_nobody_knows_before_the_first_line() -> None:
    tempo = Tempo()

    assert (tempo.line_s, tempo.freshness_s(6), tempo.interval, tempo.shrink, tempo.why) == (None, 6, 1, 1, "")


def test_what_a_probe_measured_counts_until_three_lines_are_known() -> None:
    tempo = Tempo(lambda: 4.0)
    tempo.took(1.0)
    tempo.took(1.0)
    before = tempo.line_s
    tempo.took(1.2)

    assert (before, tempo.line_s) == (4.0, 1.0)


def test_without_a_probe_the_first_line_counts() -> None:
    tempo = Tempo()
    tempo.took(3.0)

    assert tempo.line_s == 3.0


def test_a_machine_is_as_quick_as_it_was_lately() -> None:
    tempo = slow(9.0)
    for _ in range(8):
        tempo.took(0.5)

    assert (tempo.line_s, tempo.interval, tempo.why) == (0.5, 1, "")


def test_one_slow_line_changes_nothing() -> None:
    tempo = slow(0.5)
    tempo.took(30.0)

    assert tempo.line_s == 0.5


@pytest.mark.parametrize(
    ("line_s", "fresh_s", "interval", "shrink"),
    [(0.5, 6, 1, 1), (2.0, 6, 1, 1), (3.0, 6, 1.5, 2), (4.0, 8, 2, 2), (6.0, 12, 3, 4), (30.0, 20, 4, 4)],
)
def test_slow_lines_make_old_pictures_do_and_cues_and_pixels_fewer(
    line_s: float, fresh_s: float, interval: float, shrink: int
) -> None:
    tempo = slow(line_s)

    assert (tempo.freshness_s(6), tempo.interval, tempo.shrink) == (fresh_s, interval, shrink)


def test_it_says_what_follows_and_from_when_on_it_is_too_slow() -> None:
    assert slow(2.0).why == ""
    assert slow(4.0).why == "a line takes it 4.0 s here, so it is asked 50% as often as usual"
    assert "too slow for a show: a smaller model, or model.mode = talk, is quicker" in slow(8.1).why


def test_talk_is_not_offered_to_a_model_that_only_talks() -> None:
    tempo = slow(8.1)
    tempo.took(8.1, mode="talk")

    assert tempo.why.endswith("too slow for a show: a smaller model is quicker")
