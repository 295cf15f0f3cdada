"""When each word of a text is spoken, from how long each phoneme lasts."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from performer.core.audio import WordTime
from performer.core.speech_times import PAUSES

_WORD: Final = re.compile(r"\S+")
_SOUNDING: Final = re.compile(r"[^\W_]")


def time_words(
    text: str, phonemes: str, ends: Sequence[float], phonemize_apart: Callable[[Sequence[str]], Sequence[str]]
) -> list[WordTime]:
    """Return when each word of a text is spoken, in order; words of which nothing is heard are left out.

    Words run into each other when they are spoken (`of the`), and numbers are several, so the phonemes of the text are
    compared with those of each word by itself.

    Args:
        text: what is spoken.
        phonemes: of the whole text.
        ends: when the silence before the phonemes ends, then when each of them does, in seconds.
        phonemize_apart: returns the phonemes of each text of a row.
    """
    words = [each for each in _WORD.finditer(text) if _SOUNDING.search(each[0])]
    apart = [each.replace(" ", "") for each in phonemize_apart([word[0] for word in words])]
    starts = [0]
    for each in apart:
        starts.append(starts[-1] + len(each))
    spans: dict[int, tuple[int, int]] = {}
    for at, place in _match("".join(apart), phonemes):
        if phonemes[place] in PAUSES:
            continue
        word = bisect_right(starts, at) - 1
        first, _ = spans.get(word, (place, place))
        spans[word] = (first, place)
    return [
        WordTime(words[word].start(), words[word].end(), ends[first], ends[last + 1])
        for word, (first, last) in sorted(spans.items())
    ]


def _match(apart: str, phonemes: str) -> Iterator[tuple[int, int]]:
    """Yield the places in both rows of phonemes that belong together; what has no like goes with its neighbours."""
    for kind, begin, end, from_, to in SequenceMatcher(None, apart, phonemes, autojunk=False).get_opcodes():
        if kind == "equal":
            yield from zip(range(begin, end), range(from_, to), strict=True)
        elif kind == "replace":
            length = end - begin
            yield from ((begin + (place - from_) * length // (to - from_), place) for place in range(from_, to))
