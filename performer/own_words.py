"""The streamer's own lists of words, taken up anew whenever they change."""

import anyio
import anyio.to_thread

from performer.clock import Clock
from performer.events import EventStream
from performer.guard import Guard, GuardSettings
from performer.guard.own_lists import UnreadableList, allowlist_of, blocklist_of, own_lists
from performer.home import Home
from performer.refusals import Refusals, Refused
from performer.watching import FolderWatch


class OwnWords:
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
        self._refusals = Refusals(stream)
        self._lines_refused: tuple[Refused, ...] = ()
        self._reading = anyio.Lock()
        watch = FolderWatch(
            clock,
            {
                "block list": (blocklist_of(settings, home), self._take_up),
                "allow list": (allowlist_of(settings, home), self._take_up),
            },
        )
        self.run = watch.run
        """Watch until cancelled; ready when everything has been read once, or after 5 s."""

    async def _take_up(self) -> None:
        async with self._reading:
            refused = await anyio.to_thread.run_sync(self._taken_up, abandon_on_cancel=True)
        self._refusals.tell(refused)

    def _taken_up(self) -> tuple[Refused, ...]:
        """Hand both lists to the guard; give what of them it does not get."""
        try:
            lists = own_lists(self._settings, self._home)
        except UnreadableList as error:
            kept = Refused(path=error.file, reason=f"{error.reason}; the words that were read before it still hold")
            return (*self._lines_refused, kept)
        self._guard.relist(lists.blocked.words, lists.allowed.words)
        self._lines_refused = lists.refused
        return lists.refused
