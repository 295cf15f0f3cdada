"""A program of the rig in a process of its own: one that goes on until it is ended, or one that prints and ends."""

import os
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import anyio

from performer.core.files.home import CHECKOUT

_RIG = "bench.speed.rig"


@asynccontextmanager
async def start_module(name: str, *words: str, environment: Mapping[str, str] | None = None) -> AsyncIterator[int]:
    """Start a program of the rig, wait for its first line, and yield its process id; it is gone after the block.

    Args:
        name: Its module.
        words: Its arguments.
        environment: Variables beside our own.
    """
    process = await anyio.open_process(
        [sys.executable, "-m", f"{_RIG}.{name}", *words],
        cwd=CHECKOUT,
        env={**os.environ, **(environment or {})},
        stderr=subprocess.DEVNULL,
    )
    assert process.stdout is not None
    try:
        await process.stdout.receive()
        yield process.pid
    finally:
        if process.returncode is None:
            process.terminate()
        with anyio.CancelScope(shield=True):
            await process.aclose()


async def run_module(name: str, *words: str, environment: Mapping[str, str] | None = None) -> str:
    """Run a program of the rig to its end, and return what it printed.

    Raises:
        subprocess.CalledProcessError: when it fails.
    """
    command = [sys.executable, "-m", f"{_RIG}.{name}", *words]
    done = await anyio.run_process(command, cwd=CHECKOUT, env={**os.environ, **(environment or {})}, stderr=None)
    return done.stdout.decode()
