"""Captions: a line is shown while it is spoken, stays for a moment, and goes at once when its turn is cut.

The caption of a held line stays until the line goes on. A line too long for a caption is shown part after part, each
from its first word on, or for its share of the speech when the times of the words are not known.
"""

from collections import deque
from dataclasses import replace

import anyio
from anyio.abc import TaskStatus

from performer.core.clock import Clock
from performer.core.events.speech import SpeechEnded, SpeechGrew, SpeechHeld, SpeechResumed, SpeechStarted
from performer.core.events.stream import EventStream, PublishedEvent
from performer.core.events.turns import TurnCut
from performer.stage.caption_parts import CaptionPart, cut_line
from performer.stage.protocol.elements import Caption
from performer.stage.settings import StageSettings
from performer.stage.state import Stage

_PATIENCE_S = 5.0
"""A caption without a report of its end goes this long after it should have ended."""
_ALMOST_S = 0.001
"""A part is due a little early: sums of floating numbers may never quite reach its instant."""


class Captions:
    """Shows one caption at a time, by the Speaker's events."""

    def __init__(self, clock: Clock, stage: Stage, events: EventStream, settings: StageSettings) -> None:
        self._clock = clock
        self._stage = stage
        self._reader = events.whole(
            "captions", SpeechStarted, SpeechGrew, SpeechHeld, SpeechResumed, SpeechEnded, TurnCut
        )
        self._settings = settings
        self._shown: Caption | None = None
        self._turn: int | None = None
        self._line: SpeechStarted | None = None
        self._parts: deque[CaptionPart] = deque()
        """The parts of the line that are still to be shown."""
        self._sounds_s = 0.0
        """The instant at which the line's sound began, or would have begun without its holds."""
        self._duration_s = 0.0
        self._is_held = False

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
                self._begin(started, published.t)
            case SpeechGrew() as grew if grew.words and self._is_shown(grew.sentence):
                self._time_anew(grew)
            case SpeechHeld() as held if self._is_shown(held.sentence):
                self._hold(held)
            case SpeechResumed() as resumed if self._is_shown(resumed.sentence):
                self._go_on(resumed, published.t)
            case SpeechEnded(cut=False) as ended:
                self._linger(ended)
            case SpeechEnded(cut=True, turn=turn) | TurnCut(turn=turn):
                self._cut(turn)

    def _begin(self, started: SpeechStarted, at_s: float) -> None:
        self._turn, self._is_held, self._line = started.turn, False, started
        self._parts = deque(cut_line(started, follows_words=self._settings.captions_follow_words))
        self._sounds_s, self._duration_s = at_s, started.duration_s
        if self._parts:
            self._show(f"caption-{started.sentence}", self._parts.popleft())

    def _time_anew(self, grew: SpeechGrew) -> None:
        """Show the same part with the times of its words as they are known by now."""
        assert self._shown is not None, "only a shown line is timed anew"
        assert self._line is not None
        line = replace(self._line, words=grew.words)
        parts = cut_line(line, follows_words=self._settings.captions_follow_words)
        current, self._parts = parts[-len(self._parts) - 1], deque(parts[len(parts) - len(self._parts) :])
        sounds_ms = int(self._sounds_s * 1000) if current.words else 0
        self._shown = replace(self._shown, words=current.words, sounds_ms=sounds_ms)
        self._stage.show(self._shown)

    def _hold(self, held: SpeechHeld) -> None:
        """Leave the caption as it is for as long as the line is silent."""
        assert self._shown is not None, "only a shown line is held"
        self._is_held = True
        held_s = held.heard_s if self._shown.words else None
        self._shown = replace(self._shown, until_ms=None, held_s=held_s)
        self._stage.show(self._shown)

    def _go_on(self, resumed: SpeechResumed, at_s: float) -> None:
        """Delay the rest by as long as the line was silent, and by as much of it as is said again."""
        if self._shown is None or not self._is_held:
            return
        self._is_held = False
        self._sounds_s = at_s - resumed.from_s
        self._show(self._shown.id, CaptionPart(at_s=0.0, text=self._shown.alt, words=self._shown.words))

    def _show_due_parts(self) -> None:
        """Show the next part of the line when its instant has come."""
        while self._shown is not None and self._parts and self._until_next_part_s() <= _ALMOST_S:
            self._show(self._shown.id, self._parts.popleft())

    def _until_next_part_s(self) -> float:
        if not self._parts or self._is_held:
            return float("inf")
        return self._sounds_s + self._parts[0].at_s - self._clock.now()

    def _is_shown(self, sentence: str) -> bool:
        return self._shown is not None and self._shown.id == f"caption-{sentence}"

    def _show(self, id_: str, part: CaptionPart) -> None:
        """Show a part until the line has ended; a text that is shown already keeps its birth."""
        now_ms = self._stage.now_ms()
        is_same = self._shown is not None and (self._shown.id, self._shown.alt) == (id_, part.text)
        born_ms = self._shown.born_ms if self._shown is not None and is_same else now_ms
        ends_s = self._sounds_s + self._duration_s
        until_ms = now_ms + int((ends_s + _PATIENCE_S - self._clock.now()) * 1000)
        sounds_ms = int(self._sounds_s * 1000) if part.words else 0
        self._shown = Caption(
            id=id_, alt=part.text, born_ms=born_ms, until_ms=until_ms, words=part.words, sounds_ms=sounds_ms
        )
        self._stage.show(self._shown)

    def _linger(self, ended: SpeechEnded) -> None:
        if self._shown is None or not self._is_shown(ended.sentence):
            return
        self._parts.clear()
        until_ms = self._stage.now_ms() + int(self._settings.caption_linger_s * 1000)
        self._stage.show(replace(self._shown, until_ms=until_ms, held_s=None))

    def _cut(self, turn: int | None) -> None:
        if self._shown is not None and turn == self._turn:
            self._stage.drop(self._shown.id)
            self._shown = None
            self._parts.clear()
