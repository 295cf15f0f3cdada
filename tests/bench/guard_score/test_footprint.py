"""Start and memory of a guard, in a fresh process."""

import sys

import pytest

from bench.guard_score.footprint import measure_footprint
from bench.guard_score.fresh_guard import read_memory_mb
from tests.systems import linux_only


@pytest.mark.slow
def test_a_fresh_process_measures_a_guard_that_judges_some_of_the_lines() -> None:
    footprint = measure_footprint([f"line {number}" for number in range(500)], runs=1)

    assert (footprint.lines, footprint.runs) == (200, 1)
    assert footprint.start_ms > 1
    assert footprint.start_worked_ms > 1
    assert footprint.first_ms > 0
    if sys.platform == "linux":
        assert footprint.grown_mb is not None
        assert 0 < footprint.grown_mb < 500


@linux_only("only Linux tells in a file")
def test_the_memory_of_this_process_is_read() -> None:
    assert 10 < (read_memory_mb() or 0) < 10_000
