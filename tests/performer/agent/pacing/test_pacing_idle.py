"""After how long without a word silence itself is a reason to speak."""

import math
from random import Random
from statistics import mean, pstdev

import pytest

from performer.agent.pacing.pacing import TalkPacing, draw_idle_time_s
from performer.agent.pacing.settings import PacingSettings
from performer.core.clock import VirtualClock
from performer.core.cues import SilenceCue
from tests.performer.agent.pacing.heard_show import HeardShow


@pytest.fixture
def show(virtual_clock: VirtualClock) -> HeardShow:
    return HeardShow(virtual_clock)


@pytest.fixture
def pacing(show: HeardShow) -> TalkPacing:
    return TalkPacing(show.clock, show.stream, PacingSettings(idle_s=20))


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


@pytest.mark.anyio
async def test_silence_is_a_reason_some_time_after_the_last_word_and_not_after_its_beginning(
    show: HeardShow, pacing: TalkPacing
) -> None:
    await show.clock.advance(100.0)
    await show.line(10.0)

    assert pacing.silence_s() >= 110.0 + 0.4 * 20


@pytest.mark.anyio
async def test_silence_that_was_taken_begins_anew(show: HeardShow, pacing: TalkPacing) -> None:
    await show.clock.advance(pacing.silence_s())

    pacing.took(SilenceCue(idle_s=20, at_s=show.clock.now()))

    assert pacing.silence_s() >= show.clock.now() + 0.4 * 20
