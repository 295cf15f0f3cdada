"""The journal: one JSON line per event, written as it happens; no pictures, no sound, no secrets, no stopped words."""

from collections.abc import Sequence
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any, Final

import anyio
import anyio.to_thread
from anyio.abc import TaskStatus

from performer.core.errors import ConfigError
from performer.core.events.parts import ServiceDown, ServiceUp
from performer.core.events.stream import EventStream, PublishedEvent
from performer.core.files.atomic import make_folder, open_for_owner
from performer.core.redact.redact import redact_tree
from performer.core.text import format_iso, format_json_line, map_texts
from performer.guard.guard import Guard
from performer.guard.time_limit import SERVICE as GUARD

MOST_KEPT: Final = 100_000
"""Characters of a text; of more the middle goes."""
VERSION = 1
"""Of the line format; readers of the file check it."""
WORDS: Final = frozenset(
    "text heard reason call tool arguments model source service file rule server why who caption task agent"
    " holder".split()
)
"""The fields that somebody else may have worded: a model, a viewer, a server, a tool. The others are ours."""


class JournalWriter:
    """Writes every event of the show to a file, in order; the file is opened at once, to be refused at once.

    One that it makes is its owner's alone (0600): it holds what people have said. Those of a second show are added. Out
    of foreign words the guard takes what it would stop.

    Raises:
        ConfigError: when the file cannot be written.
    """

    def __init__(self, stream: EventStream, file: Path, guard: Guard) -> None:
        self._guard = guard
        self._reader = stream.whole("journal")
        try:
            make_folder(file.parent)
            self._into = open(file, "a", encoding="utf-8", opener=open_for_owner)  # noqa: SIM115  see log.py
        except OSError as error:
            raise ConfigError(f"The journal {file} cannot be written: {error}. Name another file.") from None

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Write until the stream closes and all is on disk."""
        task_status.started()
        while await self._reader.wait():
            await anyio.to_thread.run_sync(self._write, self._reader.taken())
        self._into.close()

    def _write(self, taken: Sequence[PublishedEvent]) -> None:
        """Write events, with all their words past the guard once more, in a thread: long results take a while."""
        self._into.writelines(format_journal_line(published, self._guard) + "\n" for published in taken)
        self._into.flush()


def format_journal_line(published: PublishedEvent, guard: Guard) -> str:
    """Return an event as one line of JSON, without secrets and without what is stopped."""
    event = published.event
    line: dict[str, Any] = {
        "v": VERSION,
        "at": format_iso(published.at, "milliseconds"),
        "t": round(published.t, 4),
        "turn": event.turn,
        "event": type(event).__name__,
    }
    # Of the guard itself it is told in words of ours, which a broken one would not let into the file.
    is_own = isinstance(event, ServiceDown | ServiceUp) and event.service == GUARD
    others = frozenset[str]() if is_own else WORDS
    told = {field.name: getattr(event, field.name) for field in fields(event) if field.name != "turn"}
    look = partial(guard.recorded, most=MOST_KEPT)
    line |= {name: map_texts(value, look) if name in others else value for name, value in told.items()}
    return format_json_line(redact_tree(line))
