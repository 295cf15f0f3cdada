"""The streamer's own lists of words, taken up anew whenever they change."""

import anyio
import anyio.to_thread

from performer.core.clock import Clock
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.core.files.refused import RefusalReporter, RefusedFile
from performer.core.files.watch import FolderWatch
from performer.guard.guard import Guard
from performer.guard.settings import GuardSettings
from performer.guard.user_lists import UnreadableListError, find_allowlist, find_blocklist, load_user_lists


class ListWatch:
    """Has the guard judge by the lists as they are, and tells what of them cannot be used.

    When one cannot be read any more that is told, and the guard keeps the words that it has.

    Args:
        clock: Whose seconds count.
        stream: Told of the lines and the files that are left out.
        guard: Made with the lists as they were a moment ago.
        settings: Name the files.
        home: Where they are when no other is named.
    """

    def __init__(self, clock: Clock, stream: EventStream, guard: Guard, settings: GuardSettings, home: Home) -> None:
        self._guard = guard
        self._settings = settings
        self._home = home
        self._refusals = RefusalReporter(stream)
        self._lines_refused: tuple[RefusedFile, ...] = ()
        self._reading = anyio.Lock()
        watch = FolderWatch(
            clock,
            {
                "block list": (find_blocklist(settings, home), self._take_up),
                "allow list": (find_allowlist(settings, home), self._take_up),
            },
        )
        self.run = watch.run
        """Watch until cancelled; ready when everything has been read once, or after 5 s."""

    async def _take_up(self) -> None:
        async with self._reading:
            refused = await anyio.to_thread.run_sync(self._taken_up, abandon_on_cancel=True)
        self._refusals.tell(refused)

    def _taken_up(self) -> tuple[RefusedFile, ...]:
        """Hand both lists to the guard; give what of them it does not get."""
        try:
            lists = load_user_lists(self._settings, self._home)
        except UnreadableListError as error:
            kept = RefusedFile(path=error.file, reason=f"{error.reason}; the words that were read before it still hold")
            return (*self._lines_refused, kept)
        self._guard.replace_lists(lists.blocked.words, lists.allowed.words)
        self._lines_refused = lists.refused
        return lists.refused
