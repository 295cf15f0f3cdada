"""Pace: how lines are spread over time, and how old their pictures are."""

from dataclasses import replace

from bench.show.timing import measure_pace
from tests.bench.show.takes import line, take


def test_silence_is_what_is_left_between_the_sounds() -> None:
    found = measure_pace(take(line(10.0, 16.0), line(30.0, 36.0)))

    assert (found.silence, found.lines_per_min, found.gap_p50_s) == (0.8, 2.0, 14.0)


def test_a_metronome_has_no_unevenness_and_chance_has_some() -> None:
    even = measure_pace(take(*(line(at, at + 1.0) for at in (0.0, 10.0, 20.0, 30.0))))
    uneven = measure_pace(take(*(line(at, at + 1.0) for at in (0.0, 2.0, 31.0, 33.0))))

    assert even.gap_cv == 0.0
    assert uneven.gap_cv is not None
    assert uneven.gap_cv > 1.0


def test_words_are_counted_a_line() -> None:
    found = measure_pace(take(line(0, 1, "One."), line(2, 3, "One two three."), line(4, 5, "One two.")))

    assert (found.words_p50, found.words_p95) == (2.0, 3.0)


def test_age_is_counted_from_the_picture_and_what_is_older_than_six_seconds_is_stale() -> None:
    lines = [line(10.0, 12.0, picture_s=8.5), line(20.0, 22.5, picture_s=13.9), line(30.0, 33.0, picture_s=28.0)]
    found = measure_pace(take(*lines))

    assert (found.fresh_p50_s, found.fresh_p95_s, found.end_p95_s) == (2.0, 6.1, 8.6)
    assert (found.late, found.stale_spoken) == (0.3333, 1)


def test_an_answer_to_somebody_keeps() -> None:
    it = take(replace(line(30.0, 31.0, picture_s=1.0), kind="chat"))

    assert (measure_pace(it).stale_spoken, measure_pace(it).fresh_p50_s) == (0, None)


def test_nothing_said_is_all_silence_and_nothing_else() -> None:
    found = measure_pace(take())

    assert (found.silence, found.gap_cv, found.words_p50, found.late) == (1.0, None, None, None)
