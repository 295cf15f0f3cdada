"""The end of a process of ours: of one that leads a group of its own, and of one that ends with its standard input."""

import os
import signal
import sys
from contextlib import suppress
from typing import Final

import anyio
from anyio.abc import Process

_FAREWELL_S: Final = 1.0


async def end(process: Process) -> None:
    """Kill what still runs, its children too, and let go of it; cancelling does not hinder it."""
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    with anyio.CancelScope(shield=True), anyio.move_on_after(_FAREWELL_S):
        await process.aclose()


async def farewell(process: Process) -> None:
    """Close its standard input, at which it ends by itself, and kill what does not take the hint."""
    assert process.stdin is not None
    with suppress(anyio.BrokenResourceError):
        await process.stdin.aclose()
    with anyio.move_on_after(_FAREWELL_S):
        await process.wait()
    if process.returncode is None:
        process.kill()
    await process.aclose()
