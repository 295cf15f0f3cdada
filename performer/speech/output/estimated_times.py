"""The time that a line takes to say, and when its words are heard, as far as the voice does not tell."""

from collections.abc import Sequence
from typing import Final

from performer.core.audio import WordTime
from performer.core.made_late import compile_late
from performer.core.speech_times import time_signs
from performer.speech.output.word_map import UNSPACED, map_phonemes, map_words

_CHARACTERS_PER_S: Final = 15.0
_SHORTEST_S: Final = 0.8
_FACTORS: Final = (0.5, 2.5)
_OF_THE_NEWEST: Final = 0.3
"""How much the newest line counts beside all before it."""


def estimate_s(words: str) -> float:
    """Estimate how long a voice would take for a text, in seconds: speech runs at about 15 characters a second."""
    return max(_SHORTEST_S, len(words) / _CHARACTERS_PER_S)


class SpeechPace:
    """The time that a voice takes for a text, by the lines before: what is reckoned with while a line is still made.

    Words are then 0.1 s off in the middle, and 0.4 s in one of twenty cases; at the end of the line they are put right.
    """

    def __init__(self) -> None:
        self._factor: float | None = None

    def estimate_s(self, words: str) -> float:
        """Estimate how long the voice takes for a text, in seconds."""
        return estimate_s(words) * (self._factor or 1.0)

    def note(self, words: str, duration_s: float) -> None:
        """Note how long it took."""
        least, most = _FACTORS
        newest = min(max(duration_s / estimate_s(words), least), most)
        before = newest if self._factor is None else self._factor
        self._factor = before + (newest - before) * _OF_THE_NEWEST


def estimate_times(words: str, envelope: Sequence[float], phonemes: str = "") -> list[WordTime]:
    """Estimate when each word of a spoken text is heard; one that runs into the next is told with it.

    Args:
        words: the text.
        envelope: how loud all of its sound is, a value every 20 ms.
        phonemes: of the text, if they are known; else its letters stand for them.
    """
    ends = time_signs(phonemes or words, envelope)
    pairs = map_phonemes(words, phonemes) if phonemes else map_words(words, words)
    return [WordTime(begin, end, ends[from_], ends[to]) for begin, end, from_, to in pairs]


_WORD: Final = compile_late(rf"[{UNSPACED}]|[^\s{UNSPACED}]+")


def find_heard_words(text: str, heard_s: float, duration_s: float) -> str:
    """Return the words of a text that would be said after `heard_s` of `duration_s`, at an even pace; maybe none."""
    share = heard_s / duration_s if duration_s > 0 else 0.0
    ends = [word.end() for word in _WORD.finditer(text) if word.end() <= share * len(text)]
    return text[: ends[-1]].strip() if ends else ""
