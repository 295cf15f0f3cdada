"""The made-up microphone: the same for the same seed, and never two sounds at once."""

from itertools import pairwise

from bench.show.microphone import Span, sum_lengths_s, write_track
from tests.bench.show.takes import track


def test_the_same_seed_gives_the_same_track_and_another_another() -> None:
    assert write_track(1, 600) == write_track(1, 600)
    assert write_track(1, 600) != write_track(2, 600)


def test_nothing_sounds_at_once_with_anything_else() -> None:
    bursts = write_track(5, 3600).bursts

    assert all(one.span.end_s <= other.span.begin_s for one, other in pairwise(bursts))


def test_the_streamer_speaks_about_a_third_of_the_time_in_runs_of_seconds() -> None:
    speech = write_track(1, 7200).speech

    assert 0.25 < sum_lengths_s(speech) / 7200 < 0.42
    assert all(1.0 <= span.length_s <= 8.001 for span in speech)


def test_coughs_are_short_and_keep_away_from_speech() -> None:
    it = write_track(2, 7200)

    assert len(it.coughs) > 40
    assert all(0.199 <= cough.length_s <= 0.501 for cough in it.coughs)
    assert not any(
        Span(cough.begin_s - 0.9, cough.end_s + 0.9).is_touching(each) for cough in it.coughs for each in it.speech
    )


def test_a_pause_is_a_gap_in_speech_of_less_than_a_second() -> None:
    it = track((0.0, 1.0), (1.5, 3.0), (4.0, 5.0), (5.2, 6.0))

    assert it.pauses == (Span(1.0, 1.5), Span(5.0, 5.2))
