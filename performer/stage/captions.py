"""Captions: the line is shown as it is spoken, lingers a little, and goes at once when its turn is cut.

A line too long for a caption is shown part after part, each for its share of the speech.
"""

import textwrap
from collections import deque

import anyio
from anyio.abc import TaskStatus

from performer.clock import Clock
from performer.events import EventStream, Published, SpeechEnded, SpeechStarted, TurnCut
from performer.messages import Caption
from performer.stage.settings import StageSettings
from performer.stage.stage import Stage

_PATIENCE_S = 5.0
"""A caption whose end is never told goes this long after it should have ended."""
_ALMOST_S = 0.001
"""A part is due a little early: sums of floating numbers may fall a hair short of its instant, for ever."""
_PART_CHARS = 96
"""Two lines of a caption hold about this much."""


class Captions:
    """One caption at a time, by what the Speaker reports."""

    def __init__(self, clock: Clock, stage: Stage, events: EventStream, settings: StageSettings) -> None:
        self._clock = clock
        self._stage = stage
        self._reader = events.whole("captions", SpeechStarted, SpeechEnded, TurnCut)
        self._settings = settings
        self._shown: Caption | None = None
        self._turn: int | None = None
        self._parts: deque[tuple[float, str]] = deque()
        """What is still to be shown of the line, each with its instant."""

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Follow the speech until the stream closes."""
        task_status.started()
        more = True
        while more:
            with self._clock.move_on_after(self._until_next_part_s()):
                more = await self._reader.wait()
            for published in self._reader.taken():
                self._take(published)
            self._turn_over()

    def _take(self, published: Published) -> None:
        match published.event:
            case SpeechStarted() as started:
                self._begin(started)
            case SpeechEnded(cut=False) as ended:
                self._linger(ended)
            case SpeechEnded(cut=True, turn=turn) | TurnCut(turn=turn):
                self._cut(turn)

    def _begin(self, started: SpeechStarted) -> None:
        self._turn = started.turn
        self._parts = deque(_timed(started, self._clock.now()))
        if not self._parts:
            return
        _, first = self._parts.popleft()
        self._show(f"caption-{started.sentence}", first, started.duration_s + _PATIENCE_S)

    def _turn_over(self) -> None:
        """Show the next part of the line when its instant has come."""
        due_s = self._clock.now() + _ALMOST_S
        while self._shown is not None and self._parts and due_s >= self._parts[0][0]:
            _, part = self._parts.popleft()
            left_s = (self._shown.until_ms or 0) / 1000 - self._clock.now()
            self._show(self._shown.id, part, left_s)

    def _until_next_part_s(self) -> float:
        return self._parts[0][0] - self._clock.now() if self._parts else float("inf")

    def _show(self, id_: str, text: str, for_s: float) -> None:
        now_ms = self._stage.now_ms()
        self._shown = Caption(id=id_, alt=text, born_ms=now_ms, until_ms=now_ms + int(for_s * 1000))
        self._stage.show(self._shown)

    def _linger(self, ended: SpeechEnded) -> None:
        if self._shown is None or self._shown.id != f"caption-{ended.sentence}":
            return
        self._parts.clear()
        until_ms = self._stage.now_ms() + int(self._settings.caption_linger_s * 1000)
        shown = self._shown
        self._stage.show(Caption(id=shown.id, alt=shown.alt, born_ms=shown.born_ms, until_ms=until_ms))

    def _cut(self, turn: int | None) -> None:
        if self._shown is not None and turn == self._turn:
            self._stage.drop(self._shown.id)
            self._shown = None
            self._parts.clear()


def _timed(started: SpeechStarted, now_s: float) -> list[tuple[float, str]]:
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
