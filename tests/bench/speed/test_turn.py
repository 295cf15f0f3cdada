"""A turn beside the plainest program."""

import ast
import shutil
from pathlib import Path

import anyio
import pytest

from bench.speed.turn import TurnPlan, make_tools, run
from tests.conftest import missing


def test_a_plug_in_of_measured_tools_is_python_that_chat_may_call() -> None:
    tree = ast.parse(make_tools(3))

    names = [each.name for each in ast.walk(tree) if isinstance(each, ast.AsyncFunctionDef)]
    assert names == ["measure_0", "measure_1", "measure_2"]
    assert "FUN = (" in make_tools(3)


@pytest.mark.slow
def test_a_turn_of_the_performer_stands_beside_one_of_the_plain_program() -> None:
    report = anyio.run(run, TurnPlan(runs=2, tools=(), messages=(), tokens_per_s=200))

    assert report.by_key["plain_own"].n == report.by_key["own"].n == 2
    assert report.find_ratio(report.by_key["cpu"])


@pytest.mark.slow
def test_without_a_display_of_its_own_there_is_no_row_with_a_picture(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    voice = shutil.which("espeak-ng")
    if not voice:
        missing("espeak-ng", "apt install espeak-ng")
    assert voice
    (tmp_path / "espeak-ng").symlink_to(voice)
    monkeypatch.setenv("PATH", str(tmp_path))

    report = anyio.run(run, TurnPlan(runs=2, tools=(), messages=(), tokens_per_s=200))

    assert not [each for each in report.by_key if "picture" in each]
    assert "Xvfb is missing" in report.notes[0]
