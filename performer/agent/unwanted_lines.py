"""The lines that the streamer wants less of: until the show ends the model is told of them, and the like is dropped."""

from collections import deque
from typing import Final

from performer.core.operations import Arguments, Operation, read_text
from performer.core.own_text import own

MOST: Final = 8
"""Lines; a prompt has little room, and what was unwanted an hour ago matters less than what was just now."""
_LONGEST: Final = 500


class UnwantedLines:
    """Keeps the newest eight, in memory alone, and answers `less.list less.add less.remove`."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque(maxlen=MOST)

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines, oldest first."""
        return tuple(self._lines)

    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""
        return {"less.list": self.list, "less.add": self.add, "less.remove": self.remove}

    async def list(self, _arguments: Arguments) -> tuple[str, ...]:
        """Return the lines of which the like is left out, the oldest first."""
        return self.lines

    async def add(self, arguments: Arguments) -> str:
        """Leave out what is like the line `text` until the show ends, as the model is told; of nine the oldest goes."""
        text = read_text(arguments, "text", most=_LONGEST)
        self._drop(text)
        self._lines.append(text)
        return own("Lines like that are left out until the show ends.")

    async def remove(self, arguments: Arguments) -> str:
        """Allow what is like the line `text` again; one that is not in the list changes nothing."""
        self._drop(read_text(arguments, "text", most=_LONGEST))
        return own("Lines like that may come again.")

    def _drop(self, text: str) -> None:
        if text in self._lines:
            self._lines.remove(text)
