"""Our own voice as it sounds: how loud it is at any instant, told by the events of speech."""

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from performer import events
from performer.events import Published
from performer.messages import ENVELOPE_STEP_MS

SILENT_DB: Final = -100.0
STEP_S: Final = ENVELOPE_STEP_MS / 1000
HEARD: Final = (
    events.SpeechStarted,
    events.SpeechGrew,
    events.SpeechHeld,
    events.SpeechResumed,
    events.SpeechEnded,
)
"""The events that tell of it."""
_KEPT_S: Final = 30.0


@dataclass
class _Stretch:
    """Sound without a break, from an instant on."""

    begin_s: float
    levels_db: list[float]

    @property
    def end_s(self) -> float:
        return self.begin_s + len(self.levels_db) * STEP_S


@dataclass
class _Sentence:
    """All that is known of the sentence that sounds."""

    name: str
    levels_db: list[float] = field(default_factory=list)


class OwnVoice:
    """Remembers half a minute of what we have sounded, and knows what is about to sound."""

    def __init__(self) -> None:
        self._stretches: deque[_Stretch] = deque()
        self._sentence = _Sentence("")

    def take(self, published: Published) -> None:
        """Take in an event of speech."""
        at_s = published.t
        match published.event:
            case events.SpeechStarted(sentence=name, envelope=envelope):
                self._sentence = _Sentence(name, _decibels(envelope))
                self._sound_from(at_s, 0)
            case events.SpeechGrew(sentence=name, envelope=envelope) if name == self._sentence.name:
                grown = _decibels(envelope)
                self._sentence.levels_db += grown
                self._grow(grown, at_s)
            case events.SpeechHeld(sentence=name) if name == self._sentence.name:
                self._silence_from(at_s)
            case events.SpeechResumed(sentence=name, from_s=from_s) if name == self._sentence.name:
                self._sound_from(at_s, round(from_s / STEP_S))
            case events.SpeechEnded(sentence=name) if name == self._sentence.name:
                self._silence_from(at_s)
                self._sentence = _Sentence("")

    def level_db(self, at_s: float) -> float:
        """Tell how loud it is, below its loudest, at an instant; -100 while it is silent."""
        return self.loudest_db(at_s, at_s)

    def loudest_db(self, from_s: float, to_s: float) -> float:
        """Tell how loud it gets between two instants."""
        found = SILENT_DB
        for stretch in reversed(self._stretches):
            if stretch.end_s <= from_s:
                break
            first = max(0, math.floor((from_s - stretch.begin_s) / STEP_S))
            last = math.floor((to_s - stretch.begin_s) / STEP_S)
            if last >= 0:
                found = max(found, max(stretch.levels_db[first : last + 1], default=SILENT_DB))
        return found

    def faded_db(self, from_s: float, to_s: float, tail_s: float, fades_db_per_s: float) -> float:
        """Tell how loud it is between two instants, with what a room that fades so fast still gives of before."""
        found = self.loudest_db(from_s, to_s)
        for step in range(1, round(tail_s / STEP_S) + 1):
            after_s = step * STEP_S
            found = max(found, self.level_db(from_s - after_s) - fades_db_per_s * after_s)
        return found

    def _sound_from(self, at_s: float, place: int) -> None:
        self._stretches.append(_Stretch(at_s, self._sentence.levels_db[place:]))
        while self._stretches[0].end_s < at_s - _KEPT_S:
            self._stretches.popleft()

    def _grow(self, grown: Sequence[float], at_s: float) -> None:
        """What is made after a sentence's sound has run out sounds when it comes."""
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


def _decibels(envelope: Sequence[float]) -> list[float]:
    return [20 * math.log10(each) if each > 1e-5 else SILENT_DB for each in envelope]
