"""A command that runs to its end in a process of its own, and what that took."""

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import anyio

from performer.core.files.home import CHECKOUT


@dataclass(frozen=True, kw_only=True)
class CommandCost:
    """What a command took."""

    wall_s: float
    cpu_s: float | None
    """The processor's time, of what it had started too; None where the system does not count it for the parent."""
    code: int
    """As it ended."""


async def run_command(command: Sequence[str], environment: Mapping[str, str]) -> CommandCost:
    """Run a command, without input and output, and measure it."""
    return await anyio.to_thread.run_sync(_run, command, environment)


def _run(command: Sequence[str], environment: Mapping[str, str]) -> CommandCost:
    began_s, nowhere = time.perf_counter(), subprocess.DEVNULL
    process = subprocess.Popen(  # noqa: S603  our own words
        command, env=environment, cwd=CHECKOUT, stdin=nowhere, stdout=nowhere, stderr=nowhere
    )
    if not hasattr(os, "wait4"):
        code = process.wait()
        return CommandCost(wall_s=time.perf_counter() - began_s, cpu_s=None, code=code)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)  # else the object would wait for a process that is gone
    wall_s = time.perf_counter() - began_s
    return CommandCost(wall_s=wall_s, cpu_s=used.ru_utime + used.ru_stime, code=process.returncode)
