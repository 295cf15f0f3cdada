"""Courtesy: our sound against the streamer's speech."""

from dataclasses import replace

import pytest

from bench.show.microphone import MicTrack, Span
from bench.show.take import LineStop, Take
from bench.show.timing import measure_courtesy
from tests.bench.show.takes import line, take, track


def beside(mic: MicTrack, *spans: tuple[float, float], stops: tuple[LineStop, ...] = ()) -> Take:
    return replace(take(*(line(*span) for span in spans)), track=mic, stops=stops)


def test_the_share_of_our_sound_over_the_streamer_is_told() -> None:
    assert measure_courtesy(beside(track((3.0, 10.0)), (0.0, 4.0), (20.0, 26.0))).talk_over == 0.1


@pytest.mark.parametrize(("start", "counts"), [(9.9, 0), (10.05, 0), (10.2, 1), (12.0, 1), (14.2, 1), (14.4, 0)])
def test_a_start_in_speech_or_right_after_it_counts_but_no_tie(start: float, counts: int) -> None:
    assert measure_courtesy(beside(track((10.0, 14.0)), (start, start + 0.01))).starts_while_active == counts


def test_a_line_that_goes_on_in_speech_counts_as_a_start() -> None:
    it = beside(track((12.0, 14.0)), (10.0, 13.0), stops=(LineStop(at_s=10.5, resumed_s=12.5),))

    assert measure_courtesy(it).starts_while_active == 0.5


def test_the_time_to_stop_runs_from_a_third_of_a_second_of_speech_and_has_the_sinks_on_top() -> None:
    it = beside(track((12.0, 15.0)), (10.0, 12.4), stops=(LineStop(at_s=12.4),))

    assert measure_courtesy(it).stop_p95_s == 0.2


def test_a_line_that_was_over_by_itself_needed_no_stop() -> None:
    found = measure_courtesy(beside(track((12.0, 15.0)), (10.0, 12.2)))

    assert (found.stops, found.stop_p95_s) == (1, 0.0)


def test_a_line_that_talks_on_takes_all_of_its_time_to_stop() -> None:
    assert measure_courtesy(beside(track((12.0, 15.0)), (10.0, 14.3))).stop_p95_s == 2.0


def test_a_start_in_a_breath_of_the_streamers_takes_a_pause_over() -> None:
    mic = track((10.0, 12.0), (12.8, 14.0), (14.5, 16.0))

    assert mic.pauses == (Span(12.0, 12.8), Span(14.0, 14.5))
    assert measure_courtesy(beside(mic, (12.5, 12.6))).pause_take_over == 0.5


@pytest.mark.parametrize(
    ("stops", "lost"),
    [
        ((), 0),
        ((LineStop(at_s=12.5, resumed_s=13.5),), 0),
        ((LineStop(at_s=12.5, resumed_s=14.6),), 1),
        ((LineStop(at_s=12.5),), 1),
        ((LineStop(at_s=15.0),), 0),
    ],
)
def test_a_cough_may_silence_a_line_for_a_moment_but_not_end_it(stops: tuple[LineStop, ...], lost: int) -> None:
    found = measure_courtesy(beside(track((12.0, 12.4), kind="cough"), (10.0, 16.0), stops=stops))

    assert (found.coughs, found.false_stops) == (1, lost)


def test_without_a_streamer_there_is_nothing_to_measure() -> None:
    found = measure_courtesy(beside(MicTrack(), (1.0, 2.0)))

    assert (found.talk_over, found.starts_while_active, found.stop_p95_s, found.pause_take_over) == (None,) * 4
