"""Utterances: the stretches of sound in which somebody speaks, with a little before and after them."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from sfx.microphone.samples import RATE, SLICE_S

_SPEECH: Final = 0.5
_BEFORE_S: Final = 0.3
"""Sound before the first slice of speech: the first consonant is quiet."""
_AFTER: Final = round(0.2 / SLICE_S)
"""Slices of sound after the last one."""
_LONGEST_S: Final = 15.0
_LEAST_S: Final = 0.16
"""Speech in an utterance; a cough or a key has less."""


@dataclass(frozen=True, kw_only=True)
class Spoken:
    """The sound of an utterance, and when it was made, in seconds of this process's monotonic clock."""

    pcm: bytes
    began_s: float
    """When the first slice of speech began."""
    ended_s: float
    """When the last one ended."""
    speech: float
    """The share of the sound that is speech."""

    @property
    def speech_s(self) -> float:
        """The seconds of it that are speech."""
        return self.speech * len(self.pcm) / 2 / RATE


@dataclass(frozen=True)
class _Slice:
    pcm: bytes
    end_s: float
    is_speech: bool


class UtteranceCutter:
    """Cuts utterances out of slices, and hands each over when it has ended, or has become too long.

    Nothing is kept of a slice that belongs to no utterance once `_BEFORE_S` of others have come.

    Args:
        hand_over: is called with each utterance.
        foresee: is called in the pause with the utterance that it will be, unless somebody speaks on.
        pause_s: the silence that ends one; shorter ones belong to it.
    """

    def __init__(
        self,
        hand_over: Callable[[Spoken], None],
        *,
        foresee: Callable[[Spoken], None] = lambda _: None,
        pause_s: float = 0.5,
        longest_s: float = _LONGEST_S,
    ) -> None:
        self._hand_over, self._foresee = hand_over, foresee
        self._pause = max(1, round(pause_s / SLICE_S))
        self._longest = round(longest_s / SLICE_S)
        self._before: deque[_Slice] = deque(maxlen=round(_BEFORE_S / SLICE_S))
        self._slices: list[_Slice] = []
        """The utterance so far, from before its first slice of speech; empty while nobody speaks."""
        self._quiet = 0
        """Slices without speech at its end."""

    def take(self, pcm: bytes, speech: float, end_s: float) -> None:
        """Add a slice, with its probability of speech and the instant at which it ended."""
        newest = _Slice(pcm, end_s, speech >= _SPEECH)
        if not self._slices and not newest.is_speech:
            self._before.append(newest)
            return
        if not self._slices:
            self._slices = list(self._before)
            self._before.clear()
        self._slices.append(newest)
        self._quiet = 0 if newest.is_speech else self._quiet + 1
        if self._quiet >= self._pause or len(self._slices) >= self._longest:
            self.end()
        elif self._quiet == _AFTER and (spoken := self._make_spoken()):
            self._foresee(spoken)

    def end(self) -> None:
        """End the utterance that is on, if there is one, and hand it over if enough of it is speech."""
        spoken = self._make_spoken()
        self._before.extend(self._slices[len(self._slices) - self._quiet :])
        self._slices, self._quiet = [], 0
        if spoken:
            self._hand_over(spoken)

    def _make_spoken(self) -> Spoken | None:
        """Make the utterance that is on, as if it had ended; None when too little of it is speech."""
        kept = self._slices[: len(self._slices) - max(0, self._quiet - _AFTER)]
        spoken = [each for each in kept if each.is_speech]
        if len(spoken) * SLICE_S < _LEAST_S:
            return None
        return Spoken(
            pcm=b"".join(each.pcm for each in kept),
            began_s=spoken[0].end_s - SLICE_S,
            ended_s=spoken[-1].end_s,
            speech=round(len(spoken) / len(kept), 3),
        )
