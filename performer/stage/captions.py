"""Captions: a line is shown while it is spoken, stays for a moment, and goes at once when its turn is cut.

The caption of a held line stays until the line goes on. A line too long for a caption is shown part after part, each
for its share of the speech.
"""

import textwrap
from collections import deque
from dataclasses import replace

import anyio
from anyio.abc import TaskStatus

from performer.core.clock import Clock
from performer.core.events.speech import SpeechEnded, SpeechHeld, SpeechResumed, SpeechStarted
from performer.core.events.stream import EventStream, PublishedEvent
from performer.core.events.turns import TurnCut
from performer.stage.protocol.elements import Caption
from performer.stage.settings import StageSettings
from performer.stage.state import Stage

_PATIENCE_S = 5.0
"""A caption without a report of its end goes this long after it should have ended."""
_ALMOST_S = 0.001
"""A part is due a little early: sums of floating numbers may never quite reach its instant."""
_PART_CHARS = 96
"""The characters that two lines of a caption hold, roughly."""


class Captions:
    """Shows one caption at a time, by the Speaker's events."""

    def __init__(self, clock: Clock, stage: Stage, events: EventStream, settings: StageSettings) -> None:
        self._clock = clock
        self._stage = stage
        self._reader = events.whole("captions", SpeechStarted, SpeechHeld, SpeechResumed, SpeechEnded, TurnCut)
        self._settings = settings
        self._shown: Caption | None = None
        self._turn: int | None = None
        self._parts: deque[tuple[float, str]] = deque()
        """The parts of the line that are still to be shown, each with its instant."""
        self._ends_s = 0.0
        """The instant at which the line should end."""
        self._held: SpeechHeld | None = None
        self._held_at_s = 0.0

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Follow the speech until the stream closes."""
        task_status.started()
        more = True
        while more:
            with self._clock.move_on_after(self._until_next_part_s()):
                more = await self._reader.wait()
            for published in self._reader.taken():
                self._take(published)
            self._show_due_parts()

    def _take(self, published: PublishedEvent) -> None:
        match published.event:
            case SpeechStarted() as started:
                self._begin(started)
            case SpeechHeld() as held if self._is_shown(held.sentence):
                self._hold(held)
            case SpeechResumed() as resumed if self._is_shown(resumed.sentence):
                self._go_on(resumed)
            case SpeechEnded(cut=False) as ended:
                self._linger(ended)
            case SpeechEnded(cut=True, turn=turn) | TurnCut(turn=turn):
                self._cut(turn)

    def _begin(self, started: SpeechStarted) -> None:
        self._turn, self._held = started.turn, None
        self._parts = deque(_time_parts(started, self._clock.now()))
        self._ends_s = self._clock.now() + started.duration_s
        if not self._parts:
            return
        _, first = self._parts.popleft()
        self._show(f"caption-{started.sentence}", first)

    def _hold(self, held: SpeechHeld) -> None:
        """Leave the caption as it is for as long as the line is silent."""
        assert self._shown is not None, "only a shown line is held"
        self._held, self._held_at_s = held, self._clock.now()
        self._stage.show(replace(self._shown, until_ms=None))

    def _go_on(self, resumed: SpeechResumed) -> None:
        """Delay the rest by as long as the line was silent, and by as much of it as is said again."""
        if self._shown is None or self._held is None:
            return
        later_s = self._clock.now() - self._held_at_s + self._held.heard_s - resumed.from_s
        self._held = None
        self._parts = deque((due_s + later_s, part) for due_s, part in self._parts)
        self._ends_s += later_s
        self._show(self._shown.id, self._shown.alt)

    def _show_due_parts(self) -> None:
        """Show the next part of the line when its instant has come."""
        due_s = self._clock.now() + _ALMOST_S
        while self._shown is not None and self._held is None and self._parts and due_s >= self._parts[0][0]:
            _, part = self._parts.popleft()
            self._show(self._shown.id, part)

    def _until_next_part_s(self) -> float:
        return self._parts[0][0] - self._clock.now() if self._parts and self._held is None else float("inf")

    def _is_shown(self, sentence: str) -> bool:
        return self._shown is not None and self._shown.id == f"caption-{sentence}"

    def _show(self, id_: str, text: str) -> None:
        """Show a text until the line has ended; a text that is shown already keeps its birth."""
        now_ms = self._stage.now_ms()
        is_same = self._shown is not None and (self._shown.id, self._shown.alt) == (id_, text)
        born_ms = self._shown.born_ms if self._shown is not None and is_same else now_ms
        until_ms = now_ms + int((self._ends_s + _PATIENCE_S - self._clock.now()) * 1000)
        self._shown = Caption(id=id_, alt=text, born_ms=born_ms, until_ms=until_ms)
        self._stage.show(self._shown)

    def _linger(self, ended: SpeechEnded) -> None:
        if self._shown is None or not self._is_shown(ended.sentence):
            return
        self._parts.clear()
        until_ms = self._stage.now_ms() + int(self._settings.caption_linger_s * 1000)
        self._stage.show(replace(self._shown, until_ms=until_ms))

    def _cut(self, turn: int | None) -> None:
        if self._shown is not None and turn == self._turn:
            self._stage.drop(self._shown.id)
            self._shown = None
            self._parts.clear()


def _time_parts(started: SpeechStarted, now_s: float) -> list[tuple[float, str]]:
    """Cut a line into parts that fit, each with the instant at which the voice should have come to it."""
    text = started.text.strip()
    if not text:
        return []
    count = -(-len(text) // _PART_CHARS)
    parts = textwrap.wrap(text, width=max(20, round(len(text) / count * 1.1))) if count > 1 else [text]
    timed, spoken = [], 0
    for part in parts:
        timed.append((now_s + started.duration_s * spoken / len(text), part))
        spoken += len(part) + 1
    return timed
