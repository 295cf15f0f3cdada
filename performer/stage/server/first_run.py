"""The first run: whether the streamer has been welcomed, which the control page does once."""

from pathlib import Path
from typing import Any

from performer.core.operations import Arguments, Operation
from performer.core.values import dataclass


@dataclass(frozen=True)
class FirstRun:
    """Remembers the welcome by a file that is there once it is over."""

    _file: Path

    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""
        return {"welcome.state": self.state, "welcome.finish": self.finish}

    async def state(self, _arguments: Arguments) -> dict[str, Any]:
        """Return whether the first run `is_over`: the control page opens on its questions until then."""
        return {"is_over": self._file.exists()}

    async def finish(self, _arguments: Arguments) -> str:
        """Note that the first run is over; its page stays where it is."""
        self._file.touch(mode=0o600)
        return "The questions of the first run are done. All of it can be changed on its own screens."
