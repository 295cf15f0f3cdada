"""How long nobody says a word while things happen."""

import pytest

from bench.brain.measures import measure_gaps
from tests.bench.brain.takes import brain_take, turn
from tests.bench.show.takes import event


def test_only_what_is_over_20_s_from_the_first_to_the_last_event_of_a_gap_is_dead_air() -> None:
    lines = [turn(1, 9.5, "A bat."), turn(2, 50.0, "A chest.")]
    found = measure_gaps(brain_take(*lines, marked=[event(12.0), event(20.0), event(40.0), event(55.0)]))

    assert found.longest_gap_s == pytest.approx(39.5)
    assert found.longest_dead_s == pytest.approx(30.5)
    assert found.dead_s == pytest.approx(10.5)
    assert found.dead == pytest.approx(10.5 / 60, abs=1e-4)


def test_a_long_gap_in_which_nothing_happens_is_no_dead_air() -> None:
    found = measure_gaps(brain_take(turn(1, 9.5, "A bat."), marked=[event(8.0), event(12.0)]))

    assert found.longest_gap_s == pytest.approx(49.0)
    assert (found.dead_s, found.dead) == (0.0, 0.0)


def test_without_a_word_the_whole_take_is_one_gap() -> None:
    found = measure_gaps(brain_take(turn(1, 9.5), marked=[event(5.0), event(55.0)]))

    assert found.longest_gap_s == 60.0
    assert found.dead_s == pytest.approx(32.5)


def test_beside_clips_nobody_knows_what_happens() -> None:
    found = measure_gaps(brain_take(turn(1, 9.5, "A bat.")))

    assert found.lines_per_min == 1.0
    assert (found.moving_lines_per_min, found.longest_dead_s, found.dead_s, found.dead) == (None, None, None, None)
