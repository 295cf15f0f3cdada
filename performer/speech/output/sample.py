"""A sample of a voice: a line that is no line of the show, spoken now in any voice, and measured."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AsyncExitStack, aclosing
from typing import Final, Protocol

import anyio

from performer.core.audio import Sound
from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.values import dataclass
from performer.speech.output.delivery import PlayedSentence
from performer.speech.output.pronunciation.pronunciation import Pronunciation
from performer.speech.output.recording import LoudnessScale
from performer.speech.voices.select import make_voice, settle_voice
from performer.speech.voices.settings import VoiceSettings, parse_voice
from performer.speech.voices.voice import Utterance

_DUCK: Final = 0.5


class SampleOutput(Protocol):
    """What plays a sample."""

    @property
    def sounds(self) -> bool:
        """Whether a client can play sound now."""

    @property
    def why(self) -> str:
        """The device that plays, or why none does."""

    async def play(self, pieces: AsyncIterator[tuple[Sound, bytes]], on_started: Callable[[], None]) -> PlayedSentence:
        """Return when the sentence has ended; `on_started` is called at its first sample, if it has one."""


@dataclass(frozen=True, kw_only=True)
class SampleResult:
    """What came of a sample."""

    made_s: float | None
    """Seconds until the voice gave its first sound; None when it gave none."""
    heard_after_s: float | None
    """Seconds until the first sound was heard; None when it was not."""
    why: str
    """The device that played it, or why it was not heard."""


class VoiceSampler:
    """The speaker of samples, one after the other; without a sound output only the voice is tried."""

    def __init__(self, clock: Clock, output: SampleOutput) -> None:
        self._clock, self._output = clock, output
        self._one_at_a_time = anyio.Lock()
        self._count = 0

    async def speak(self, text: str, settings: VoiceSettings) -> SampleResult:
        """Speak a text in the voice of the settings, and return when it has ended.

        Raises:
            ServiceError: when the voice fails.
        """
        async with self._one_at_a_time, AsyncExitStack() as stack:
            voice = await make_voice(
                settle_voice(parse_voice(settings.engine), settings.language), self._clock, settings, stack
            )
            self._count += 1
            sample = _Sample(self._clock, f"sample-{self._count}")
            pieces = await stack.enter_async_context(aclosing(voice.speak(Pronunciation(settings).speak(text) or text)))
            async with aclosing(sample.stream(pieces)) as sounds:
                if self._output.sounds:
                    await self._output.play(sounds, sample.note_heard)
                else:
                    await anext(sounds, None)
            if sample.trouble:
                raise sample.trouble
            why = self._output.why if sample.made_s is not None else "it makes no sound"
            return SampleResult(made_s=sample.made_s, heard_after_s=sample.heard_after_s, why=why)


class _Sample:
    """One sample on its way."""

    def __init__(self, clock: Clock, name: str) -> None:
        self._clock, self._name = clock, name
        self._asked_s = clock.now()
        self._loudness = LoudnessScale()
        self._loudness.begin()
        self.made_s: float | None = None
        self.heard_after_s: float | None = None
        self.trouble: ServiceError | None = None

    def note_heard(self) -> None:
        self.heard_after_s = self._clock.now() - self._asked_s

    async def stream(self, pieces: AsyncGenerator[Utterance]) -> AsyncGenerator[tuple[Sound, bytes]]:
        """Yield what a player takes; what the voice failed at is kept, and ends the sound."""
        try:
            async for piece in pieces:
                if self.made_s is None:
                    self.made_s = self._clock.now() - self._asked_s
                yield self._announce(piece), piece.pcm
        except ServiceError as error:
            self.trouble = error

    def _announce(self, piece: Utterance) -> Sound:
        return Sound(
            id=self._name,
            turn=0,
            rate=piece.rate,
            channels=piece.channels,
            bytes=len(piece.pcm),
            envelope=self._loudness.measure(piece, whole=piece.last),
            last=piece.last,
            duck=_DUCK,
        )
