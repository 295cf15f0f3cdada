"""The journal: one JSON line per event, written as it happens; no pictures, no sound."""

import json
import logging
from dataclasses import fields
from pathlib import Path
from typing import Any

import anyio
from anyio.abc import TaskStatus

from performer.errors import ConfigError
from performer.events import EventStream, Published

_log = logging.getLogger(__name__)

VERSION = 1
"""Of the line format; readers of the file check it."""


class Journal:
    """Writes every event of the show to a file, in order."""

    def __init__(self, stream: EventStream, file: Path) -> None:
        self._stream = stream
        self._file = file

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Write until the stream closes and all is on disk.

        Raises:
            ConfigError: when the file cannot be opened.
        """
        try:
            into = await anyio.open_file(self._file, "a", encoding="utf-8")
        except OSError as error:
            raise ConfigError(f"The journal {self._file} cannot be written: {error}. Name another file.") from None
        async with into:
            with self._stream.whole("journal") as reader:
                task_status.started()
                async for published in reader:
                    await into.write(journal_line(published) + "\n")
                    await into.flush()


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
