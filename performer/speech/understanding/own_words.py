"""Our own words, by which their echo is known: a recogniser writes down what comes out of our loudspeakers, too."""

from collections import deque
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from performer.core.events.speech import SpeechEnded, SpeechStarted
from performer.core.events.stream import PublishedEvent
from performer.core.values import dataclass
from performer.speech.understanding.language import ENGLISH, measure_distance, spell_sound, split_plain_words

_KEPT_S: Final = 20.0
"""What ended to sound so long before somebody began to speak does not come back any more."""
_LATE_S: Final = 1.0
"""Up to this time after our voice a word or two are an echo; later anybody may say them."""
_MOST_LINES: Final = 40
_FEW: Final = 2
"""Words that anybody may say."""
_LIKE: Final = 0.3
"""Up to this distance two words sound alike, the way recognisers misunderstand them."""
_LEAST_COST: Final = 0.5
"""What a sound that is missing adds to a distance at least, before it is divided by the longer word's sounds."""
_SHARE: Final = 0.7
"""From this share of our words on an utterance is ours."""
_PART: Final = 3
"""Words at the beginning that are surely ours."""


@dataclass
class _OwnLine:
    began_s: float
    ended_s: float
    words: tuple[str, ...]


class OwnEcho:
    """The words of our lines of the last while."""

    def __init__(self) -> None:
        self._lines: deque[_OwnLine] = deque(maxlen=_MOST_LINES)
        self._sounding: dict[str, _OwnLine] = {}

    def take(self, published: PublishedEvent) -> None:
        """Note an event of speech; any other changes nothing."""
        match published.event:
            case SpeechStarted(sentence=name, text=text, duration_s=duration_s):
                line = _OwnLine(published.t, published.t + duration_s, tuple(split_plain_words(text)))
                self._sounding = {name: line}
                self._lines.append(line)
            case SpeechEnded(sentence=name) if name in self._sounding:
                self._sounding.pop(name).ended_s = published.t
            case _:
                pass

    def leave_out(self, text: str, *, began_s: float, ended_s: float) -> str:
        """Return what of an utterance is not our own voice; empty when nothing worth an answer is left.

        Words of ours at its beginning are left out when somebody spoke on; said by somebody else later they stay. Lines
        that sound meanwhile may be heard as one; of those that are over each counts for itself.
        """
        near = [each for each in self._lines if each.ended_s >= began_s - _KEPT_S and each.began_s <= ended_s]
        words = split_plain_words(text)
        if not near or not words:
            return text
        sounding = [word for each in near if each.ended_s >= began_s - _LATE_S for word in each.words]
        is_ours = _match(words, sounding)
        over = [each.words for each in near if each.ended_s < began_s - _LATE_S] if len(words) > _FEW else []
        if any(sum(found) >= _SHARE * len(words) for found in (is_ours, *(_match(words, each) for each in over))):
            return ""
        first = _find_end_of_ours(is_ours)
        return _drop_words(text, first) if sum(is_ours[:first]) >= _PART else text


def _match(heard: Sequence[str], own: Sequence[str]) -> list[bool]:
    """Return which heard words are ours, in our order."""
    table = [[0] * (len(own) + 1) for _ in range(len(heard) + 1)]
    alike = [[_sounds_alike(word, other) for other in own] for word in heard]
    for at in range(len(heard) - 1, -1, -1):
        for place in range(len(own) - 1, -1, -1):
            skipped = max(table[at + 1][place], table[at][place + 1])
            table[at][place] = max(skipped, table[at + 1][place + 1] + 1 if alike[at][place] else 0)
    is_ours = [False] * len(heard)
    at = place = 0
    while at < len(heard) and place < len(own):
        if alike[at][place] and table[at][place] == table[at + 1][place + 1] + 1:
            is_ours[at] = True
            at, place = at + 1, place + 1
        elif table[at + 1][place] >= table[at][place + 1]:
            at += 1
        else:
            place += 1
    return is_ours


@lru_cache(maxsize=8192)
def _sounds_alike(one: str, other: str) -> bool:
    if one == other:
        return True
    keys = spell_sound(one, ENGLISH), spell_sound(other, ENGLISH)
    shorter, longer = sorted(map(len, keys))
    may_be_alike = shorter > 1 and longer - shorter <= longer * _LIKE / _LEAST_COST
    return may_be_alike and measure_distance(*keys) <= _LIKE


def _find_end_of_ours(is_ours: Sequence[bool]) -> int:
    """Return how many words at the beginning are ours, but for one that was misunderstood."""
    ends = [at + 1 for at, each in enumerate(is_ours) if each and sum(is_ours[: at + 1]) >= at]
    return ends[-1] if ends else 0


def _drop_words(text: str, most: int) -> str:
    """Return a text without so many words at its beginning."""
    left = text.split()
    while left and most > 0:
        most -= len(split_plain_words(left.pop(0)))
    return " ".join(left)
