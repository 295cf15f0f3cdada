"""What a performer takes while nothing happens."""

import anyio
import pytest

from bench.speed.idle import IdlePlan, name_process, run
from bench.speed.rig.screen import explain_missing_screen
from tests.conftest import missing


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (["/usr/bin/python3", "-m", "performer", "run"], "performer"),
        (["python.exe", "-m", "overlay", "--alpha", "1"], "window"),
        (["python", "-m", "sfx"], "sound player"),
        (["/usr/bin/espeak-ng", "--stdin"], "voice program"),
        (["cat"], "others"),
        (["python", "-m"], "others"),
        ([], "others"),
    ],
)
def test_a_process_is_named_by_its_command_line(command: list[str], name: str) -> None:
    assert name_process(command) == name


@pytest.mark.slow
def test_each_state_stands_beside_a_bare_grab_and_each_process_has_its_figures() -> None:
    if explain_missing_screen():
        missing("Xvfb", "apt install xvfb")
    report = anyio.run(run, IdlePlan(seconds=1.0, runs=1, states=("moving", "paused"), settle_s=0.5))

    assert report.by_key["paused_percent"].n == 1
    assert report.find_ratio(report.by_key["moving_percent"])
    assert report.by_key["moving_performer_memory_mib"].values < report.by_key["moving_memory_mib"].values


@pytest.mark.slow
def test_without_a_display_of_its_own_a_performer_idles_that_sees_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")

    report = anyio.run(run, IdlePlan(seconds=1.0, runs=1, states=("moving",), settle_s=0.5))

    assert report.by_key["moving_percent"].n == 1
    assert "Xvfb is missing" in report.notes[0]
    assert "a bare grab twice a second" not in {each.against for each in report.series}
    assert report.find_ratio(report.by_key["moving_memory_mib"])
