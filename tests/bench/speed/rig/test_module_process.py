"""Programs of the rig in processes of their own."""

import subprocess

import psutil
import pytest

from bench.speed.rig.module_process import run_module, start_module

pytestmark = pytest.mark.anyio


async def test_a_program_runs_during_the_block_and_is_gone_after_it() -> None:
    async with start_module("plain_idler", "sleep") as pid:
        assert psutil.Process(pid).cmdline()[-1] == "sleep"

    assert not psutil.pid_exists(pid)


async def test_a_program_that_fails_is_an_error() -> None:
    with pytest.raises(subprocess.CalledProcessError):
        await run_module("picture_program")
