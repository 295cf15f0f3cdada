"""The show begins again by itself after a change that holds only then, and that nobody would make for later.

Such are the settings of the model: whoever names another one wants it now, by whatever way the change came.
"""

from collections.abc import Callable
from typing import Final

import anyio
import anyio.to_thread
from anyio.abc import TaskStatus

from performer.config.changes import ConfigChanges
from performer.config.keys import get_value
from performer.config.schema import iterate_settings
from performer.core.clock import Clock
from performer.core.errors import ConfigError

QUIET_S: Final = 3.0
"""The time after the last change: several belong together, and one may be undone at once."""


class SelfRestart:
    """Begins the show again once a change waits for that, and no other has come for some seconds."""

    def __init__(self, clock: Clock, changes: ConfigChanges, begin_again: Callable[[], None]) -> None:
        self._clock, self._changes, self._begin_again = clock, changes, begin_again
        self._changed = anyio.Event()

    def note_change(self) -> None:
        """Note that settings were changed; which of them does not matter."""
        self._changed.set()

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Follow the changes until cancelled."""
        task_status.started()
        while True:
            await self._changed.wait()
            self._changed = anyio.Event()
            with self._clock.move_on_after(QUIET_S) as quiet:
                await self._changed.wait()
            if quiet.cancelled_caught and await self._waits():
                self._begin_again()

    async def _waits(self) -> bool:
        """Return whether something is set that holds only when the show has begun again by itself."""
        try:
            wanted = (await anyio.to_thread.run_sync(self._changes.file.load)).config
        except ConfigError:  # the file is wrong, which is told elsewhere: with it no show would begin
            return False
        in_force = self._changes.in_force
        keys = filter(in_force.begins_again, iterate_settings(wanted))
        return any(get_value(wanted, key) != get_value(in_force.config, key) for key in keys)
