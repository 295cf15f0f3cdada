"""The speaker: reads finished sentences off the event stream and has them heard, one after the other.

It is told to be silent by a call (`cut`), never by an event: silence must not wait in a queue.
"""

import logging
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Protocol

import anyio
from anyio.abc import TaskStatus

from performer import events
from performer.clock import Clock
from performer.errors import ServiceError
from performer.events import EventStream, SentenceReady, SpeechEnded, SpeechStarted
from performer.messages import Sound
from performer.voices.spoken import spoken
from performer.voices.voice import Utterance, Voice

_log = logging.getLogger(__name__)

_CHARACTERS_PER_S = 15.0
_SHORTEST_S = 0.8


class Playback(Protocol):
    """Whoever makes sound audible: a stage client that sounds, seen through the stage server."""

    async def play(self, pieces: AsyncIterator[tuple[Sound, bytes]], on_started: Callable[[], None]) -> object:
        """Return when the sentence has ended; `on_started` is called at its first sample, if it has one."""
        ...

    def wake(self) -> None:
        """Say that speech is likely soon: a sound device may take a while to be ready."""
        ...

    async def hush(self) -> None:
        """Stop every sound at once; a `play` that waits returns with what was heard."""
        ...


class Speaker:
    """One voice, one mouth."""

    def __init__(self, clock: Clock, stream: EventStream, voice: Voice, playback: Playback) -> None:
        self._clock = clock
        self._stream = stream
        self._voice = voice
        self._playback = playback
        self._reader = stream.whole("speaker", events.CueTaken, SentenceReady, events.TurnEnded, events.TurnCut)
        self._speaking: anyio.CancelScope | None = None
        self._spoken_count = 0
        self._cut_through = 0
        self._begun_turn = 0
        self._finished_turn = 0
        self._turn_finished = anyio.Event()
        self._voice_is_down = False

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Speak every sentence that is published, until the stream closes."""
        task_status.started()
        async for published in self._reader:
            match published.event:
                case events.CueTaken():
                    self._playback.wake()
                case SentenceReady() as sentence:
                    await self._take(sentence)
                case events.TurnEnded(turn=turn) | events.TurnCut(turn=turn) if turn is not None:
                    self._finish(turn)

    async def cut(self, turn: int) -> None:
        """Be silent now, and forget whatever is still to come of this turn and those before it."""
        self._cut_through = max(self._cut_through, turn)
        if self._speaking is not None:
            self._speaking.cancel()
        await self._playback.hush()

    async def finished(self, turn: int) -> None:
        """Return when the last sentence of a turn has been heard, or cut."""
        while self._finished_turn < turn:
            await self._turn_finished.wait()

    def _finish(self, turn: int) -> None:
        self._finished_turn = max(self._finished_turn, turn)
        self._turn_finished.set()
        self._turn_finished = anyio.Event()

    async def _take(self, sentence: SentenceReady) -> None:
        turn = sentence.turn or 0
        if turn <= self._cut_through:
            return
        if self._is_stale(sentence, turn):
            self._cut_through = max(self._cut_through, turn)
            self._stream.publish(
                events.SentenceBlocked(turn=turn, reason="stale: its picture is older than turn.freshness_s")
            )
            return
        with anyio.CancelScope() as self._speaking:
            try:
                await self._say(turn, sentence.text)
            finally:
                self._speaking = None

    def _is_stale(self, sentence: SentenceReady, turn: int) -> bool:
        """A turn that has begun to speak is spoken to its end: half a comment is worse than a late one."""
        if sentence.fresh_until_s is None or turn == self._begun_turn:
            return False
        return self._clock.now() > sentence.fresh_until_s

    async def _say(self, turn: int, text: str) -> None:
        """Have a sentence heard; one without a word to say (an emoji) is shown for a moment in silence."""
        words = spoken(text)
        utterance = await self._synthesised(words) if words else None
        self._begun_turn = turn
        self._spoken_count += 1
        line = _Line(self._clock, self._stream, turn=turn, sentence=f"s{self._spoken_count}", text=text)
        duration_s = utterance.duration_s if utterance else estimate_s(words)
        try:
            if utterance is None or not await self._sounded(line, utterance):
                line.started(duration_s, audible=False)
                await self._clock.sleep(duration_s)
            line.ended(duration_s)
        except anyio.get_cancelled_exc_class():
            line.ended(duration_s, cut=True)
            raise

    async def _sounded(self, line: "_Line", utterance: Utterance) -> bool:
        """Have it played; False when nobody sounds, and the time has to pass in silence."""
        sound = Sound(
            id=line.sentence,
            turn=line.turn,
            rate=utterance.rate,
            channels=utterance.channels,
            bytes=len(utterance.pcm),
            envelope=utterance.envelope(),
        )
        started = partial(line.started, utterance.duration_s, audible=True)
        heard = await self._playback.play(_alone(sound, utterance.pcm), started)
        if not line.has_started:
            _log.debug("Paced silence instead of sound: %s", heard)
        return line.has_started

    async def _synthesised(self, words: str) -> Utterance | None:
        try:
            utterance = await self._voice.speak(words)
        except ServiceError as failure:
            if not self._voice_is_down:
                self._stream.publish(events.ServiceDown(service="voice", reason=str(failure)))
            self._voice_is_down = True
            return None
        if self._voice_is_down:
            self._stream.publish(events.ServiceUp(service="voice", reason=self._voice.name))
        self._voice_is_down = False
        return utterance


class _Line:
    """One sentence on its way through the mouth: states its start and its end, each once."""

    def __init__(self, clock: Clock, stream: EventStream, *, turn: int, sentence: str, text: str) -> None:
        self.turn = turn
        self.sentence = sentence
        self._clock = clock
        self._stream = stream
        self._text = text
        self._started_s: float | None = None

    @property
    def has_started(self) -> bool:
        return self._started_s is not None

    def started(self, duration_s: float, *, audible: bool) -> None:
        if self._started_s is not None:
            return
        self._started_s = self._clock.now()
        self._stream.publish(
            SpeechStarted(
                turn=self.turn,
                sentence=self.sentence,
                text=self._text,
                duration_s=round(duration_s, 3),
                audible=audible,
            )
        )

    def ended(self, duration_s: float, *, cut: bool = False) -> None:
        if self._started_s is None:
            return
        heard_s = min(duration_s, self._clock.now() - self._started_s)
        self._stream.publish(
            SpeechEnded(turn=self.turn, sentence=self.sentence, text=self._text, heard_s=round(heard_s, 3), cut=cut)
        )
        self._started_s = None


async def _alone(sound: Sound, pcm: bytes) -> AsyncIterator[tuple[Sound, bytes]]:
    yield sound, pcm


def estimate_s(words: str) -> float:
    """Estimate how long a voice would take for a text, in seconds: speech runs at about 15 characters a second."""
    return max(_SHORTEST_S, len(words) / _CHARACTERS_PER_S)
