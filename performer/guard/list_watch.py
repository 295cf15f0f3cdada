"""The watch over the streamer's own lists, which gives them to the guard anew when they change."""

import anyio
import anyio.to_thread

from performer.core.clock import Clock
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.core.files.refused import RefusalReporter, RefusedFile
from performer.core.files.watch import FolderWatch
from performer.guard.guard import Guard
from performer.guard.settings import GuardSettings
from performer.guard.user_lists import UnreadableListError, find_lists, load_user_lists


class ListWatch:
    """The watch over both lists, which reports lines and files that cannot be used.

    When a list cannot be read any more, that is reported, and the guard keeps the words that it has.
    """

    def __init__(self, clock: Clock, stream: EventStream, guard: Guard, settings: GuardSettings, home: Home) -> None:
        self._guard = guard
        self._settings = settings
        self._home = home
        self._refusals = RefusalReporter(stream)
        self._lines_refused: tuple[RefusedFile, ...] = ()
        self._reading = anyio.Lock()
        watched = {what: (file, self._reload) for what, file in find_lists(settings, home).items()}
        self.run = FolderWatch(clock, watched).run
        """Watch until cancelled; ready when both lists have been read once, or after 5 s."""

    async def _reload(self) -> None:
        async with self._reading:
            refused = await anyio.to_thread.run_sync(self._load_lists, abandon_on_cancel=True)
        self._refusals.tell(refused)

    def _load_lists(self) -> tuple[RefusedFile, ...]:
        """Pass both lists to the guard, and return the lines and files that cannot be used."""
        try:
            lists = load_user_lists(self._settings, self._home)
        except UnreadableListError as error:
            kept = RefusedFile(path=error.file, reason=f"{error.reason}; the words that were read before it still hold")
            return (*self._lines_refused, kept)
        self._guard.replace_lists(lists.blocked.words, lists.allowed.words)
        self._lines_refused = lists.refused
        return lists.refused
