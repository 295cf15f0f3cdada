"""The streamer's talk, as far as it matters who has the floor: how long it has gone on, and when it is over."""

from dataclasses import dataclass
from typing import Final

from performer.ears.slices import SLICE_S

SHORT_S: Final = 0.6
"""Speech that is over sooner (a yes, a cough, a laugh) is not talk: it does not take our line away."""
AFTER_SHORT_S: Final = 0.3
"""How long it must be silent after so short a burst."""
AFTER_TALK_S: Final = 0.7
"""How long it must be silent after talk: people pause for less than that in the middle of what they say."""
_JOIN_S: Final = 0.3
"""Speech after a shorter silence still belongs to the same burst: people stop for breath, and detectors lose a word."""
_DENSE: Final = 0.6
"""Of a burst this much must be speech: a row of clicks is none."""
_CLEAR: Final = 0.35
"""And this much must be speech that is nobody else's."""
_SURE: Final = 0.75
"""The mean probability of speech that leaves no doubt."""


@dataclass
class Burst:
    """Speech without a longer silence in it."""

    begin_s: float
    end_s: float
    spoken_s: float = 0.0
    probability_s: float = 0.0
    masked_s: float = 0.0
    """What of it lay under our own voice, and may be speech or not."""

    @property
    def is_dense(self) -> bool:
        """Whether most of it is speech, as far as it can be heard."""
        length_s = self.end_s - self.begin_s
        return self.spoken_s >= max(_DENSE * (length_s - self.masked_s), _CLEAR * length_s)

    @property
    def is_sure(self) -> bool:
        """Whether the detector has little doubt about it."""
        return self.probability_s >= _SURE * self.spoken_s

    def lasts(self, seconds: float) -> bool:
        """Tell whether it has been speech for so long."""
        return self.is_dense and self.end_s - self.begin_s >= seconds - SLICE_S / 2


class Talk:
    """Follows one voice; it is asked at instants, and told of speech alone, for silence is what is not told."""

    def __init__(self) -> None:
        self.burst: Burst | None = None
        """The newest one, over or not."""
        self._is_talk = False
        self._free_s = 0.0
        self._masked_s = 0.0
        """What has been drowned since the burst's newest slice; part of it if it goes on."""

    @property
    def free_s(self) -> float:
        """The instant from which the floor is free again, if nothing more is said."""
        return self._free_s

    def lasts(self, seconds: float) -> bool:
        """Tell whether the newest burst has been speech for so long."""
        return self.burst is not None and self.burst.lasts(seconds)

    def speech(self, at_s: float, probability: float) -> None:
        """Take in a slice of speech that ended at an instant."""
        begin_s = at_s - SLICE_S
        if begin_s > self._free_s:
            self._is_talk = False
        burst = self.burst
        if burst is None or begin_s - burst.end_s > _JOIN_S:
            burst = self.burst = Burst(begin_s, at_s)
        else:
            burst.masked_s += self._masked_s
        self._masked_s = 0.0
        burst.end_s = max(burst.end_s, at_s)
        burst.spoken_s += SLICE_S
        burst.probability_s += SLICE_S * probability
        self._is_talk = self._is_talk or burst.lasts(SHORT_S)
        self._free_s = burst.end_s + (AFTER_TALK_S if self._is_talk else AFTER_SHORT_S)

    def masked(self, at_s: float) -> None:
        """Take in a slice that our own voice drowned."""
        if self.burst is not None and at_s - self.burst.end_s <= _JOIN_S:
            self._masked_s += SLICE_S

    def forget(self) -> None:
        """Take back whatever was heard: it was nobody, or nobody listens any more."""
        self.burst = None
        self._is_talk = False
        self._free_s = 0.0
