"""The bench measures what it takes itself, in fresh processes."""

import pytest

from bench.tool_choice.footprint import measure_apart
from tests.systems import posix_only


@pytest.mark.slow
@posix_only("Windows does not tell a process's memory in this way")
def test_a_fresh_process_tells_its_time_its_floor_and_its_memory() -> None:
    footprint = measure_apart(1, 20)

    assert footprint.cases == 20
    assert footprint.total_s > 20 * (footprint.turns_ms + footprint.overhead_ms) / 1000
    assert footprint.peak_mb > 20
