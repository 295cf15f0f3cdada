"""What a watcher of pauses asks of the show."""

from typing import Protocol


class Pausing(Protocol):
    """Whoever can keep quiet; several reasons may hold at once, each under its own name."""

    async def pause(self, by: str, reason: str) -> None:
        """Keep quiet, for that reason in words; asked again under the same name, the newer words stand."""
        ...

    def resume(self, by: str) -> None:
        """Let go of that reason; without others the show goes on. One that does not hold is no matter."""
        ...
