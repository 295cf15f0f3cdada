"""The ways from the screen to a JPEG."""

import json

import pytest

from bench.speed.rig.module_process import run_module
from bench.speed.rig.picture_program import Stopwatch
from bench.speed.rig.screen import explain_missing_screen, open_screen
from tests.conftest import missing


def test_a_stopwatch_keeps_the_times_of_a_stage_in_order() -> None:
    watch = Stopwatch()

    for _ in range(2):
        with watch.time("grab"):
            sum(range(1000))

    assert len(watch.wall["grab"]) == len(watch.cpu["grab"]) == 2
    assert min(watch.wall["grab"]) > 0


@pytest.mark.anyio
async def test_all_ways_are_timed_as_often_as_asked_for() -> None:
    if explain_missing_screen():
        missing("Xvfb", "apt install xvfb")
    async with open_screen("640x360") as screen:
        values = json.loads(await run_module("picture_program", "2", environment=screen.environment))

    ways = ["bare_grab", "base64", "copy", "encode", "grab", "look", "measure", "mss", "pillow", "reduce", "whole"]
    assert values["size"] == [640, 360]
    assert sorted(values["wall"]) == sorted(values["cpu"]) == ways
    assert {len(each) for each in values["wall"].values()} == {2}
