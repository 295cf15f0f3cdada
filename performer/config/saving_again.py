"""What could not be written into the file of settings is tried again: room was made, or the file was unlocked."""

from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.config.changes import ConfigChanges
from performer.core.clock import Clock

EVERY_S: Final = 5.0


class SavingAgain:
    """Writes what could not be written, as soon as it can be: nobody has to change something else for that."""

    def __init__(self, clock: Clock, changes: ConfigChanges) -> None:
        self._clock, self._changes = clock, changes

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Try again every few seconds, as long as there is something unsaved, until cancelled."""
        task_status.started()
        while True:
            await self._changes.wait_for_unsaved()
            await self._clock.sleep(EVERY_S)
            await self._changes.save_unsaved()
