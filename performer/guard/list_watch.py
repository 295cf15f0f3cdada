"""The watch over the streamer's own lists, which reports what of them cannot be used, and indexes long ones anew."""

import anyio
import anyio.to_thread

from performer.core.clock import Clock
from performer.core.events.stream import EventStream
from performer.core.files.refused import RefusalReporter
from performer.core.files.watch import FolderWatch
from performer.guard.guard import Guard


class ListWatch:
    """The watch over the files of both lists, which does what no text has to wait for.

    The guard itself looks at the files before each text.
    """

    def __init__(self, clock: Clock, stream: EventStream, guard: Guard) -> None:
        self._lists, self._files = guard.lists, guard.lists.files
        self._refusals = RefusalReporter(stream)
        self._reading = anyio.Lock()
        watched = {what: (file, self._reload) for what, file in (self._files.paths if self._files else {}).items()}
        self.run = FolderWatch(clock, watched).run
        """Watch until cancelled; ready when both lists have been read once, or after 5 s."""

    async def _reload(self) -> None:
        async with self._reading:
            await anyio.to_thread.run_sync(self._follow_lists, abandon_on_cancel=True)
        self._refusals.tell(self._files.refused if self._files else ())

    def _follow_lists(self) -> None:
        self._lists.follow()
        self._lists.index()
