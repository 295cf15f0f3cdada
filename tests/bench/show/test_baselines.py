"""A baseline speaks at fixed intervals, whatever happens."""

from dataclasses import replace

import pytest

from bench.show import baselines, rig
from bench.show.microphone import MicTrack
from bench.show.rig import ShowPlan
from bench.show.take import Take
from performer.config.config import Config

pytestmark = pytest.mark.anyio

SHORT = ShowPlan(minutes=2)


def planned(plan: ShowPlan) -> Config:
    return rig.apply_plan(Config(), plan.talkativeness, plan.model)


async def performed(plan: ShowPlan, begin: rig.Begin, track: MicTrack | None = None) -> Take:
    return await rig.record_beside_game(plan, planned(plan), "test", begin, track or MicTrack())


async def test_a_fixed_interval_begins_a_line_whenever_it_is_due() -> None:
    take = await performed(replace(SHORT, minutes=1, think_s=0.1), baselines.make_metronome(15.0))

    starts = [line.span.begin_s for line in take.lines]
    assert 2 <= len(starts) <= 4
    assert all(0.2 < start % 15.0 < 2.5 for start in starts)
    assert take.cues_taken == {"interval": 4} or take.cues_taken == {"interval": 5}
