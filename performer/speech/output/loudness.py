"""How loud speech is, every 20 ms, and which words of a line were heard by then."""

import math
import re
from array import array
from collections.abc import Sequence
from typing import Final

from performer.core.audio import ENVELOPE_STEP_MS
from performer.speech.voices.voice import Utterance

_LOUD: Final = 0.1
"""Of the loudest step: what is quieter is a pause, in which no word is said."""
_UNSPACED: Final = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
"""Scripts that put no space between words: there each sign stands for itself."""
_WORD: Final = re.compile(rf"[{_UNSPACED}]|[^\s{_UNSPACED}]+")


def find_heard_words(text: str, heard_s: float, duration_s: float, envelope: Sequence[float] = ()) -> str:
    """Return the words of a text that were heard after `heard_s` of `duration_s` of its sound; maybe none.

    The characters are taken to be said at an even pace. `envelope` is the loudness of all of the sound, every 20 ms, so
    that pauses do not count; it is empty when it is not known.
    """
    reached = compute_share_said(heard_s, duration_s, envelope) * len(text)
    ends = [word.end() for word in _WORD.finditer(text) if word.end() <= reached]
    return text[: ends[-1]].strip() if ends else ""


def compute_share_said(heard_s: float, duration_s: float, envelope: Sequence[float] = ()) -> float:
    """Return the share of a text that was said by then, from 0 to 1."""
    loud = [each > _LOUD for each in envelope]
    if any(loud):
        return sum(loud[: round(heard_s * 1000 / ENVELOPE_STEP_MS)]) / sum(loud)
    return min(max(heard_s / duration_s, 0.0), 1.0) if duration_s > 0 else 0.0


_PLAIN_SPEECH = 2_500.0
"""The loudest step of ordinary speech, as root mean square: what is reckoned with until something has been heard."""
_SKIPPED = 4
"""Every fourth sample tells loudness well enough, in a quarter of the time."""


class LoudnessScale:
    """The scale of a voice's envelopes, by which its loudest step is about 1.

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

    def measure(self, piece: Utterance, *, whole: bool) -> tuple[float, ...]:
        """Return a piece's loudness every 20 ms, from 0 to 1; a whole sentence is measured by itself alone."""
        steps = _measure_steps(piece)
        self._loudest = max(self._loudest, *steps) if steps else self._loudest
        full = self._loudest if whole else max(self._loudest, self._expected)
        return tuple(round(each / (full or 1.0), 2) for each in steps)


def _measure_steps(piece: Utterance) -> list[float]:
    step = piece.rate * ENVELOPE_STEP_MS // 1000 * piece.channels
    samples = array("h", piece.pcm)
    parts = (samples[start : start + step : _SKIPPED] for start in range(0, len(samples), step))
    return [math.sqrt(sum(each * each for each in part) / len(part)) for part in parts]
