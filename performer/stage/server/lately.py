"""What the show did lately, for control pages: what was said, heard, left out and done, and why."""

from collections import deque
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any, Final, Literal

import anyio
from anyio.abc import TaskStatus

from performer.core import events
from performer.core.events.stream import EventStream, PublishedEvent
from performer.core.operations import Arguments, Operation
from performer.core.text import make_printable
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.guard.verdict import Category
from performer.stage.server.led_to import describe_outcome
from performer.stage.server.line_trace import TRACED, LineTrace, LineTraces

MOST: Final = 200
_LONGEST: Final = 400
_TOLD: Final = (
    *TRACED,
    *(events.CueDropped, events.SentenceBlocked, events.SpeechStarted),
    *(events.StreamerSaid, events.OrderGiven),
    *(events.ToolReturned, events.ToolRefused, events.ToolFailed),
)
_MODEL_MAY_HAVE: Final[frozenset[Category]] = frozenset({"private"})
"""A model's name may be an address."""
_OF_PEOPLE: Final = frozenset({"chat", "operator"})
"""The kinds of cues in which somebody writes something."""
Kind = Literal["said", "heard", "left", "tool", "quiet"]


@dataclass(frozen=True, kw_only=True)
class LatelyRow:
    """One thing that happened."""

    number: int
    """Rises by one from row to row."""
    at: int
    """Milliseconds since 1970."""
    kind: Kind
    text: str
    """After the guard; empty where the guard stopped it."""
    why: str
    """What led to it, or why it was left out."""
    took_s: float | None = None
    """Seconds from the cue to the sound, or of a tool's call."""
    came: LineTrace | None = None
    """How a line that was said came to be."""
    stopped: tuple[str, ...] = ()
    """The categories of what the guard stopped in a line that was left out."""


class Lately:
    """Follows the event stream, keeps the newest 200 rows, and passes each new one on."""

    def __init__(self, stream: EventStream, guard: Guard, on_row: Callable[[list[dict[str, Any]]], None]) -> None:
        self._reader = stream.lossy("lately", *_TOLD, is_patient=True)
        self._guard = guard
        self._on_row = on_row
        self._rows: deque[LatelyRow] = deque(maxlen=MOST)
        self._number = 0
        self._traces = LineTraces()

    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""
        return {"lately.list": self.list}

    async def list(self, _arguments: Arguments) -> list[dict[str, Any]]:
        """Return the newest rows, the newest first."""
        return [asdict(row) for row in reversed(self._rows)]

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Follow the show until the stream closes."""
        task_status.started()
        async for published in self._reader:
            row = self._describe(published)
            if row is not None:
                self._rows.append(row)
                self._on_row([asdict(row)])

    def _describe(self, published: PublishedEvent) -> LatelyRow | None:
        self._traces.note(published)
        match published.event:
            case events.CueTaken(kind=kind, text=text):
                return self._make(published, "heard", text, kind) if text and kind in _OF_PEOPLE else None
            case events.StreamerSaid() | events.OrderGiven() as heard:
                text = heard.text or getattr(heard, "order", "")
                return self._make(published, "heard", text, describe_outcome(heard))
            case events.SpeechStarted(text=text) as spoken:
                came = self._pass_model(self._traces.trace(published, spoken))
                return self._make(published, "said", text, came.cue, came.took_s, came=came)
            case events.SentenceBlocked(reason=reason):
                return self._make(published, "left", "", reason, stopped=self._traces.take_stopped())
            case events.CueDropped(text=text, reason=reason, is_held=False) if text:
                return self._make(published, "left", text, reason)
            case events.ToolReturned(tool=tool, after_s=after_s):
                return self._make(published, "tool", tool, "", after_s)
            case events.ToolRefused(tool=tool, reason=reason) | events.ToolFailed(tool=tool, reason=reason):
                return self._make(published, "left", tool, reason)
            case events.TurnEnded(reason=reason, sentences=0):
                return self._make(published, "quiet", "", reason)
            case _:
                return None

    def _make(
        self,
        published: PublishedEvent,
        kind: Kind,
        text: str,
        why: str,
        took_s: float | None = None,
        *,
        came: LineTrace | None = None,
        stopped: tuple[str, ...] = (),
    ) -> LatelyRow:
        self._number += 1
        return LatelyRow(
            number=self._number,
            at=round(1000 * published.at.timestamp()),
            kind=kind,
            text=self._guard.passed(text, limit=_LONGEST, where="panel") if text else "",
            why=self._guard.passed(why, limit=_LONGEST, where="panel") if why else "",
            took_s=took_s,
            came=came,
            stopped=stopped,
        )

    def _pass_model(self, came: LineTrace) -> LineTrace:
        """Return how a line came to be; the guard has checked the name of the model, which another program gave."""
        name = self._guard.tell_recorded(came.model, spared=_MODEL_MAY_HAVE)
        return replace(came, model=str(name.map_foreign(make_printable)))
