"""The watch over the key: pressed once it pauses, pressed again it lets the show go on."""

import logging
from collections.abc import Callable
from dataclasses import KW_ONLY
from typing import Final

import anyio
import anyio.to_thread
from anyio.abc import TaskStatus

from performer.agent.pause_triggers.desktop import Key, grab_key
from performer.agent.pause_triggers.settings import CanPause, Shortcut
from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.process.supervisor import FirstReady
from performer.core.process.thread import WorkerThread
from performer.core.values import dataclass

_log = logging.getLogger(__name__)

_RETRY_S: Final = 15.0


@dataclass(eq=False)
class HotkeyWatch:
    """Holds a global key."""

    clock: Clock
    shortcut: Shortcut
    pausing: CanPause
    _: KW_ONLY
    holds: Callable[[], bool]
    """Tells whether the key's pause holds: the streamer may have lifted it by other means."""
    take: Callable[[Shortcut], Key] = grab_key

    def __post_init__(self) -> None:
        self.trouble = ""
        """Why the key cannot be had; empty while it is held."""

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Hold it until cancelled, or until it is clear that it is not to be had."""
        ready = FirstReady(task_status)
        while True:
            try:
                key = await anyio.to_thread.run_sync(self.take, self.shortcut)
                self.trouble = ""
                ready.started()
                await self._listen(key)
            except ServiceError as no:
                if self.trouble != str(no):
                    _log.warning("%s does not pause: %s.", self.shortcut, no)
                self.trouble = str(no)
                ready.started()
                if not no.retry:
                    return
            await self.clock.sleep(_RETRY_S)

    async def _listen(self, key: Key) -> None:
        """Toggle at every press; the wait is a blocking one, in a thread that ends with the key."""
        thread = WorkerThread("key")
        try:
            while await thread.run(key.pressed):
                await self._toggle()
        finally:
            key.close()
            thread.close()

    async def _toggle(self) -> None:
        if self.holds():
            self.pausing.resume("key")
        else:
            await self.pausing.pause("key", f"{self.shortcut} was pressed; it lets the show go on too")
