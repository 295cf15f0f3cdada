"""Which word of a caption is heard at an instant, by the same rule as in `overlay/page/words.js`.

The words are places in the caption's text; a laid-out text has other blanks, and breaks where lines end.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from overlay.motion import NEVER
from performer.stage.protocol.elements import Caption

NO_WORD: Final = -1


def find_heard_word(caption: Caption, now_ms: float) -> int:
    """Return the number of the word that is heard at an instant, or NO_WORD."""
    at_ms = _find_sound_ms(caption, now_ms)
    heard = (
        number for number, (_, _, begin_s, end_s) in enumerate(caption.words) if begin_s * 1000 <= at_ms < end_s * 1000
    )
    return next(heard, NO_WORD)


def find_next_word_ms(caption: Caption, now_ms: float) -> float:
    """Return the next instant at which another word is heard, or none any more."""
    if caption.held_s is not None:
        return NEVER
    at_ms = _find_sound_ms(caption, now_ms)
    turns = (each * 1000 for _, _, begin_s, end_s in caption.words for each in (begin_s, end_s))
    return min((turn for turn in turns if turn > at_ms), default=NEVER) + caption.sounds_ms


def _find_sound_ms(caption: Caption, now_ms: float) -> float:
    return now_ms - caption.sounds_ms if caption.held_s is None else caption.held_s * 1000


class LinePart(NamedTuple):
    """A part of a laid-out line: the line's number, and where the part begins and ends in it."""

    line: int
    begin: int
    end: int


def find_in_lines(text: str, begin: int, end: int, lines: Sequence[str]) -> Iterator[LinePart]:
    """Yield where text[begin:end] stands in the lines that the text was broken into; what was cut off is nowhere."""
    first = _count_letters(text[:begin])
    last = first + _count_letters(text[begin:end])
    reached = 0
    for number, line in enumerate(lines):
        inside = [at for at, letter in enumerate(line) if not letter.isspace()]
        there = inside[max(first - reached, 0) : max(last - reached, 0)]
        if there:
            yield LinePart(number, there[0], there[-1] + 1)
        reached += len(inside)


def _count_letters(text: str) -> int:
    return sum(not each.isspace() for each in text)
