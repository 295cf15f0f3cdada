"""The past: the last events, numbered, so that a brain that was away for a moment gets what it missed."""

from collections import deque
from typing import Final

from performer.chats.discord.rpc.envelope import told, written
from performer.chats.discord.wire.happenings import Happening

MOST: Final = 2_000


class Past:
    """Keeps the last events as they go over the wire.

    Args:
        most: How many.
    """

    def __init__(self, most: int = MOST) -> None:
        self.last = 0
        """The number of the newest; 0 when there was none."""
        self._kept: deque[str] = deque(maxlen=most)

    def add(self, happening: Happening) -> None:
        """Keep one more, under the next number."""
        self.last += 1
        self._kept.append(written(str(self.last), happening.op, told(happening)))

    def after(self, seen: int) -> tuple[int, str | None]:
        """Give how many events after a number are not kept any more, and the first that is; None: it was the last."""
        first = self.last - len(self._kept) + 1
        missed = max(first - 1 - seen, 0)
        at = seen + missed - (first - 1)
        return missed, self._kept[at] if at < len(self._kept) else None
