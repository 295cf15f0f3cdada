"""The voice port: one sentence in, its sound out, piece by piece. The silent voice is its simplest implementation."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from typing import Protocol

SAMPLE_BYTES = 2


@dataclass(frozen=True, kw_only=True)
class Utterance:
    """A piece of a sentence's sound, maybe all of it: whole frames of signed 16-bit little-endian PCM."""

    pcm: bytes = field(repr=False)
    rate: int
    """Samples a second."""
    channels: int = 1
    last: bool = False
    """True when it is known that nothing follows; without it, the end of the pieces is the end."""

    @property
    def duration_s(self) -> float:
        """The seconds that the piece takes to play."""
        return len(self.pcm) / (SAMPLE_BYTES * self.channels * self.rate)


class Voice(Protocol):
    """An engine that turns text into sound.

    Raises:
        ServiceError: when the engine is missing, fails or hangs; while the pieces are asked for, even after some came.
    """

    @property
    def name(self) -> str:
        """The voice's name for the start-up table: `espeak en-gb`."""
        ...

    def speak(self, text: str) -> AsyncGenerator[Utterance]:
        """Synthesise one sentence; no piece means that nothing is to be heard.

        The pieces are of one rate and number of channels, and 200 ms or longer but for the last. Cancelling the wait
        for a piece, or `aclose()`, ends the engine at once.
        """
        ...


class SilentVoice:
    """The voice without a sound: captions come and go at a speaker's pace, and nothing is heard."""

    name = "silent"

    async def speak(self, text: str) -> AsyncGenerator[Utterance]:  # noqa: ARG002  the port's signature
        """Make no sound."""
        nothing: tuple[Utterance, ...] = ()
        for piece in nothing:
            yield piece
