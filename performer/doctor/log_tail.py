"""The last lines of the show's log, for a page: those that are there, and those that come while somebody looks.

What is in the file has lost its secrets, and what the guard stops, when it was written.
"""

import json
import os
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Literal, Protocol

import anyio
import anyio.to_thread
from anyio.abc import TaskStatus

from performer.core.clock import Clock
from performer.core.operations import Arguments, read_choice, read_number
from performer.core.redact.redact import redact
from performer.core.values import dataclass

_LEVELS: Final = {
    "all": (),
    "warning": ("WARNING", "ERROR", "CRITICAL"),
    "error": ("ERROR", "CRITICAL"),
}
_MOST: Final = 1000
_USUAL: Final = 200
_EVERY_S: Final = 0.5
_MOST_BYTES: Final = 1_100_000
"""Of a file: somewhat more than it has when the next one is begun."""


class LogTopic(Protocol):
    """Who looks at the log, and how its lines are sent."""

    async def wait_for(self, topic: Literal["log"]) -> None:
        """Wait until somebody looks."""

    def is_watched(self, topic: Literal["log"]) -> bool:
        """Whether somebody looks now."""

    def tell(self, topic: Literal["log"], value: Any) -> None:
        """Send news to those who look."""


@dataclass(frozen=True)
class LogTail:
    """The operation `log.tail`, and the topic `log`."""

    _clock: Clock
    _file: Path

    def by_name(self) -> dict[str, Callable[[Arguments], Awaitable[Any]]]:
        """Return the operations by their names on the wire."""
        return {"log.tail": self.tail}

    async def tail(self, arguments: Arguments) -> list[dict[str, str]]:
        """Return the last lines of a `level` (all, warning, error), the oldest first: `limit` of them, at most 1000."""
        level = read_choice(arguments, "level", _LEVELS, "all")
        limit = min(read_number(arguments, "limit") if "limit" in arguments else _USUAL, _MOST)
        lines = await anyio.to_thread.run_sync(self.read)
        return [each for each in lines if not _LEVELS[level] or each["level"] in _LEVELS[level]][-limit:]

    def read(self) -> list[dict[str, str]]:
        """Return all lines of the newest two files, the oldest first."""
        files = (self._file.with_name(f"{self._file.name}.1"), self._file)
        return [entry for file in files for entry in parse_lines(_read_from(file, -_MOST_BYTES).splitlines())]

    async def run(self, watched: LogTopic, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Send the lines that come, for as long as somebody looks, until cancelled."""
        task_status.started()
        while True:
            await watched.wait_for("log")
            at = _measure(self._file)
            while watched.is_watched("log"):
                await self._clock.sleep(_EVERY_S)
                size = _measure(self._file)
                at = 0 if size < at else at  # the file was begun anew
                if size > at:
                    text = await anyio.to_thread.run_sync(_read_from, self._file, at)
                    whole = text[: text.rfind(b"\n") + 1]
                    at += len(whole)
                    if lines := list(parse_lines(whole.splitlines())):
                        watched.tell("log", lines[-_MOST:])


def parse_lines(lines: Iterable[bytes]) -> Iterator[dict[str, str]]:
    """Yield the entries of a log: `at`, `level`, `logger`, `message`, `error`; what is no entry is left out."""
    for line in lines:
        with suppress(ValueError, TypeError, AttributeError):
            entry = json.loads(line)
            yield {name: redact(str(entry.get(name, ""))) for name in ("at", "level", "logger", "message", "error")}


def _measure(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0


def _read_from(file: Path, at: int) -> bytes:
    """Read a file from a place on; from one below 0, so many bytes of its end."""
    try:
        with file.open("rb") as opened:
            if at < 0:
                opened.seek(max(0, os.fstat(opened.fileno()).st_size + at))
            else:
                opened.seek(at)
            return opened.read(_MOST_BYTES)
    except OSError:
        return b""
