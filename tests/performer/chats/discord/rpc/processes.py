"""A real `performer discord-io` as a child process, linked to the fake Discord of this one."""

import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
from anyio.abc import Process
from anyio.streams.buffered import BufferedByteReceiveStream

from performer.core.files.home import CHECKOUT
from tests.e2e.performing import clean_environment
from tests.fakes.discord.server import FakeDiscord
from tests.performer.chats.discord.rpc.standing import TOKEN

PATIENCE_S = 60.0


class Holding:
    """One that runs."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.said = ""
        self._more = anyio.Event()

    @property
    def port(self) -> int:
        """Where it listens, once it has said so."""
        found = re.search(r"Listening on 127\.0\.0\.1:(\d+)", self.said)
        assert found, self.said
        return int(found[1])

    async def printed(self, text: str) -> None:
        """Wait until it has said that."""
        with anyio.fail_after(PATIENCE_S):
            while text not in self.said:
                self._more = anyio.Event()
                await self._more.wait()

    async def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """End it, and give its code."""
        self.process.send_signal(how)
        with anyio.fail_after(PATIENCE_S):
            return await self.process.wait()

    async def read(self) -> None:
        assert self.process.stdout is not None
        stream = BufferedByteReceiveStream(self.process.stdout)
        try:
            while True:
                self.said += (await stream.receive()).decode()
                self._more.set()
        except anyio.EndOfStream:
            return


@asynccontextmanager
async def holding(home: Path, discord: FakeDiscord, *options: str, port: int = 0) -> AsyncIterator[Holding]:
    """Start one; it is gone after the block, and what it said lies where secrets are looked for."""
    settings = {f"PERFORMER_DISCORD__{name.upper()}": address for name, address in discord.addresses.items()}
    secrets = {"DISCORD_TOKEN": discord.token, "PERFORMER_IO_TOKEN": TOKEN}
    process = await anyio.open_process(
        [sys.executable, "-m", "performer", "discord-io", "--listen", f"127.0.0.1:{port}", *options],
        env=clean_environment(home, {**settings, **secrets}),
        cwd=CHECKOUT,
        stderr=subprocess.STDOUT,
    )
    it = Holding(process)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(it.read)
        try:
            yield it
        finally:
            with anyio.CancelScope(shield=True):
                if process.returncode is None:
                    process.kill()
                await process.wait()
    with anyio.CancelScope(shield=True):
        await process.aclose()
    terminal = Path(f"{home}.{process.pid}.terminal")
    terminal.write_text(it.said, encoding="utf-8")
