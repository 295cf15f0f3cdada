"""The journal: one JSON line per event, written as it happens; no pictures, no sound."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
from anyio.abc import TaskStatus

from performer.errors import ConfigError
from performer.events import EventStream, Published

VERSION = 1
"""Of the line format; readers of the file check it."""


class Journal:
    """Writes every event of the show to a file, in order; the file is opened at once, to be refused at once.

    Raises:
        ConfigError: when the file cannot be written.
    """

    def __init__(self, stream: EventStream, file: Path) -> None:
        self._reader = stream.whole("journal")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            # Half a surrogate pair, which JSON from outside may hold, is written as JSON escapes it.
            self._into = file.open("a", encoding="utf-8", errors="backslashreplace")
        except OSError as error:
            raise ConfigError(f"The journal {file} cannot be written: {error}. Name another file.") from None

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Write until the stream closes and all is on disk."""
        task_status.started()
        while await self._reader.wait():
            lines = [journal_line(published) + "\n" for published in self._reader.taken()]
            await anyio.to_thread.run_sync(self._write, "".join(lines))
        self._into.close()

    def _write(self, lines: str) -> None:
        self._into.write(lines)
        self._into.flush()


def journal_line(published: Published) -> str:
    """Write an event as one line of JSON."""
    event = published.event
    line: dict[str, Any] = {
        "v": VERSION,
        "at": published.at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "t": round(published.t, 4),
        "turn": event.turn,
        "event": type(event).__name__,
    }
    line |= {field.name: getattr(event, field.name) for field in fields(event) if field.name != "turn"}
    return json.dumps(line, ensure_ascii=False, default=str)
