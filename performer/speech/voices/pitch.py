"""A change of pitch for voices that have none of their own: the sound is played quicker, or slower.

The voice speaks so much slower, or quicker, that the line takes the same time.
"""

import audioop
from collections.abc import Sequence

from performer.core.audio import MouthShape, WordTime

_SAMPLE_BYTES = 2


class PitchShift:
    """The change of one line's pitch.

    `factor` is how much higher it becomes, and how much longer the voice must take for it.
    """

    def __init__(self, pitch: float) -> None:
        self.factor = 1 + pitch
        self._state: tuple[int, tuple[tuple[int, int], ...]] | None = None

    def shift(self, pcm: bytes, rate: int) -> bytes:
        """Return the next piece of the line, signed 16-bit PCM in mono, at its new pitch."""
        if self.factor == 1:
            return pcm
        quicker = round(rate * self.factor)
        shifted, self._state = audioop.ratecv(pcm, _SAMPLE_BYTES, 1, quicker, rate, self._state)
        return shifted

    def time_words(self, words: Sequence[WordTime]) -> tuple[WordTime, ...]:
        """Return when words are heard by then."""
        factor = self.factor
        return tuple(WordTime(each.begin, each.end, each.begin_s / factor, each.end_s / factor) for each in words)

    def time_mouth(self, mouth: Sequence[MouthShape]) -> tuple[MouthShape, ...]:
        """Return how the mouth stands by then."""
        return tuple(MouthShape(each.at_s / self.factor, each.shape) for each in mouth)
