"""A booth: a speaker with a loudspeaker in virtual time, voices of every kind, and a note of everything it said."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import anyio
from anyio.abc import TaskStatus

from performer.core.audio import Sound
from performer.core.clock import VirtualClock
from performer.core.errors import ServiceError
from performer.core.events.speech import SentenceReady, SpeechEnded, SpeechStarted
from performer.core.events.stream import Event, EventStream
from performer.core.events.turns import CueTaken, TurnCut, TurnEnded
from performer.core.speaking_turn import ALWAYS_FREE, Floor
from performer.speech.output.speaker import Speaker
from performer.speech.voices.manner import PLAIN, Manner
from performer.speech.voices.voice import Utterance, Voice

RATE = 8_000


@dataclass
class Heard:
    heard_s: float = 0.0


@dataclass
class Loudspeaker:
    """Plays in virtual time, piece after piece; silent when it is unplugged."""

    clock: VirtualClock
    plugged: bool = True
    wakes_for_s: float = 0.0
    """How long it takes to begin."""
    hushes: list[str] = field(default_factory=list)
    wakes: int = 0
    shares: list[float] = field(default_factory=list)
    played: list[tuple[Sound, bytes]] = field(default_factory=list)
    _hushed: anyio.CancelScope | None = None

    @property
    def sounds(self) -> list[Sound]:
        return [sound for sound, _ in self.played]

    async def play(self, pieces: AsyncIterator[tuple[Sound, bytes]], on_started: Callable[[], None]) -> Heard:
        if not self.plugged:
            return Heard()
        began_s = self.clock.now() + self.wakes_for_s
        with anyio.CancelScope() as self._hushed:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._begin, on_started)
                length_s = await self._take(pieces)
            await self.clock.sleep(began_s + length_s - self.clock.now())
            return Heard(heard_s=length_s)
        return Heard(heard_s=max(self.clock.now() - began_s, 0.0))

    async def _begin(self, on_started: Callable[[], None]) -> None:
        await self.clock.sleep(self.wakes_for_s)
        on_started()

    async def _take(self, pieces: AsyncIterator[tuple[Sound, bytes]]) -> float:
        length_s = 0.0
        async for sound, pcm in pieces:
            assert sound.bytes == len(pcm) > 0
            self.played.append((sound, pcm))
            length_s += sound.duration_s
        return length_s

    def wake(self) -> None:
        self.wakes += 1

    def soften(self, share: float) -> None:
        self.shares.append(share)

    async def hush(self, *, speech_only: bool = False) -> None:
        self.hushes.append("speech" if speech_only else "all")
        if self._hushed is not None:
            self._hushed.cancel()


def piece(seconds: float, *, last: bool = False, loud: int = 8_000) -> Utterance:
    return Utterance(pcm=loud.to_bytes(2, "little") * int(seconds * RATE), rate=RATE, last=last)


class Tone:
    """A voice whose every sentence lasts two seconds."""

    name = "tone"

    async def speak(self, text: str, manner: Manner = PLAIN) -> AsyncGenerator[Utterance]:
        yield piece(2, last=True)


@dataclass
class Stream:
    """A voice that gives a piece of so many seconds every tenth of a second, and then may fail."""

    clock: VirtualClock
    pieces_s: list[float]
    failure: Exception | None = None
    closed: int = 0
    name: str = "stream"

    async def speak(self, text: str, manner: Manner = PLAIN) -> AsyncGenerator[Utterance]:
        try:
            for seconds in self.pieces_s:
                await self.clock.sleep(0.1)
                yield piece(seconds)
            if self.failure:
                raise self.failure
        finally:
            self.closed += 1


@dataclass
class Slow:
    """A voice that takes a while for a sentence, and then gives it whole; it notes when it was asked for which."""

    clock: VirtualClock
    takes_s: float = 0.3
    length_s: float = 2.0
    fails_at: str = ""
    failure: Exception = field(default_factory=lambda: ServiceError("it broke off"))
    asked: list[tuple[float, str]] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    """Which sentences it was stopped at before it had given them."""
    busy: int = 0
    name: str = "slow"

    async def speak(self, text: str, manner: Manner = PLAIN) -> AsyncGenerator[Utterance]:
        self.asked.append((round(self.clock.now(), 3), text))
        self.busy += 1
        assert self.busy == 1, "one sentence at a time"
        given = False
        try:
            await self.clock.sleep(self.takes_s)
            if text == self.fails_at:
                raise self.failure
            given = True
            yield piece(self.length_s, last=True)
        finally:
            self.busy -= 1
            if not given:
                self.ended.append(text)


class Broken:
    """A voice that fails until it is mended."""

    name = "broken"
    mended = False

    async def speak(self, text: str, manner: Manner = PLAIN) -> AsyncGenerator[Utterance]:
        if not self.mended:
            raise ServiceError("the voice is broken")
        yield piece(1, last=True)


class Booth:
    """A speaker with its stream, and everything that it said."""

    def __init__(self, clock: VirtualClock, voice: Voice, floor: Floor = ALWAYS_FREE) -> None:
        self.clock = clock
        self.stream = EventStream(clock)
        self.loudspeaker = Loudspeaker(clock)
        self.speaker = Speaker(clock, self.stream, voice, self.loudspeaker, floor, duck=0.25)
        self.heard: list[Event] = []
        self.heard_at: list[float] = []

    def ready(self, *texts: str, turn: int = 1, fresh_until_s: float | None = None) -> None:
        for text in texts:
            self.stream.publish(SentenceReady(turn=turn, text=text, fresh_until_s=fresh_until_s))

    def end(self, turn: int = 1) -> None:
        self.stream.publish(TurnEnded(turn=turn, reason="final", steps=1, sentences=1, took_s=0))

    def instants(self) -> list[tuple[float, str]]:
        """Return when which line began and ended."""
        return [
            (round(t, 3), f"{'+' if isinstance(event, SpeechStarted) else '-'}{event.text}")
            for t, event in zip(self.heard_at, self.heard, strict=True)
            if isinstance(event, SpeechStarted | SpeechEnded)
        ]

    def told(self) -> list[str]:
        return [f"{type(event).__name__} {getattr(event, 'text', '')}".strip() for event in self.heard]

    async def note(self, *, task_status: TaskStatus[None]) -> None:
        with self.stream.whole("test") as reader:
            task_status.started()
            async for published in reader:
                if not isinstance(published.event, CueTaken | SentenceReady | TurnEnded | TurnCut):
                    self.heard.append(published.event)
                    self.heard_at.append(published.t)


@asynccontextmanager
async def booth(clock: VirtualClock, voice: Voice | None = None, floor: Floor = ALWAYS_FREE) -> AsyncIterator[Booth]:
    made = Booth(clock, voice or Tone(), floor)
    async with anyio.create_task_group() as tasks:
        await tasks.start(made.speaker.run)
        await tasks.start(made.note)
        yield made
        await clock.advance(60)
        made.stream.close()
