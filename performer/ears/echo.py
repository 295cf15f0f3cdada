"""The echo: how much of what the microphone hears may be our own voice through the speakers.

It compares levels alone. While we sound, the microphone hears at least our echo, so that the quietest of what it hears
while we are loud bounds how loud the echo is, whoever else speaks meanwhile; with headphones that bound is the noise of
the room. How late the echo comes is found by correlation, and narrows the stretch of our voice that may explain a
moment. Until something is known of it, whatever is heard while we sound may be us, and does not count.
"""

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from performer.ears.own_voice import SILENT_DB, OwnVoice
from performer.ears.slices import SLICE_S, SPEECH, Slice

LATEST_S: Final = 0.4
"""The longest way from our saying that a sound begins to its echo in the microphone."""
_TAIL_S: Final = 0.4
"""How long a room goes on sounding, as far as it matters."""
_FADES_DB_PER_S: Final = 80.0
"""How fast it falls silent: a living room takes 0.5 s for 60 dB, a bare one longer."""
_UNSURE_S: Final = 0.04
"""By how much the lag may be wrong."""
_LAG_STEP_S: Final = 0.02
_LOUD_DB: Final = -12.0
"""Of our voice, below its loudest: where its echo must show."""
_ENOUGH: Final = 8
"""So many loud slices tell a bound."""
_ENOUGH_FOR_LAG: Final = 40
_WINDOW: Final = 190
"""Slices of our voice that are remembered: 6 s."""
_LOW: Final = 0.2
"""The share of slices that may be below the bound: dropouts, and envelopes that are a little off."""
_NOISE: Final = 0.05
"""The share of slices that lie in the gaps between our words."""
_ALIKE: Final = 0.5
"""From this correlation the lag is believed."""
_GONE_S: Final = 5.0
"""After so long without a slice it may be another microphone, or stand elsewhere."""
_QUIETEST_DB: Final = -70.0
"""Below this a microphone hears nothing, and levels mean nothing."""


@dataclass(frozen=True, kw_only=True)
class Coupling:
    """What is known of the way from our mouth to the microphone."""

    gain_db: float
    """How loud the echo of our loudest is in the microphone, below full scale."""
    noise_db: float
    """How loud the room is when we are not."""
    lag_s: float | None = None
    """How late it comes; None while only its latest is known."""


class Whose(Enum):
    """Whose speech a slice is."""

    NOBODYS = "nobody's"
    STREAMERS = "the streamer's"
    LOUDER = "louder than our echo"
    """Ours sounds too, or may still sound; this is more than it explains."""
    OURS = "maybe ours"
    """Our own voice explains it; the streamer may speak as well, unheard."""


class Echo:
    """Learns the coupling from slice to slice, and tells whose speech a slice is.

    Args:
        own: What we sound.
        margin_db: By how much a slice must be louder than the echo to be somebody else's.
    """

    def __init__(self, own: OwnVoice, *, margin_db: float) -> None:
        self._own = own
        self._margin_db = margin_db
        self._recent: deque[Slice] = deque(maxlen=_WINDOW)
        self._fresh = 0
        self._last_s = 0.0
        self.coupling: Coupling | None = None

    def judge(self, heard: Slice) -> Whose:
        """Take in a slice, and tell whose speech it is."""
        if heard.at_s - self._last_s > _GONE_S:
            self.forget()
        self._last_s = heard.at_s
        if self._own.loudest_db(heard.at_s - LATEST_S - _TAIL_S, heard.at_s) <= SILENT_DB:
            return Whose.STREAMERS if heard.speech >= SPEECH else Whose.NOBODYS
        if heard.speech >= SPEECH and heard.level_db >= self._explained_db(heard) + self._margin_db:
            return Whose.LOUDER  # and nothing to learn from
        self._learn(heard)
        return Whose.OURS if heard.speech >= SPEECH else Whose.NOBODYS

    def forget(self) -> None:
        """Begin anew: what was taken for somebody else was our own voice, or the microphone is another."""
        self._recent.clear()
        self._fresh = 0
        self.coupling = None

    def _explained_db(self, heard: Slice) -> float:
        """Tell how loud a slice may be by our own doing; while nothing is known, as loud as can be."""
        if self.coupling is None:
            return math.inf
        middle_s = heard.at_s - SLICE_S / 2
        lag_s = self.coupling.lag_s
        if lag_s is None:
            own_db = self._own.faded_db(middle_s - LATEST_S, heard.at_s, _TAIL_S, _FADES_DB_PER_S)
        else:
            sure_s = middle_s - lag_s
            own_db = self._own.faded_db(sure_s - _UNSURE_S, sure_s + _UNSURE_S, _TAIL_S, _FADES_DB_PER_S)
        return max(own_db + self.coupling.gain_db, self.coupling.noise_db)

    def _learn(self, heard: Slice) -> None:
        self._recent.append(heard)
        self._fresh += 1
        if self._fresh >= (_ENOUGH if self.coupling is None else _ENOUGH_FOR_LAG):
            self._fresh = 0
            self.coupling = self._estimated() or self.coupling

    def _estimated(self) -> Coupling | None:
        lag_s = self._lag_s()
        if lag_s is None:
            lag_s = self.coupling.lag_s if self.coupling else None
        ratios = sorted(self._ratios(lag_s))
        if len(ratios) < _ENOUGH:
            return None
        levels = sorted(each.level_db for each in self._recent)
        return Coupling(
            gain_db=ratios[int(_LOW * len(ratios))], noise_db=levels[int(_NOISE * len(levels))], lag_s=lag_s
        )

    def _ratios(self, lag_s: float | None) -> list[float]:
        """Tell for each loud moment of ours, whose echo must have come, how much quieter the microphone was."""
        slices = list(self._recent)
        if lag_s is not None:
            return [
                each.level_db - own_db for each in slices if (own_db := self._middle_db(each.at_s - lag_s)) >= _LOUD_DB
            ]
        window = math.ceil(LATEST_S / SLICE_S)
        return [
            max(each.level_db for each in later) - own_db
            for place in range(len(slices) - window)
            if (own_db := self._middle_db(slices[place].at_s)) >= _LOUD_DB
            and _is_unbroken(later := slices[place : place + window])
        ]

    def _lag_s(self) -> float | None:
        """Find the lag at which our voice and the microphone's level are most alike."""
        slices = [each for each in self._recent if each.level_db > _QUIETEST_DB]
        if len(slices) < _ENOUGH_FOR_LAG:
            return None
        levels = [each.level_db for each in slices]
        best, best_s = _ALIKE, None
        for step in range(round(LATEST_S / _LAG_STEP_S) + 1):
            lag_s = step * _LAG_STEP_S
            own = [max(self._middle_db(each.at_s - lag_s), -40.0) for each in slices]
            alike = correlation(own, levels)
            if alike > best:
                best, best_s = alike, lag_s
        return best_s

    def _middle_db(self, end_s: float) -> float:
        """Tell how loud we were in the middle of a slice that ended at an instant."""
        return self._own.level_db(end_s - SLICE_S / 2)


def correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Tell how alike two rows of numbers are, from -1 to 1; 0 when one of them does not change."""
    count = len(first)
    mean_first, mean_second = sum(first) / count, sum(second) / count
    parts = [(a - mean_first, b - mean_second) for a, b in zip(first, second, strict=True)]
    spread = math.sqrt(sum(a * a for a, _ in parts) * sum(b * b for _, b in parts))
    return sum(a * b for a, b in parts) / spread if spread > 1e-9 else 0.0


def _is_unbroken(slices: Sequence[Slice]) -> bool:
    return slices[-1].at_s - slices[0].at_s <= len(slices) * SLICE_S
