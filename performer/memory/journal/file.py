"""The journal: one JSON line per event, written as it happens; no pictures, no sound, no secrets, no stopped words.

It is read back as the events of past shows with their instants, and how much of the file was no journal.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import field, fields, replace
from pathlib import Path
from typing import Any, Final

import anyio
import anyio.to_thread
from anyio.abc import TaskStatus
from pydantic import TypeAdapter

from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError
from performer.core.events.parts import ServiceDown, ServiceUp
from performer.core.events.stream import Event, EventStream, PublishedEvent
from performer.core.files.atomic import make_folder
from performer.core.own_text import OwnText
from performer.core.platform import open_for_owner
from performer.core.redact.redact import redact_tree
from performer.core.storable_text import drop_data
from performer.core.text import format_iso, format_json_line, map_texts
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.guard.time_limit import SERVICE as GUARD

MOST_KEPT: Final = 100_000
"""Characters of a text; of more the middle goes."""
VERSION = 1
"""Of the line format; readers of the file check it."""
WORDS: Final = frozenset(
    "text heard reason call tool arguments model source service file rule server why who caption task agent"
    " holder outcome".split()
)
"""The fields that somebody else may have worded: a model, a viewer, a server, a tool. The others are ours."""


class JournalWriter:
    """Writes every event of the show to a file, in order; the file is opened at once, to raise a ConfigError at once.

    One that it makes is its owner's alone (0600): it holds what people have said. Those of a second show are added. Out
    of foreign words the guard takes what it would stop.
    """

    def __init__(self, stream: EventStream, file: Path, guard: Guard) -> None:
        self._guard = guard
        self._has_ended = False
        self._reader = stream.whole("journal", is_patient=True)
        try:
            make_folder(file.parent)
            self._into = open(file, "a", encoding="utf-8", opener=open_for_owner)  # noqa: SIM115  see log.py
        except OSError as error:
            raise ConfigError(f"The journal {file} cannot be written: {error}. Name another file.") from None

    def end(self) -> None:
        """End the journal in the midst of a show: what was published until now is written."""
        self._has_ended = True
        self._reader.close()

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Write until the stream closes, or `end` is called, and all is on disk."""
        task_status.started()
        try:
            while await self._reader.wait():
                await anyio.to_thread.run_sync(self._write, self._reader.taken())
                if self._has_ended:
                    break
        finally:  # the time for last words may be over
            self._reader.leave()
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
    told = {each.name: getattr(event, each.name) for each in fields(event) if each.name != "turn"}

    def look(text: str) -> str:
        if isinstance(text, OwnText):
            return guard.tell_recorded(text.map_foreign(drop_data), most=MOST_KEPT)
        return guard.recorded(drop_data(text), most=MOST_KEPT)

    line |= {name: map_texts(value, look) if name in others else value for name, value in told.items()}
    return format_json_line(redact_tree(line))


_LONGEST_LINE: Final = 1_000_000
"""Bytes; what is longer is no line of ours."""
_BETWEEN_SHOWS_S: Final = 2.0
_OUT_OF_ORDER_S: Final = 0.5
"""Lines stand in the order of their instants; one that is earlier by more than this begins another show."""


@dataclass(frozen=True, kw_only=True)
class RecordedEvent:
    """An event that was read back."""

    event: Event
    at_s: float
    """Seconds since the first line of the file; a show that was added later follows the one before at once."""


@dataclass(kw_only=True)
class JournalRecord:
    """The events of the wanted kinds in a journal."""

    events: list[RecordedEvent] = field(default_factory=list)
    """In the order of the file; turns are counted on from show to show."""
    length_s: float = 0.0
    """To the last line of any kind."""
    skipped: int = 0
    """Lines that are broken, of another version, or do not hold what their event holds."""
    begins_s: list[float] = field(default_factory=list)
    """The instant of the first line of each show, by the show's own clock."""
    told: set[str] = field(default_factory=set)
    """The names of all that its lines tell, of whatever kind they are."""


def read_journal(file: Path, *only: type[Event]) -> JournalRecord:
    """Read the events of these kinds back; what is no line of a journal is skipped and counted.

    Shows before and after this version are read alike: a field that is not known is passed over, and one that a later
    version added has its default where it lacks. Raises ConfigError when the file cannot be read, or no line of it is a
    journal's.
    """
    reading = _JournalReader(only)
    try:
        if file.exists() and not file.is_file():  # a pipe or a device may never end
            raise ConfigError(f"{file} is no file. Name a file that `{COMMAND} --journal FILE` wrote.")
        with file.open("rb") as lines:
            for line in iter(lambda: lines.readline(_LONGEST_LINE), b""):
                reading.take(line)
    except OSError as error:
        raise ConfigError(f"The journal {file} cannot be read: {error.strerror}. Name another file.") from None
    if reading.trouble:
        raise ConfigError(f"{file} is {reading.trouble}. Name a file that `{COMMAND} --journal FILE` wrote.")
    return reading.record


class _JournalReader:
    """Reads line after line, and finds by their instants where the next show begins."""

    def __init__(self, only: tuple[type[Event], ...]) -> None:
        self.record = JournalRecord()
        self._kinds = {each.__name__: TypeAdapter(each) for each in only}
        self._other_versions: set[str] = set()
        self._shift_s: float | None = None
        """From an instant of the show to one of the whole file."""
        self._newest_turn = 0
        self._turns_before = 0

    @property
    def trouble(self) -> str:
        """Why the file is no journal; empty when it is one."""
        if self._shift_s is not None:
            return ""
        if not self._other_versions:
            return "no journal"
        return f"a journal of version {', '.join(sorted(self._other_versions))}, and version {VERSION} is read here"

    def take(self, line: bytes) -> None:
        if not line.strip():
            return
        try:
            self._read(json.loads(line))
        except (ValueError, TypeError, KeyError, RecursionError):  # pydantic's refusal is a ValueError as well
            self.record.skipped += 1

    def _read(self, told: dict[str, Any]) -> None:
        """Parse a line; what is none raises one of the errors that `take` counts."""
        if told["v"] != VERSION:
            self._other_versions.add(repr(told["v"])[:20])
            raise ValueError("another version")
        instant_s = _check_instant(told["t"])
        kind = self._kinds.get(told["event"])
        event = kind.validate_python(told) if kind else None
        self._move_to(instant_s)
        self.record.told.update(told)
        if event is not None:
            self.record.events.append(RecordedEvent(event=self._count_on(event), at_s=self.record.length_s))

    def _move_to(self, instant_s: float) -> None:
        if self._shift_s is None:
            self._shift_s = -instant_s
            self.record.begins_s.append(instant_s)
        if instant_s + self._shift_s < self.record.length_s - _OUT_OF_ORDER_S:
            self._shift_s = self.record.length_s + _BETWEEN_SHOWS_S - instant_s
            self._turns_before = self._newest_turn
            self.record.begins_s.append(instant_s)
        self.record.length_s = max(self.record.length_s, instant_s + self._shift_s)

    def _count_on(self, event: Event) -> Event:
        if event.turn is None:
            return event
        turn = event.turn + self._turns_before
        self._newest_turn = max(self._newest_turn, turn)
        return replace(event, turn=turn)


def _check_instant(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < math.inf:
        raise ValueError("no instant")
    return float(value)
