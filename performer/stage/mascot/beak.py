"""The beak: tells the clients how loud the voice is while a line is heard; shut at once when it is cut or held."""

import anyio
from anyio.abc import TaskStatus

from performer.clock import Clock
from performer.events import (
    EventStream,
    Published,
    SpeechEnded,
    SpeechGrew,
    SpeechHeld,
    SpeechResumed,
    SpeechStarted,
    TurnCut,
)
from performer.messages import ENVELOPE_STEP_MS, Mouth
from performer.stage.mascot.mascot import Mascot
from performer.stage.mascot.murmur import babble, murmur
from performer.stage.stage import Stage


class Beak:
    """One line at a time, by what the Speaker reports; who joins late misses the rest of the line."""

    def __init__(self, clock: Clock, stage: Stage, events: EventStream, mascot: Mascot) -> None:
        self._clock = clock
        self._stage = stage
        self._mascot = mascot
        self._reader = events.whole("beak", SpeechStarted, SpeechGrew, SpeechHeld, SpeechResumed, SpeechEnded, TurnCut)
        self._sentence = ""
        self._turn: int | None = None
        self._envelope: tuple[float, ...] = ()
        """Of the line as far as it is known, from its beginning."""
        self._is_held = False
        self._open_until_s = 0.0

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Follow the speech until the stream closes."""
        task_status.started()
        async for published in self._reader:
            self._take(published)

    def _take(self, published: Published) -> None:
        match published.event:
            case SpeechStarted() as line:
                self._begin(line, published.t)
            case SpeechGrew(sentence=self._sentence) as more:
                self._grow(more, published.t)
            case SpeechHeld(sentence=self._sentence):
                self._is_held = True
                self._shut()
            case SpeechResumed(sentence=self._sentence, from_s=from_s) if self._is_held:
                self._is_held = False
                self._open(published.t, self._envelope[_steps(from_s) :])
            case SpeechEnded(sentence=self._sentence):
                self._end()
            case TurnCut(turn=self._turn):
                self._end()

    def _begin(self, line: SpeechStarted, at_s: float) -> None:
        self._sentence, self._turn, self._is_held = line.sentence, line.turn, False
        self._envelope = line.envelope or murmur(line.text, line.duration_s)
        self._open(at_s, self._envelope)

    def _grow(self, more: SpeechGrew, at_s: float) -> None:
        envelope = more.envelope or babble(more.duration_s)
        self._envelope += envelope
        if not self._is_held:
            self._open(max(self._open_until_s, at_s), envelope)

    def _open(self, begins_s: float, envelope: tuple[float, ...]) -> None:
        self._open_until_s = begins_s + len(envelope) * ENVELOPE_STEP_MS / 1000
        if self._mascot.is_on_stage:
            self._stage.tell(Mouth(at_ms=int(begins_s * 1000), envelope=envelope))

    def _end(self) -> None:
        """Shut it; what grows after this is no longer of this line."""
        self._sentence, self._turn, self._is_held = "", None, False
        self._shut()

    def _shut(self) -> None:
        """Shut it now, unless it has come to its end by itself."""
        is_open = self._clock.now() < self._open_until_s
        self._open_until_s = 0.0
        if is_open and self._mascot.is_on_stage:
            self._stage.tell(Mouth(at_ms=self._stage.now_ms()))


def _steps(seconds: float) -> int:
    return round(seconds * 1000 / ENVELOPE_STEP_MS)
