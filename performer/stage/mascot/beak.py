"""The beak: tells the clients how loud the voice is while a line is heard, and to shut it at once when it is cut."""

import anyio
from anyio.abc import TaskStatus

from performer.clock import Clock
from performer.events import EventStream, Published, SpeechEnded, SpeechGrew, SpeechStarted, TurnCut
from performer.messages import Mouth
from performer.stage.mascot.mascot import Mascot
from performer.stage.mascot.murmur import babble, murmur
from performer.stage.stage import Stage


class Beak:
    """One line at a time, by what the Speaker reports; who joins late misses the rest of the line."""

    def __init__(self, clock: Clock, stage: Stage, events: EventStream, mascot: Mascot) -> None:
        self._clock = clock
        self._stage = stage
        self._mascot = mascot
        self._reader = events.whole("beak", SpeechStarted, SpeechGrew, SpeechEnded, TurnCut)
        self._sentence = ""
        self._turn: int | None = None
        self._open_until_s = 0.0

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Follow the speech until the stream closes."""
        task_status.started()
        async for published in self._reader:
            self._take(published)

    def _take(self, published: Published) -> None:
        match published.event:
            case SpeechStarted() as line:
                self._sentence, self._turn = line.sentence, line.turn
                self._open(published.t, line.duration_s, line.envelope or murmur(line.text, line.duration_s))
            case SpeechGrew(sentence=self._sentence) as more:
                begins_s = max(self._open_until_s, published.t)
                self._open(begins_s, more.duration_s, more.envelope or babble(more.duration_s))
            case SpeechEnded(sentence=self._sentence):
                self._shut()
            case TurnCut(turn=self._turn):
                self._shut()

    def _open(self, begins_s: float, duration_s: float, envelope: tuple[float, ...]) -> None:
        self._open_until_s = begins_s + duration_s
        if self._mascot.is_on_stage:
            self._stage.tell(Mouth(at_ms=int(begins_s * 1000), envelope=envelope))

    def _shut(self) -> None:
        """Shut it now, unless it has come to its end by itself; what grows after this is no longer of this line."""
        is_open = self._clock.now() < self._open_until_s
        self._sentence, self._turn, self._open_until_s = "", None, 0.0
        if is_open and self._mascot.is_on_stage:
            self._stage.tell(Mouth(at_ms=self._stage.now_ms()))
