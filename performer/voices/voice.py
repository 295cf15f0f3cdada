"""The voice port: one sentence in, its sound out."""

import math
from array import array
from dataclasses import dataclass, field
from typing import Protocol

from performer.messages import ENVELOPE_STEP_MS


@dataclass(frozen=True, kw_only=True)
class Utterance:
    """One sentence's sound, whole: signed 16-bit little-endian PCM."""

    pcm: bytes = field(repr=False)
    rate: int
    """Samples a second."""
    channels: int = 1

    @property
    def duration_s(self) -> float:
        """Tell how long it takes to play."""
        return len(self.pcm) / (2 * self.channels * self.rate)

    def envelope(self) -> tuple[float, ...]:
        """Tell its loudness every 20 ms: root mean square, scaled so that the loudest step is 1."""
        step = self.rate * ENVELOPE_STEP_MS // 1000 * self.channels
        samples = array("h", self.pcm[: len(self.pcm) // 2 * 2])
        # Every fourth sample tells loudness well enough, in a quarter of the time.
        loudness = [_rms(samples[start : start + step : 4]) for start in range(0, len(samples), step)]
        loudest = max(loudness, default=0.0) or 1.0
        return tuple(round(each / loudest, 2) for each in loudness)


class Voice(Protocol):
    """An engine that turns text into sound.

    Raises:
        ServiceError: when the engine is missing, fails or hangs; the sentence then passes in paced silence.
    """

    name: str
    """For the start-up table: `espeak en-gb`."""

    async def speak(self, text: str) -> Utterance | None:
        """Synthesise one sentence; None when the voice makes no sound. Cancelling ends the engine at once."""
        ...


def _rms(samples: "array[int]") -> float:
    return math.sqrt(sum(each * each for each in samples) / len(samples))
