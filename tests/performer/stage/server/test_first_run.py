from pathlib import Path

import pytest

from performer.stage.server.first_run import FirstRun

pytestmark = pytest.mark.anyio


async def test_the_first_run_is_over_once_it_was_finished_and_stays_so(tmp_path: Path) -> None:
    file = tmp_path / "welcomed"
    before = await FirstRun(file).state({})
    await FirstRun(file).finish({})

    assert (before, await FirstRun(file).state({})) == ({"is_over": False}, {"is_over": True})


async def test_finishing_twice_does_no_harm(tmp_path: Path) -> None:
    welcome = FirstRun(tmp_path / "welcomed")
    await welcome.finish({})
    await welcome.finish({})

    assert (await welcome.state({}))["is_over"]
