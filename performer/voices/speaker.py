"""The speaker: reads finished sentences off the event stream and has them heard, one after the other.

It is told to be silent by a call (`cut`), never by an event: silence must not wait in a queue.
"""

import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from typing import Protocol

import anyio
from anyio.abc import TaskStatus

from performer import events
from performer.clock import Clock
from performer.errors import ServiceError
from performer.events import EventStream, SentenceReady
from performer.messages import Sound
from performer.voices.line import Line
from performer.voices.loudness import Loudness
from performer.voices.spoken import spoken
from performer.voices.voice import Utterance, Voice
from performer.voices.watch import TooMuchSound

_log = logging.getLogger(__name__)


class Heard(Protocol):
    """What became of a sentence."""

    @property
    def heard_s(self) -> float:
        """How much of it sounded, in seconds, as whoever played it counted."""
        ...


class Mouthpiece(Protocol):
    """Whoever makes sound audible: a stage client that sounds, seen through the stage server."""

    async def play(self, pieces: AsyncIterator[tuple[Sound, bytes]], on_started: Callable[[], None]) -> Heard:
        """Return when the sentence has ended; `on_started` is called at its first sample, if it has one.

        Pieces are sent on as they come; the last is marked so, or the iterator ends. They are not read any further
        once the sentence is over, and closing them is the caller's.
        """
        ...

    def wake(self) -> None:
        """Say that speech is likely soon: a sound device may take a while to be ready."""
        ...

    async def hush(self) -> None:
        """Stop every sound at once; a `play` that waits returns with what was heard."""
        ...


class Speaker:
    """One voice, one mouth."""

    def __init__(self, clock: Clock, stream: EventStream, voice: Voice, mouthpiece: Mouthpiece) -> None:
        self._clock = clock
        self._stream = stream
        self._voice = voice
        self._mouthpiece = mouthpiece
        self._reader = stream.whole("speaker", events.CueTaken, SentenceReady, events.TurnEnded, events.TurnCut)
        self._speaking: anyio.CancelScope | None = None
        self._spoken_count = 0
        self._cut_through = 0
        self._begun_turn = 0
        self._finished_turn = 0
        self._turn_finished = anyio.Event()
        self._loudness = Loudness()

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Speak every sentence that is published, until the stream closes."""
        task_status.started()
        async for published in self._reader:
            match published.event:
                case events.CueTaken():
                    self._mouthpiece.wake()
                case SentenceReady() as sentence:
                    await self._take(sentence)
                case events.TurnEnded(turn=turn) | events.TurnCut(turn=turn) if turn is not None:
                    self._finish(turn)

    async def cut(self, turn: int) -> None:
        """Be silent now, and forget whatever is still to come of this turn and those before it."""
        self._cut_through = max(self._cut_through, turn)
        if self._speaking is not None:
            self._speaking.cancel()
        await self._mouthpiece.hush()

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
        self._spoken_count += 1
        sentence = f"s{self._spoken_count}"
        line = Line(self._clock, self._stream, self._loudness, turn=turn, sentence=sentence, text=text, words=words)
        try:
            heard_s = await self._heard(line, words, turn)
            if heard_s is None:
                line.started_unheard()
                await self._clock.sleep(line.duration_s)
            line.ended(heard_s)
        finally:
            line.ended(cut=True)  # cut, or broken: what has begun is never left open

    async def _heard(self, line: Line, words: str, turn: int) -> float | None:
        """Have it made and played; return how much of it was heard, None when its time has to pass in silence."""
        async with aclosing(self._made(words)) as pieces:
            first = await anext(pieces, None)
            self._begun_turn = turn
            if first is None:
                return None
            async with aclosing(line.sounds(first, pieces)) as sounds:
                heard = await self._mouthpiece.play(sounds, line.started)
        return heard.heard_s if line.has_started else None

    async def _made(self, words: str) -> AsyncGenerator[Utterance]:
        """Have the voice speak; when it fails, what it has given is all there is."""
        if not words:
            return
        async with aclosing(self._voice.speak(words)) as pieces:
            try:
                async for piece in pieces:
                    yield piece
            except TooMuchSound as noise:
                _log.info("Hushed: %s", noise)
                await self._mouthpiece.hush()
            except ServiceError as failure:
                _log.info("The voice failed: %s", failure)
