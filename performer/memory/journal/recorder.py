"""Journals that are begun and ended while the show goes on; they lie in a folder of the home, one file each."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import anyio
import anyio.to_thread
from anyio.abc import TaskGroup, TaskStatus

from performer.core.clock import Clock
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError
from performer.core.events.parts import ServiceDown
from performer.core.events.stream import EventStream
from performer.core.files.home import shorten_home
from performer.core.operations import Arguments, read_text
from performer.core.own_text import own
from performer.core.text import format_iso
from performer.guard.guard import Guard
from performer.memory.journal.file import JournalWriter

_NAME: Final = "%Y-%m-%d_%H-%M-%S"
_SUFFIX: Final = ".jsonl"


class JournalRecorder:
    """The operations `journal.start journal.stop journal.list journal.remove`; `run` has to have started."""

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        guard: Guard,
        folder: Path,
        *,
        playing: Callable[[], str] = str,
    ) -> None:
        self._clock, self._stream, self._guard, self._folder = clock, stream, guard, folder
        self._playing = playing
        self._writers: TaskGroup | None = None
        self._recording: tuple[str, JournalWriter] | None = None

    def by_name(self) -> dict[str, Callable[[Arguments], Awaitable[Any]]]:
        """Return the operations by their names on the wire."""
        return {
            "journal.start": self.start,
            "journal.stop": self.stop,
            "journal.list": self.list,
            "journal.remove": self.remove,
        }

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Keep what is recorded under way until the stream closes, and all of it is on disk."""
        end = self._stream.lossy("recorder", ServiceDown)
        async with anyio.create_task_group() as self._writers:
            task_status.started()
            async for _ in end:
                pass
            self._writers = None

    async def start(self, _arguments: Arguments) -> dict[str, Any]:
        """Record the show from now on: each event as a line, without pictures and sound; return `journal.list`."""
        if self._recording or self._writers is None:
            raise ConfigError(own("The show is recorded already.") if self._recording else own("The show ends."))
        name = f"{self._clock.utc():{_NAME}}{_SUFFIX}"
        writer = JournalWriter(self._stream, self._folder / name, self._guard)
        self._recording = name, writer
        await self._writers.start(writer.run)
        return await self.list({})

    async def stop(self, _arguments: Arguments) -> dict[str, Any]:
        """End the recording; return `journal.list`."""
        if self._recording is None:
            raise ConfigError(own("Nothing is recorded."))
        self._recording[1].end()
        self._recording = None
        return await self.list({})

    async def list(self, _arguments: Arguments) -> dict[str, Any]:
        """Return the names of what is being recorded and played, and all journals, the newest first.

        Each has the command that replays it without the show.
        """
        kept = await anyio.to_thread.run_sync(self._read_folder)
        recording = self._recording[0] if self._recording else ""
        return {"recording": recording, "playing": self._playing(), "journals": kept}

    async def remove(self, arguments: Arguments) -> str:
        """Remove the journal of a `name` for good."""
        name = read_text(arguments, "name")
        if self._recording and name == self._recording[0]:
            raise ConfigError(own("That journal is being written: stop the recording first."))
        if name == self._playing():
            raise ConfigError(own("That journal is being played: end the replay first."))
        if name not in [each.name for each in self._folder.glob(f"*{_SUFFIX}")]:
            raise ConfigError(own("There is no such journal any more."))
        (self._folder / name).unlink(missing_ok=True)
        return own("The journal is gone.")

    def _read_folder(self) -> Sequence[dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        for file in self._folder.glob(f"*{_SUFFIX}"):
            with suppress(OSError):
                found[file.name] = _describe(file)
        return [found[name] for name in sorted(found, reverse=True)]


def _describe(file: Path) -> dict[str, Any]:
    facts = file.stat()
    ended = datetime.fromtimestamp(facts.st_mtime, UTC)
    try:
        began = datetime.strptime(file.name.removesuffix(_SUFFIX), _NAME).replace(tzinfo=UTC)
    except ValueError:  # somebody gave it a better name
        began = ended
    return {
        "name": file.name,
        "bytes": facts.st_size,
        "began": format_iso(began),
        "length_s": max(0, round((ended - began).total_seconds())),
        "command": f'{COMMAND} replay "{shorten_home(str(file))}"',
    }
