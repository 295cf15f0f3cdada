"""The plainest program that does a turn, as a process with a line to it."""

import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import anyio

from bench.speed.rig.plain_program import LOOPBACK
from performer.core.files.home import CHECKOUT


class PlainProcess:
    """The program, ready for a line."""

    def __init__(self, pid: int, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.pid = pid
        self._socket = socket

    async def take(self, line: str) -> list[float]:
        """Send a line, and return when the sound of each sentence came: `time.time()`."""
        await self._socket.send_str(line)
        came_at: list[float] = []
        async for frame in self._socket:
            if frame.type is not aiohttp.WSMsgType.BINARY:
                break
            came_at.append(time.time())
        return came_at


@asynccontextmanager
async def start_plain_program(url: str) -> AsyncIterator[PlainProcess]:
    """Start it beside a model's server; it is gone after the block."""
    process = await anyio.open_process(
        [sys.executable, "-m", "bench.speed.rig.plain_program", url], cwd=CHECKOUT, stderr=subprocess.DEVNULL
    )
    assert process.stdout is not None
    try:
        port = int(await process.stdout.receive())
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(f"ws://{LOOPBACK}:{port}/", max_msg_size=0) as socket,
        ):
            yield PlainProcess(process.pid, socket)
    finally:
        process.terminate()
        with anyio.CancelScope(shield=True):
            await process.aclose()
