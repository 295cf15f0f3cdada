"""After how long without a word silence itself is a reason to speak."""

import math
from random import Random
from statistics import mean, pstdev

from performer.agent.pacing.pacing import draw_idle_time_s


def test_the_times_are_about_their_mean_and_no_metronome() -> None:
    chance = Random(7)
    times_s = [draw_idle_time_s(chance, 45.0) for _ in range(2000)]

    assert 43 < mean(times_s) < 47
    assert pstdev(times_s) / mean(times_s) >= 0.5
    assert min(times_s) > 15
    assert max(times_s) <= 135


def test_the_same_chance_draws_the_same_times() -> None:
    assert draw_idle_time_s(Random(3), 45.0) == draw_idle_time_s(Random(3), 45.0)


def test_never_stays_never() -> None:
    assert draw_idle_time_s(Random(1), math.inf) == math.inf
