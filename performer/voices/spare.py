"""A spare program: started already, it waits for its sentence, which then need not wait for the program to start."""

from collections.abc import Sequence
from types import TracebackType
from typing import Final, Self

import anyio
from anyio.abc import Process

from performer.own_process import end
from performer.voices.program import start

_BREATH_S: Final = 0.03
"""Starting a program halts everything for some milliseconds: what has just been made goes out to be heard before."""


class Spare:
    """Keeps one program waiting; an async context manager that ends it.

    It waits for its standard input, which closes with us: it never outlives the performer.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._process: Process | None = None
        self._is_open = False

    async def __aenter__(self) -> Self:
        self._is_open = True
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_open = False
        process = await self.take()
        if process is not None:
            await end(process)

    async def take(self) -> Process | None:
        """Hand over the one that waits, if it does; ending it is the caller's."""
        process, self._process = self._process, None
        if process is None or process.returncode is None:
            return process
        await end(process)
        return None

    async def prepare(self) -> None:
        """Have one wait for the sentence after this; cancelling does not hinder it.

        Raises:
            ServiceError: when it cannot be started.
        """
        if not self._is_open or self._process is not None:
            return
        with anyio.CancelScope(shield=True):
            await anyio.sleep(_BREATH_S)
            if self._is_open:
                self._process = await start(self._command)
