"""The parts of a line that is too long for one caption, with the times of their words."""

import textwrap
from collections.abc import Iterator, Sequence
from itertools import accumulate, zip_longest
from typing import Final

from performer.core.audio import WordTime
from performer.core.events.speech import SpeechStarted
from performer.core.values import dataclass

_PART_CHARS: Final = 96
"""The characters that two lines of a caption hold, roughly."""
_BREATH_S: Final = 0.35
"""In a shorter pause the word before it stays the current one, so that nothing flickers."""


@dataclass(frozen=True, kw_only=True)
class CaptionPart:
    """What of a line is shown at once."""

    at_s: float
    """The second of the line's sound from which on it is shown."""
    text: str
    words: tuple[WordTime, ...] = ()
    """When each of its words is heard, in seconds of the line's sound."""


def cut_line(started: SpeechStarted, *, follows_words: bool = True) -> list[CaptionPart]:
    """Cut a line into parts that fit, each with the second at which the voice should have come to it.

    Args:
        started: the start of the line.
        follows_words: whether the parts are to have the times of their words.
    """
    text = started.text.strip()
    if not text:
        return []
    count = -(-len(text) // _PART_CHARS)
    parts = textwrap.wrap(text, width=max(20, round(len(text) / count * 1.1))) if count > 1 else [text]
    words = _share_words(started.text, parts, _bridge_breaths(started.words))
    spoken = accumulate((len(part) + 1 for part in parts), initial=0)
    return [
        CaptionPart(
            at_s=times[0].begin_s if times and at else started.duration_s * at / len(text),
            text=part,
            words=tuple(times) if follows_words else (),
        )
        for part, times, at in zip(parts, words, spoken, strict=False)
    ]


def _bridge_breaths(words: Sequence[WordTime]) -> Iterator[WordTime]:
    """Yield the times of words, of which each lasts until the next one unless there is a pause between them."""
    for word, after in zip_longest(words, words[1:]):
        is_near = after is not None and after.begin_s - word.end_s < _BREATH_S
        yield word._replace(end_s=after.begin_s) if is_near else word


def _share_words(text: str, parts: Sequence[str], words: Iterator[WordTime]) -> list[list[WordTime]]:
    """Share the words of a text out to its parts, with their places there; parts differ from it in blanks alone."""
    places = [(number, at) for number, part in enumerate(parts) for at, each in enumerate(part) if not each.isspace()]
    before = [0, *accumulate(not each.isspace() for each in text)]
    shared: list[list[WordTime]] = [[] for _ in parts]
    for word in words:
        inside = places[before[min(word.begin, len(text))] : before[min(word.end, len(text))]]
        for number in dict.fromkeys(number for number, _ in inside):
            here = [at for other, at in inside if other == number]
            shared[number].append(word._replace(begin=here[0], end=here[-1] + 1))
    return shared
