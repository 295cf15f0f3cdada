"""How loud speech is, every 20 ms: what a mouth follows while it speaks."""

import math
from array import array

from performer.messages import ENVELOPE_STEP_MS
from performer.voices.voice import Utterance

_PLAIN_SPEECH = 2_500.0
"""The loudest step of ordinary speech, as root mean square: what is reckoned with until something has been heard."""
_SKIPPED = 4
"""Every fourth sample tells loudness well enough, in a quarter of the time."""


class Loudness:
    """Scales the envelopes of a voice so that its loudest step is about 1, whether a sentence comes whole or in pieces.

    The first pieces of a streamed sentence are measured by the sentence before: how loud it will become is not known.
    """

    def __init__(self) -> None:
        self._expected = _PLAIN_SPEECH
        self._loudest = 0.0

    def begin(self) -> None:
        """Begin a sentence."""
        if self._loudest:
            self._expected = self._loudest
        self._loudest = 0.0

    def envelope(self, piece: Utterance, *, whole: bool) -> tuple[float, ...]:
        """Tell a piece's loudness from 0 to 1, a value every 20 ms; a whole sentence is measured by itself alone."""
        steps = _steps(piece)
        self._loudest = max(self._loudest, *steps) if steps else self._loudest
        full = self._loudest if whole else max(self._loudest, self._expected)
        return tuple(round(each / (full or 1.0), 2) for each in steps)


def _steps(piece: Utterance) -> list[float]:
    step = piece.rate * ENVELOPE_STEP_MS // 1000 * piece.channels
    samples = array("h", piece.pcm)
    return [_rms(samples[start : start + step : _SKIPPED]) for start in range(0, len(samples), step)]


def _rms(samples: "array[int]") -> float:
    return math.sqrt(sum(each * each for each in samples) / len(samples))
