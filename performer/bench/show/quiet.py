"""Quiet speech: a voice and a mouth that take the time of real ones and make no sound."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from dataclasses import dataclass
from typing import Final

import anyio

from performer.clock import Clock
from performer.messages import Sound
from performer.voices import Utterance
from performer.voices.line import estimate_s

_RATE: Final = 1000
"""Samples a second, of silence: enough for one value of the envelope every 20 ms."""
_MAKING_S: Final = 0.06
"""What a sentence takes to be made; espeak's median on two cores."""


class QuietVoice:
    """Makes silence as long as the words would take."""

    name = "quiet"

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    async def speak(self, text: str) -> AsyncGenerator[Utterance]:
        """Make a whole sentence at once, after the time that making it takes."""
        await self._clock.sleep(_MAKING_S)
        yield Utterance(pcm=bytes(2 * round(_RATE * estimate_s(text))), rate=_RATE, last=True)


@dataclass(frozen=True, kw_only=True)
class Passed:
    """What became of a sentence."""

    heard_s: float


class QuietMouth:
    """Lets a sentence's time pass; it can be hushed like any other."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._hushed = anyio.Event()

    async def play(self, pieces: AsyncIterator[tuple[Sound, bytes]], on_started: Callable[[], None]) -> Passed:
        """Return when all pieces have had their time, or at a hush."""
        hushed = self._hushed
        begun_s: float | None = None
        ends_s = self._clock.now()
        async for sound, _ in pieces:
            if begun_s is None:
                begun_s = self._clock.now()
                on_started()
            ends_s = max(ends_s, self._clock.now()) + sound.duration_s
            if sound.last:
                break
        if begun_s is None:
            return Passed(heard_s=0.0)
        with self._clock.move_on_after(ends_s - self._clock.now()):
            await hushed.wait()
        return Passed(heard_s=self._clock.now() - begun_s)

    def wake(self) -> None:
        """Be ready, which it always is."""

    async def hush(self, *, speech_only: bool = False) -> None:  # noqa: ARG002  speech is all there is
        """End what passes."""
        self._hushed.set()
        self._hushed = anyio.Event()
