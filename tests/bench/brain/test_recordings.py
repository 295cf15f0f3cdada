"""What real models answered, performed again: what is said of them still holds."""

from pathlib import Path

import pytest

from bench.brain import run, take_models
from bench.brain.plan import BrainPlan
from bench.brain.run import BrainOutcome
from bench.brain.tape import read_tape
from bench.show.rig import apply_plan
from performer.config.config import Config

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

RECORDINGS = sorted((Path(__file__).parent / "recordings").glob("*.jsonl"))

LEAST_SPOKEN = 0.9
"""Share of the taken cues: a filter that drops everything keeps every fault from being heard too."""


async def replayed(file: Path) -> BrainOutcome:
    tape = read_tape(file)
    plan = take_models.read_plan(tape, BrainPlan())
    return await run.run(
        plan, apply_plan(Config(), plan.talkativeness, ""), take_models.make_replayed_models(plan, tape)
    )


@pytest.mark.parametrize("file", RECORDINGS, ids=lambda file: file.stem)
async def test_a_recording_still_fits_its_prompts_and_speaks_none_of_them(file: Path) -> None:
    outcome = await replayed(file)

    performer = outcome.profiles[0]
    assert outcome.takes[0].missing == {}
    assert performer.wording.echoes == 0
    assert performer.wording.unspeakable == {}
    assert performer.answers.spoken_share is not None
    assert performer.answers.spoken_share >= LEAST_SPOKEN
