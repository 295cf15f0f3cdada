"""A murmur: the loudness of a line that nobody hears, so that the beak moves along with its words all the same."""

import re
from collections.abc import Iterator
from typing import Final

from performer.messages import ENVELOPE_STEP_MS

_LONGEST_S: Final = 60.0
_TOKEN: Final = re.compile(r"\w+|[^\w\s]+")
_WIDE: Final = "aoáàâäãåóòôöõаояё"
_NARROW: Final = "eiuyéèêëíìîïúùûüýеиіїєуыэю"
_SYLLABLE: Final = re.compile(rf"[^{_WIDE}{_NARROW}]*[{_WIDE}{_NARROW}]+(?:[^{_WIDE}{_NARROW}]+$)?")
_LOUD: Final = 0.62
_SOFT: Final = 0.42
_BETWEEN_WORDS: Final = 0.6
_PAUSE: Final = 3.0
"""A comma or a full stop takes as long as this many letters."""
_SYLLABLES_PER_S: Final = 4


def murmur(text: str, duration_s: float) -> tuple[float, ...]:
    """Make an envelope that opens once a syllable and rests at stops; empty when there is no word in the text."""
    beats = list(_beats(text.lower()))
    steps = round(min(duration_s, _LONGEST_S) * 1000 / ENVELOPE_STEP_MS)
    total = sum(weight for weight, _ in beats)
    envelope: list[float] = []
    reached = 0.0
    for weight, loudness in beats:
        reached += weight
        length = round(steps * reached / total) - len(envelope)
        envelope.extend(round(loudness * _swell((at + 0.5) / length), 2) for at in range(length))
    return tuple(envelope)


def babble(duration_s: float) -> tuple[float, ...]:
    """Make an envelope for words that we do not know."""
    return murmur("na" * max(round(duration_s * _SYLLABLES_PER_S), 1), duration_s)


def _beats(text: str) -> Iterator[tuple[float, float]]:
    """Yield syllables and rests, each with its length in letters and its loudness; a rest at the end is no beat."""
    tokens = _TOKEN.findall(text)
    while tokens and not tokens[-1][0].isalnum():
        tokens.pop()
    for token in tokens:
        if not token[0].isalnum():
            yield (_PAUSE, 0.0)
            continue
        for syllable in _syllables(token):
            yield (max(len(syllable), 2), _LOUD if any(letter in _WIDE for letter in syllable) else _SOFT)
        yield (_BETWEEN_WORDS, 0.0)


def _syllables(word: str) -> list[str]:
    """Cut a word; one whose letters we know no vowels of is spoken letter by letter, or at once if it is plain."""
    return _SYLLABLE.findall(word) or ([word] if word.isascii() and word.isalpha() else list(word))


def _swell(share: float) -> float:
    """Rise and fall within a syllable, from 0 over 1 to 0."""
    return 4 * share * (1 - share)
