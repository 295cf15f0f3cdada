"""Pictures of the screen, stage by stage."""

import anyio
import pytest

from bench.speed.capture import CapturePlan, run
from bench.speed.rig.screen import explain_missing_screen, open_screen
from tests.conftest import missing
from tests.systems import linux_only


@pytest.fixture
def _has_xvfb() -> None:
    if explain_missing_screen():
        missing("Xvfb", "apt install xvfb")


@pytest.mark.slow
@pytest.mark.usefixtures("_has_xvfb")
def test_every_stage_and_way_is_measured_on_a_screen_of_each_size() -> None:
    plan = CapturePlan(runs=2, sizes=("1920x1080", "3840x2160"), rates_hz=(2.0,), seconds=1.0, spans=1)
    report = anyio.run(run, plan)

    assert report.by_key["1920x1080_whole"].n == report.by_key["3840x2160_encode"].n == 2
    assert report.find_ratio(report.by_key["1920x1080_pillow_cpu"])
    assert report.find_ratio(report.by_key["3840x2160_share_look_2"])
    assert report.by_key["3840x2160_whole"].group.startswith("4K: ")


@pytest.mark.slow
@pytest.mark.anyio
@pytest.mark.usefixtures("_has_xvfb")
async def test_without_a_display_of_its_own_the_screen_that_is_there_is_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with open_screen("640x480") as screen:
        monkeypatch.setenv("DISPLAY", screen.display)
        monkeypatch.setenv("PATH", "")
        report = await run(CapturePlan(runs=2, rates_hz=(2.0,), seconds=0.5, spans=1))

    assert report.by_key["640x480_whole"].n == 2
    assert report.notes[0].startswith("Only the screen that is there was measured.")


@pytest.mark.anyio
@linux_only("there is always a screen elsewhere")
async def test_without_any_display_nothing_is_measured_and_the_remedy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("PATH", "")

    report = await run(CapturePlan(runs=2))

    assert report.series == ()
    assert report.notes == (explain_missing_screen(),)
