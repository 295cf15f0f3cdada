"""A stage client as a process, for tests."""

import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import IO

import anyio
from anyio.abc import Process

from performer.core.files.home import CHECKOUT

PATIENCE_S = 60.0


class Running:
    """A client that was started by a test; use `running`."""

    def __init__(self, process: Process, errors: IO[bytes]) -> None:
        self.process = process
        self._errors = errors

    @property
    def errors(self) -> str:
        """Return what it wrote to standard error so far."""
        self._errors.seek(0)
        return self._errors.read().decode()

    async def close_input(self) -> None:
        """Close its standard input, as a performer does that ends."""
        assert self.process.stdin is not None
        await self.process.stdin.aclose()

    async def ended(self) -> int:
        """Wait for its end; tell its exit code."""
        with anyio.fail_after(PATIENCE_S):
            return await self.process.wait()


@asynccontextmanager
async def running(
    module: str, *options: str, environment: Mapping[str, str], url: str = "", by_hand: bool = False
) -> AsyncIterator[Running]:
    """Run `python -m module` while the block runs; the URL goes by standard input, or `by_hand` as a word."""
    words = [*options, url] if by_hand else list(options)
    with tempfile.TemporaryFile() as errors:
        process = await anyio.open_process(
            [sys.executable, "-m", module, *words],
            stdin=subprocess.DEVNULL if by_hand else subprocess.PIPE,
            stderr=errors,
            stdout=subprocess.DEVNULL,
            env=environment,
            cwd=CHECKOUT,
        )
        try:
            if process.stdin is not None and url:
                await process.stdin.send(url.encode() + b"\n")
            yield Running(process, errors)
        finally:
            with anyio.CancelScope(shield=True):
                await _end(process)


async def _end(process: Process) -> None:
    if process.stdin is not None:
        await process.stdin.aclose()
    else:
        with suppress(ProcessLookupError):
            process.terminate()
    with anyio.move_on_after(PATIENCE_S):
        await process.wait()
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()
