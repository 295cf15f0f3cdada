"""The speaker: reads finished sentences off the event stream and plays them, one after the other.

It is silenced by a call (`cut`, `hold`), never by an event: silence must not wait in a queue.
"""

import math
from collections import deque
from collections.abc import Callable
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.core import events
from performer.core.clock import Clock
from performer.core.events.speech import SentenceReady
from performer.core.events.stream import EventStream
from performer.core.speaking_turn import ALWAYS_FREE, Floor
from performer.speech.output.delivery import Delivery, SoundOutput
from performer.speech.output.estimated_times import SpeechPace
from performer.speech.output.line import SpokenLine
from performer.speech.output.readable_text import make_speakable
from performer.speech.output.recording import LoudnessScale
from performer.speech.output.synthesis_queue import SynthesisQueue, Synthesizer
from performer.speech.voices.manner import ChooseManner, speak_plainly
from performer.speech.voices.voice import Voice

_STREAMERS_KINDS: Final = frozenset({"say", "operator", "streamer"})
"""Cues of the streamer's own hand or voice."""
_STREAMERS_WAIT_S: Final = 10.0
"""What the streamer asked for waits no longer; anything else waits for as long as it takes."""
_REMEMBERED: Final = 64
_SOFT: Final = 0.3
"""The share of its volume at which a line goes on beside a streamer who may have begun to speak: 10 dB less."""


class FloorPatience:
    """The waiting of turns for the floor, and which turn has waited in vain."""

    def __init__(self, clock: Clock, floor: Floor) -> None:
        self._clock, self._floor = clock, floor
        self._streamers: deque[int] = deque(maxlen=_REMEMBERED)
        self._insisting = 0

    def note_kind(self, turn: int, kind: str) -> None:
        """Note the kind of cue that a turn was made of."""
        if kind in _STREAMERS_KINDS:
            self._streamers.append(turn)

    def is_overdue(self, turn: int) -> bool:
        """Whether a turn has waited in vain: it waits no more, and is not held."""
        return turn == self._insisting

    async def wait_for_floor(self, turn: int) -> None:
        """Return when the floor is free for a turn; after 10 s at most if the streamer asked for the turn."""
        if self.is_overdue(turn):
            return
        with self._clock.move_on_after(_STREAMERS_WAIT_S if turn in self._streamers else math.inf) as limit:
            while not self._floor.is_free:
                await self._floor.wait_until_free()
        if limit.cancelled_caught:
            self._insisting = turn


_GOES_ON_WITHIN_S: Final = 1.5
"""After a longer silence in a turn nobody waits for the rest of it."""


class Speaker:
    """The player of one voice's lines; while a line is heard, the sound of the next ones is made."""

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        voice: Voice,
        output: SoundOutput,
        floor: Floor = ALWAYS_FREE,
        *,
        duck: float = 1.0,
        pronounce: Callable[[str], str] = make_speakable,
        choose_manner: ChooseManner = speak_plainly,
    ) -> None:
        self._clock, self._stream = clock, stream
        self._output = output
        self.duck = duck
        """How loud clips go on while a line sounds, from 0 to 1."""
        self.is_muted = False
        """Whether lines pass in silence: their captions come and go as ever."""
        self._pronounce, self._choose_manner = pronounce, choose_manner
        self._patience = FloorPatience(clock, floor)
        self._reader = stream.whole("speaker", events.CueTaken, SentenceReady, events.TurnEnded, events.TurnCut)
        self._loudness, self._pace = LoudnessScale(), SpeechPace()
        self._queue = SynthesisQueue()
        self._synthesizer = Synthesizer(voice, output, self._queue, is_muted=lambda: self.is_muted)
        self._delivery: Delivery | None = None
        self._playing: anyio.CancelScope | None = None
        self._count = 0
        self._written_through = 0
        self._cut_through = 0
        self._let_go: deque[int] = deque(maxlen=_REMEMBERED)
        self._begun_turn = 0
        self._silent_since_s = 0.0
        """When the newest line that was heard ended."""

    @property
    def speaking(self) -> int | None:
        """The turn that is heard now: from its first line's start to its last line's end, holds included."""
        line, turn = self._queue.on, self._begun_turn
        if line is not None and line.is_heard:
            return line.turn
        return None if self._is_out(turn) or self._is_finished(turn) else turn

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Speak every sentence that is published, until the stream closes."""
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._synthesizer.run)
            tasks.start_soon(self._speak)
            task_status.started()
            await self._listen()
            while self._queue.on or self._queue.waiting:
                await self._queue.wait_for_change()
            tasks.cancel_scope.cancel()

    async def cut(self, turn: int, *, clips: bool = False) -> None:
        """Stop speaking now, and drop all lines of a turn and of the turns before it.

        A line of a later turn sounds on. So do clips, whoever's they are, unless `clips` silences them too.
        """
        self._cut_through = max(self._cut_through, turn)
        line = self._queue.on
        if line is None or line.turn <= turn:
            if self._playing is not None:
                self._playing.cancel()
            await self._output.hush(speech_only=not clips)
            if line is not None:
                line.mark_ended(cut=True)
        self._queue.drop_unwanted(lambda each: each.turn <= turn)

    def forget(self, turn: int) -> None:
        """Drop the lines of exactly this turn that have not begun; a line that sounds is heard to its end."""
        self._let_go.append(turn)
        self._queue.drop_unwanted(lambda each: each.turn == turn)
        line = self._queue.on
        if line is not None and line.turn == turn and not line.has_started and self._playing is not None:
            self._playing.cancel()

    async def finished(self, turn: int) -> None:
        """Return when the last sentence of a turn has been heard, or dropped; a hold is waited through."""
        while not self._is_finished(turn):
            await self._queue.wait_for_change()

    async def wait_until_begun(self, turn: int) -> bool:
        """Return True when a line of a turn begins to sound, False when its lines were dropped before."""
        while self._begun_turn < turn and not self._is_out(turn):
            await self._queue.wait_for_change()
        return self._begun_turn == turn or not self._is_out(turn)

    def soften(self, *, is_soft: bool) -> None:
        """Speak softly from now on, or as loudly as ever; a hold, a cut and a hush end it too."""
        self._output.soften(_SOFT if is_soft else 1.0)

    async def hold(self, within_s: float = 0.0) -> None:
        """Hold the line that is heard, and keep its place; clips sound on. Without a line, nothing happens.

        It ends with a word, if one ends within so many seconds. What the streamer asked for and has waited for the
        floor in vain is not held.
        """
        if self._delivery is not None and not self._patience.is_overdue(self._begun_turn):
            await self._delivery.hold(within_s)

    async def resume(self) -> None:
        """Resume a held line, unless it was held for so long that it was dropped."""
        if self._delivery is not None:
            self._delivery.resume()

    async def mute(self, *, is_muted: bool) -> None:
        """Fall silent now and pass lines in silence from now on, or make the lines heard that begin from now on."""
        self.is_muted = is_muted
        if is_muted and self._delivery is not None:
            await self._delivery.mute()

    async def _listen(self) -> None:
        async for published in self._reader:
            match published.event:
                case events.CueTaken(turn=turn, kind=kind):
                    self._output.wake()
                    self._patience.note_kind(turn or 0, kind)
                case SentenceReady() as ready:
                    while self._queue.is_full:
                        await self._queue.wait_for_change()
                    if not self._is_out(ready.turn or 0):
                        self._count += 1
                        self._queue.add(self._make_line(ready))
                case events.TurnEnded(turn=turn) | events.TurnCut(turn=turn) if turn is not None:
                    self._written_through = max(self._written_through, turn)
                    self._queue.notify()

    def _make_line(self, ready: SentenceReady) -> SpokenLine:
        return SpokenLine(
            self._clock,
            self._stream,
            ready,
            f"s{self._count}",
            loudness=self._loudness,
            pace=self._pace,
            duck=self.duck,
            pronounce=self._pronounce,
            choose_manner=self._choose_manner,
        )

    async def _speak(self) -> None:
        """Play each line once its sound has begun and the floor is free, unless it is stale by then."""
        while True:
            line = await self._queue.take()
            try:
                with anyio.CancelScope() as self._playing:
                    if not self.is_muted:
                        await line.recording.wait_until_begun()
                    await self._patience.wait_for_floor(line.turn)
                    if self._is_stale(line):
                        self._let_turn_go(line)
                        continue
                    self._begun_turn = line.turn
                    self._queue.notify()
                    self._delivery = Delivery(self._clock, self._output, line, is_muted=self.is_muted)
                    await self._delivery.run()
            finally:
                self._playing = self._delivery = None
                line.mark_ended(cut=True)  # cut, or broken: what has begun is never left open
                if line.has_started:
                    self._silent_since_s = self._clock.now()
                line.recording.drop()
                self._queue.finish_current()

    def _is_stale(self, line: SpokenLine) -> bool:
        # A turn that speaks is spoken to its end: half a comment is worse than a late one, but not than an old one.
        now_s = self._clock.now()
        if line.fresh_until_s is None or now_s <= line.fresh_until_s:
            return False
        return line.turn != self._begun_turn or now_s > self._silent_since_s + _GOES_ON_WITHIN_S

    def _let_turn_go(self, line: SpokenLine) -> None:
        late_s = self._clock.now() - (line.fresh_until_s or 0.0)
        self.forget(line.turn)
        reason = f"stale: it would have begun {late_s:.1f} s later than turn.freshness_s allows"
        self._stream.publish(events.SentenceBlocked(turn=line.turn, reason=reason, kind="stale"))

    def _is_out(self, turn: int) -> bool:
        return turn <= self._cut_through or turn in self._let_go

    def _is_finished(self, turn: int) -> bool:
        return turn <= self._written_through and not self._queue.has_lines_up_to(turn)
