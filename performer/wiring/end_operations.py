"""The end of the show on request: for good, or to begin it again."""

from collections.abc import Callable

from performer.core.operations import Arguments, Operation
from performer.core.values import dataclass


@dataclass(frozen=True)
class ShowEndOperations:
    """`restart quit`."""

    _begin_again: Callable[[], None]
    _end: Callable[[], None]

    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""
        return {"restart": self.restart, "quit": self.quit}

    async def restart(self, _arguments: Arguments) -> str:
        """End the show and begin it again, in the same process and at the same address."""
        self._begin_again()
        return "The show begins again."

    async def quit(self, _arguments: Arguments) -> str:
        """End the show, as Ctrl+C does in its terminal."""
        self._end()
        return "The show ends."
