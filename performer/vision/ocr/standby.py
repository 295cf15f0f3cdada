"""A standby: a Tesseract that has loaded its language and waits for its page, so that no turn waits for that."""

from contextlib import AsyncExitStack
from typing import Final

import anyio
from anyio.abc import Process, TaskStatus

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.process.child import kill_process
from performer.vision.ocr.settings import OcrSettings
from performer.vision.ocr.tesseract import finish_tesseract, make_read_command, read_table, start_tesseract

_LATER_S: Final = 2.0
"""The next one loads when the turn that the last one read for has been written."""
_AGAIN_S: Final = 30.0
"""A program that cannot be started is tried again after so long."""


class StandbyProcess:
    """Keeps one process waiting; it is 35 MB, and uses no processor meanwhile.

    Args:
        clock: Whose seconds count.
        settings: Which program and languages.
    """

    def __init__(self, clock: Clock, settings: OcrSettings) -> None:
        self._clock = clock
        self._command = make_read_command(settings.program, settings.languages)
        self._settings = settings
        self._waiting: Process | None = None
        self._used = anyio.Event()

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Start the next one after each that was used, until cancelled; the first after the first page."""
        task_status.started()
        async with AsyncExitStack() as closing:
            closing.push_async_callback(self._end)
            while True:
                await self._used.wait()
                await self._clock.sleep(_LATER_S)
                self._used = anyio.Event()
                if self._waiting is None:
                    try:
                        self._waiting = await start_tesseract(self._command)
                    except ServiceError:
                        await self._clock.sleep(_AGAIN_S)  # whoever reads is told why

    async def table(self, page: bytes) -> str:
        """Have a page read, by the one that waits if there is one; cancelling ends it.

        Raises:
            ServiceError: when the program is not there, lacks a language, or fails.
        """
        ready, self._waiting = self._waiting, None
        try:
            if ready is not None and ready.returncode is None:
                return await finish_tesseract(ready, self._command, page)
            return await read_table(self._settings.program, self._settings.languages, page)
        finally:
            self._used.set()

    async def _end(self) -> None:
        if self._waiting is not None:
            await kill_process(self._waiting)
