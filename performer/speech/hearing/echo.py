"""The echo of our own voice: how much of what the microphone hears may come from our loudspeakers.

The detector compares levels alone. While we sound, the microphone hears at least our echo, so that the quietest of what
it hears while we are loud bounds how loud the echo is, whoever else speaks meanwhile; with headphones that bound is the
noise of the room. How late the echo comes is found by correlation, and narrows the stretch of our voice that may
explain a moment. Until something is known of the echo, whatever is heard while we sound may be us, and does not count.
"""

import math
from collections import deque
from collections.abc import Sequence
from enum import Enum
from typing import Final

from performer.core import events
from performer.core.audio import ENVELOPE_STEP_MS
from performer.core.events.stream import PublishedEvent
from performer.core.values import dataclass
from performer.speech.hearing.samples import SLICE_S, SPEECH, SpeechSlice

SILENT_DB: Final = -100.0
STEP_S: Final = ENVELOPE_STEP_MS / 1000
HEARD: Final = (events.SpeechStarted, events.SpeechGrew, events.SpeechHeld, events.SpeechResumed, events.SpeechEnded)
"""The events that tell of it."""
_KEPT_S: Final = 30.0


@dataclass
class _Stretch:
    """A stretch of sound without a break."""

    begin_s: float
    levels_db: list[float]

    @property
    def end_s(self) -> float:
        return self.begin_s + len(self.levels_db) * STEP_S


class OwnVoiceMemory:
    """The levels of the last half minute of our voice, and of the sound that is about to come."""

    def __init__(self) -> None:
        self._stretches: deque[_Stretch] = deque()
        self._sentence = ""
        self._levels_db: list[float] = []
        """The levels of the sentence that sounds."""

    def take(self, published: PublishedEvent) -> None:
        """Note an event of speech."""
        at_s = published.t
        match published.event:
            case events.SpeechStarted(sentence=name, envelope=envelope):
                self._sentence, self._levels_db = name, _convert_to_db(envelope)
                self._sound_from(at_s, 0)
            case events.SpeechGrew(sentence=self._sentence, envelope=envelope):
                grown = _convert_to_db(envelope)
                self._levels_db += grown
                self._grow(grown, at_s)
            case events.SpeechHeld(sentence=self._sentence):
                self._silence_from(at_s)
            case events.SpeechResumed(sentence=self._sentence, from_s=from_s):
                self._sound_from(at_s, round(from_s / STEP_S))
            case events.SpeechEnded(sentence=self._sentence):
                self._silence_from(at_s)
                self._sentence, self._levels_db = "", []

    def soften(self, from_s: float, by_db: float) -> None:
        """Note that what sounds is softer from an instant on by so many dB, or louder by less than none."""
        if self._stretches:
            stretch = self._stretches[-1]
            first = max(0, math.ceil((from_s - stretch.begin_s) / STEP_S))
            rest = stretch.levels_db[first:]
            stretch.levels_db[first:] = [each - by_db if each > SILENT_DB else each for each in rest]

    def find_level_db(self, at_s: float) -> float:
        """Return the level of our voice at an instant, below its loudest; -100 while it is silent."""
        return self.find_loudest_db(at_s, at_s)

    def find_loudest_db(self, from_s: float, to_s: float) -> float:
        """Return the highest level of our voice between two instants."""
        found = SILENT_DB
        for stretch in reversed(self._stretches):
            if stretch.end_s <= from_s:
                break
            first = max(0, math.floor((from_s - stretch.begin_s) / STEP_S))
            last = math.floor((to_s - stretch.begin_s) / STEP_S)
            if last >= 0:
                found = max(found, max(stretch.levels_db[first : last + 1], default=SILENT_DB))
        return found

    def compute_faded_db(self, from_s: float, to_s: float, tail_s: float, fades_db_per_s: float) -> float:
        """Return the highest level between two instants, with what the room still gives of the sound before."""
        found = self.find_loudest_db(from_s, to_s)
        for step in range(1, round(tail_s / STEP_S) + 1):
            after_s = step * STEP_S
            found = max(found, self.find_level_db(from_s - after_s) - fades_db_per_s * after_s)
        return found

    def _sound_from(self, at_s: float, place: int) -> None:
        self._stretches.append(_Stretch(at_s, self._levels_db[place:]))
        while self._stretches[0].end_s < at_s - _KEPT_S:
            self._stretches.popleft()

    def _grow(self, grown: Sequence[float], at_s: float) -> None:
        """Append sound to the newest stretch; what is made after that has run out sounds when it comes."""
        if not self._stretches:
            return
        stretch = self._stretches[-1]
        if stretch.end_s >= at_s - STEP_S:
            stretch.levels_db += grown
        else:
            self._stretches.append(_Stretch(at_s, list(grown)))

    def _silence_from(self, at_s: float) -> None:
        if self._stretches:
            stretch = self._stretches[-1]
            del stretch.levels_db[max(0, math.ceil((at_s - stretch.begin_s) / STEP_S)) :]


def _convert_to_db(envelope: Sequence[float]) -> list[float]:
    return [20 * math.log10(each) if each > 1e-5 else SILENT_DB for each in envelope]


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
"""Level of our voice, below its loudest, from which on its echo must show."""
_ENOUGH: Final = 8
"""Loud slices that are enough to tell a bound."""
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
class EchoCoupling:
    """The way from our loudspeakers to the microphone, as far as it is known."""

    gain_db: float
    """How loud the echo of our loudest is in the microphone, below full scale."""
    noise_db: float
    """How loud the room is when we are not."""
    lag_s: float | None = None
    """How late it comes; None while only its latest is known."""


class SpeechOwner(Enum):
    """The person whose speech a slice is."""

    NOBODYS = "nobody's"
    STREAMERS = "the streamer's"
    LOUDER = "louder than our echo"
    """Ours sounds too, or may still sound; this is more than it explains."""
    OURS = "maybe ours"
    """Our own voice explains it; the streamer may speak as well, unheard."""


class EchoDetector:
    """The judge of whose speech a slice is; it learns the coupling from slice to slice.

    `margin_db` is by how much a slice must be louder than the echo to be somebody else's.
    """

    def __init__(self, own: OwnVoiceMemory, *, margin_db: float) -> None:
        self._own, self._margin_db = own, margin_db
        self._recent: deque[SpeechSlice] = deque(maxlen=_WINDOW)
        self._fresh = 0
        self._last_s = 0.0
        self.coupling: EchoCoupling | None = None

    def judge(self, heard: SpeechSlice) -> SpeechOwner:
        """Return whose speech a slice is, and learn from the slice."""
        if heard.at_s - self._last_s > _GONE_S:
            self.forget()
        self._last_s = heard.at_s
        if self._own.find_loudest_db(heard.at_s - LATEST_S - _TAIL_S, heard.at_s) <= SILENT_DB:
            return SpeechOwner.STREAMERS if heard.speech >= SPEECH else SpeechOwner.NOBODYS
        if heard.speech >= SPEECH and heard.level_db >= self._estimate_echo_db(heard) + self._margin_db:
            return SpeechOwner.LOUDER  # and nothing to learn from
        self._learn(heard)
        return SpeechOwner.OURS if heard.speech >= SPEECH else SpeechOwner.NOBODYS

    def forget(self) -> None:
        """Begin anew: what was taken for somebody else was our own voice, or the microphone is another."""
        self._recent.clear()
        self._fresh = 0
        self.coupling = None

    def _estimate_echo_db(self, heard: SpeechSlice) -> float:
        """Return how loud our echo may make a slice; infinitely loud while nothing is known."""
        if self.coupling is None:
            return math.inf
        middle_s = heard.at_s - SLICE_S / 2
        lag_s = self.coupling.lag_s
        if lag_s is None:
            own_db = self._own.compute_faded_db(middle_s - LATEST_S, heard.at_s, _TAIL_S, _FADES_DB_PER_S)
        else:
            sure_s = middle_s - lag_s
            own_db = self._own.compute_faded_db(sure_s - _UNSURE_S, sure_s + _UNSURE_S, _TAIL_S, _FADES_DB_PER_S)
        return max(own_db + self.coupling.gain_db, self.coupling.noise_db)

    def _learn(self, heard: SpeechSlice) -> None:
        self._recent.append(heard)
        self._fresh += 1
        if self._fresh >= (_ENOUGH if self.coupling is None else _ENOUGH_FOR_LAG):
            self._fresh = 0
            self.coupling = self._estimated() or self.coupling

    def _estimated(self) -> EchoCoupling | None:
        lag_s = self._find_lag_s()
        if lag_s is None:
            lag_s = self.coupling.lag_s if self.coupling else None
        ratios = sorted(self._list_ratios(lag_s))
        if len(ratios) < _ENOUGH:
            return None
        levels = sorted(each.level_db for each in self._recent)
        return EchoCoupling(
            gain_db=ratios[int(_LOW * len(ratios))], noise_db=levels[int(_NOISE * len(levels))], lag_s=lag_s
        )

    def _list_ratios(self, lag_s: float | None) -> list[float]:
        """Return how much quieter the microphone was at each loud moment of ours whose echo must have come."""
        slices = list(self._recent)
        if lag_s is not None:
            levels = ((each.level_db, self._find_middle_db(each.at_s - lag_s)) for each in slices)
            return [level_db - own_db for level_db, own_db in levels if own_db >= _LOUD_DB]
        window = math.ceil(LATEST_S / SLICE_S)
        return [
            max(each.level_db for each in later) - own_db
            for place in range(len(slices) - window)
            if (own_db := self._find_middle_db(slices[place].at_s)) >= _LOUD_DB
            and (later := slices[place : place + window])[-1].at_s - later[0].at_s <= window * SLICE_S  # without a gap
        ]

    def _find_lag_s(self) -> float | None:
        """Find the lag at which our voice and the microphone's level are most alike."""
        slices = [each for each in self._recent if each.level_db > _QUIETEST_DB]
        if len(slices) < _ENOUGH_FOR_LAG:
            return None
        levels = [each.level_db for each in slices]
        best, best_s = _ALIKE, None
        for step in range(round(LATEST_S / _LAG_STEP_S) + 1):
            lag_s = step * _LAG_STEP_S
            own = [max(self._find_middle_db(each.at_s - lag_s), -40.0) for each in slices]
            alike = correlate(own, levels)
            if alike > best:
                best, best_s = alike, lag_s
        return best_s

    def _find_middle_db(self, end_s: float) -> float:
        """Return the level of our voice in the middle of a slice that ended at an instant."""
        return self._own.find_level_db(end_s - SLICE_S / 2)


def correlate(first: Sequence[float], second: Sequence[float]) -> float:
    """Return how alike two rows of numbers are, from -1 to 1; 0 when one of them does not change."""
    count = len(first)
    mean_first, mean_second = sum(first) / count, sum(second) / count
    parts = [(a - mean_first, b - mean_second) for a, b in zip(first, second, strict=True)]
    spread = math.sqrt(sum(a * a for a, _ in parts) * sum(b * b for _, b in parts))
    return sum(a * b for a, b in parts) / spread if spread > 1e-9 else 0.0
