"""A terminal as a person has it before him, with a command in it."""

import os
import signal
import sys
from typing import Any

import anyio
import anyio.to_thread

from performer.core.files.home import CHECKOUT
from tests.systems import posix_only


class Terminal:
    """A terminal with a command in it."""

    def __init__(self, *words: str, columns: int = 80, **environment: str) -> None:
        import pty
        import termios

        self._ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (24, columns))
        surroundings = {**os.environ, "TERM": "xterm-256color", **environment}
        self._words, self._surroundings, self._theirs = words, surroundings, theirs
        self.printed = ""

    async def run(self, until: Any = None) -> int:
        """Run the command, press Ctrl+C when `until` is over, and tell its exit code."""
        command = [sys.executable, "-m", "performer", *self._words]
        end, home = self._theirs, self._surroundings
        process = await anyio.open_process(command, cwd=CHECKOUT, env=home, stdin=end, stdout=end, stderr=end)
        async with process:
            os.close(self._theirs)
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(anyio.to_thread.run_sync, self._read)
                if until is not None:
                    await until()
                    process.send_signal(signal.SIGINT)
                try:
                    with anyio.fail_after(20):
                        return await process.wait()
                finally:
                    if process.returncode is None:
                        process.kill()  # or the reader waits for ever
        raise AssertionError

    def _read(self) -> None:
        read = bytearray()
        try:
            while piece := os.read(self._ours, 65536):
                read += piece
        except OSError:  # how a terminal says that its last writer has gone
            pass
        os.close(self._ours)
        self.printed = read.decode().replace("\r\n", "\n")


on_a_terminal = posix_only("a terminal of POSIX")
