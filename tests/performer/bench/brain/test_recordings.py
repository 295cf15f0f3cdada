"""What real models answered, performed again: what is said of them still holds."""

from pathlib import Path

import pytest

from performer.bench.brain import bench, casting
from performer.bench.brain.outcome import Outcome
from performer.bench.brain.plan import Plan, as_planned
from performer.bench.brain.tape import read_tape
from performer.config import Config

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

RECORDINGS = sorted((Path(__file__).parent / "recordings").glob("*.jsonl"))

LEAST_SPOKEN = 0.9
"""Share of the taken cues: a filter that drops everything keeps every fault from being heard too."""


async def replayed(file: Path) -> Outcome:
    tape = read_tape(file)
    plan = casting.plan_of(tape, Plan())
    return await bench.run(plan, as_planned(Config(), plan, ""), casting.replaying(plan, tape))


@pytest.mark.parametrize("file", RECORDINGS, ids=lambda file: file.stem)
async def test_a_recording_still_fits_its_prompts_and_speaks_none_of_them(file: Path) -> None:
    outcome = await replayed(file)

    performer = outcome.profiles[0]
    assert outcome.takes[0].missing == {}
    assert performer.wording.echoes == 0
    assert performer.wording.unspeakable == {}
    assert performer.answers.spoken_share is not None
    assert performer.answers.spoken_share >= LEAST_SPOKEN
