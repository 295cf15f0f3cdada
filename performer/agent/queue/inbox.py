"""The inbox: every reason to act comes in here, long before there is a director that makes turns of them."""

from collections.abc import Collection

import anyio

from performer.agent.queue.queue import Ages, CueQueue
from performer.core.cues import Cue
from performer.core.events.stream import EventStream


class CueInbox:
    """The cues that wait, and the news that wakes whoever makes turns of them.

    Args:
        stream: The stream on which dropped cues are told.
        ages: How long cues of each kind may wait.
    """

    def __init__(self, stream: EventStream, ages: Ages) -> None:
        self.waiting = CueQueue(stream, ages)
        self._closed = ""
        self._news = anyio.Event()

    def put(self, cue: Cue) -> None:
        """Add a cue; it becomes a turn, or a CueDropped says why not.

        Raises:
            ServiceError: when too many requests of the streamer's wait already.
        """
        self.waiting.put(cue)
        if self._closed:
            self.waiting.clear(self._closed)
        self.wake()

    def forget_lines(self, channel: str, messages: Collection[str]) -> None:
        """Drop lines of a chat that wait, by their numbers there: their authors took them back."""
        self.waiting.forget(channel, messages)
        self.wake()

    def reword_line(self, channel: str, message: str, text: str) -> None:
        """Replace the text of a line of a chat, should it wait: its author has changed it."""
        self.waiting.reword(channel, message, text)

    @property
    def is_closed(self) -> bool:
        """Whether nothing becomes a turn any more."""
        return bool(self._closed)

    def close(self, reason: str) -> None:
        """Drop whatever comes from now on, each with this reason."""
        self._closed = reason

    def wake(self) -> None:
        """Wake the maker of turns."""
        self._news.set()

    def await_news(self) -> anyio.Event:
        """Return an event that is set by the next news; there is one reader."""
        self._news = anyio.Event()
        return self._news
