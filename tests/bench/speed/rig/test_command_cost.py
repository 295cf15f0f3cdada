"""A command that runs to its end."""

import os
import sys

import pytest

from bench.speed.rig.command_cost import run_command
from tests.systems import posix_only

pytestmark = pytest.mark.anyio
WORK = "sum(range(1_000_000)); raise SystemExit(3)"


async def test_a_command_is_measured_and_its_end_is_told() -> None:
    cost = await run_command([sys.executable, "-c", WORK], os.environ)

    assert cost.code == 3
    assert cost.wall_s > 0


@posix_only("a system counts for the parent what its children have worked")
async def test_the_processor_is_measured() -> None:
    cost = await run_command([sys.executable, "-c", WORK], os.environ)

    assert cost.cpu_s is not None
    assert cost.cpu_s > 0


async def test_a_system_that_counts_for_no_parent_leaves_the_processor_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "wait4", raising=False)

    assert (await run_command([sys.executable, "-c", WORK], os.environ)).cpu_s is None
