"""Starts, first words and short commands beside Python itself."""

import anyio
import pytest

from bench.speed.start import StartPlan, run


@pytest.mark.slow
def test_a_start_and_short_commands_stand_beside_python_itself() -> None:
    report = anyio.run(run, StartPlan(runs=1))

    assert report.by_key["ready"].n == report.by_key["status_running_cpu"].n == 1
    assert report.by_key["first_words"].n == report.by_key["ended"].n == 1
    assert report.by_key["help_cpu"].floor == "imports_cpu"
