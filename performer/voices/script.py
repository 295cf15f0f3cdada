"""The script: the line that is in the mouth, and those that wait for it, in order."""

from collections import deque
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final

import anyio

from performer.voices.line import Line

MOST_LINES: Final = 64
"""With so many waiting, no further ones are read off the event stream."""


class Script:
    """Lines in the order in which they are heard."""

    def __init__(self) -> None:
        self.on: Line | None = None
        """The line that is in the mouth: it sounds, or is the next to."""
        self._waiting: deque[Line] = deque()
        self._moved = anyio.Event()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing left to be heard."""
        return self.on is None and not self._waiting

    @property
    def is_full(self) -> bool:
        """Whether there is no room for one more line."""
        return len(self._waiting) >= MOST_LINES

    @property
    def ahead_bytes(self) -> int:
        """How much sound has been made for lines that wait."""
        return sum(line.recording.made_bytes for line in self._waiting)

    def has_any_of(self, turn: int) -> bool:
        """Tell whether anything of this turn, or of one before it, is still to be heard."""
        on = [] if self.on is None else [self.on]
        return any(line.turn <= turn for line in (*on, *self._waiting))

    def upcoming(self, count: int) -> Sequence[Line]:
        """Give the line that is in the mouth and so many after it."""
        on = [] if self.on is None else [self.on]
        return (*on, *islice(self._waiting, count))

    def add(self, line: Line) -> None:
        """Append a line."""
        self._waiting.append(line)
        self.tell()

    async def take(self) -> Line:
        """Take the next line into the mouth, once there is one."""
        while not self._waiting:
            await self.moved()
        self.on = self._waiting.popleft()
        self.tell()
        return self.on

    def put_down(self) -> None:
        """Take the line out of the mouth: it is over."""
        self.on = None
        self.tell()

    def strike(self, is_unwanted: Callable[[Line], bool]) -> None:
        """Drop the lines that wait and are not wanted, with all that was made of their sound."""
        for line in [each for each in self._waiting if is_unwanted(each)]:
            self._waiting.remove(line)
            line.recording.drop()
        self.tell()

    async def moved(self) -> None:
        """Return when anything has changed."""
        await self._moved.wait()

    def tell(self) -> None:
        """Say that something has changed."""
        self._moved.set()
        self._moved = anyio.Event()
