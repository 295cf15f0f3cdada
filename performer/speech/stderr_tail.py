"""The last words of a program that we started: what it wrote to its standard error of late."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, TypeVar

import anyio
from anyio.abc import Process

from performer.core.own_text import own
from performer.core.process.exit_code import describe_exit

T = TypeVar("T")

_KEPT_BYTES: Final = 2_000
_FAREWELL_S: Final = 1.0


class StderrTail:
    """The newest output of a process on its standard error; unread, a full pipe would stop the process."""

    def __init__(self, process: Process) -> None:
        assert process.stderr is not None
        self._process, self._stream = process, process.stderr
        self._tail = b""
        self._count = 0

    @property
    def lines(self) -> list[str]:
        """All lines; none when there were more than are kept."""
        return self._tail.decode(errors="replace").splitlines() if self._count == len(self._tail) else []

    @property
    def newest(self) -> str:
        """The last line, which may be a traceback's; empty when there is none."""
        lines = self._tail.decode(errors="replace").strip().splitlines()
        return lines[-1].strip() if lines else ""

    async def read_rest(self) -> None:
        """Read until the process closes its standard error."""
        with suppress(anyio.EndOfStream, anyio.BrokenResourceError):
            while True:
                said = await self._stream.receive()
                self._count += len(said)
                self._tail = (self._tail + said)[-_KEPT_BYTES:]

    async def read_during(self, wait: Callable[[], Awaitable[T]]) -> T:
        """Return what a wait returns, and read standard error meanwhile; errors of the wait pass unchanged."""
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self.read_rest)
                result = await wait()
                tasks.cancel_scope.cancel()
        except ExceptionGroup as failures:
            raise failures.exceptions[0] from None
        return result

    async def explain_end(self) -> str:
        """Return why the process has ended: its last words, or how it ended; it is waited for a moment."""
        with anyio.move_on_after(_FAREWELL_S):  # a child of its may keep standard error open
            await self.read_rest()
        with anyio.move_on_after(_FAREWELL_S):
            await self._process.wait()
        if self.newest:
            return self.newest
        code = self._process.returncode
        return own("without a word") if code is None else own("it {how}", how=describe_exit(code))
