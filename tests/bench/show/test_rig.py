"""A recorded take: what performs is started on the stage, and the time of the plan passes."""

import pytest
from anyio.abc import TaskGroup

from bench.show.ground_truth import DrawnReel
from bench.show.microphone import MicTrack
from bench.show.rig import ShowPlan, apply_plan, record_beside_game, record_beside_still
from bench.show.wiring import TakeStage
from performer.config.config import Config
from performer.core import events
from performer.models.selection.build import ModelTeam

pytestmark = pytest.mark.anyio
PLAN = ShowPlan(minutes=0.1)
CONFIG = apply_plan(Config(), PLAN.talkativeness, PLAN.model)


async def say(stage: TakeStage, _models: ModelTeam, _reel: DrawnReel, _playing: TaskGroup) -> None:
    stage.stream.publish(events.CueTaken(turn=1, kind="scene"))
    stage.stream.publish(events.SentenceReady(turn=1, text="What a jump that was!"))


async def test_beside_the_game_its_state_and_the_lines_are_recorded() -> None:
    take = await record_beside_game(PLAN, CONFIG, "by hand", say, MicTrack())

    assert (take.name, take.seconds, [line.text for line in take.lines]) == ("by hand", 6.0, ["What a jump that was!"])
    assert take.game is not None


async def test_beside_a_still_picture_there_is_no_game() -> None:
    take = await record_beside_still(PLAN, CONFIG, "black", say)

    assert (take.name, take.game, len(take.lines)) == ("black", None, 1)
