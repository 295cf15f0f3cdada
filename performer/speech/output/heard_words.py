"""When the words of a line as it is shown are heard, by the times at which a voice says those that stand for them."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final

from performer.core.audio import WordTime
from performer.core.made_late import compile_late
from performer.speech.output.word_map import map_words

_MARKS: Final = compile_late(r"[^\w\s]*")
_NEARLY_S: Final = 0.05
"""A word of which only so much was cut off was heard."""
_ONSET_S: Final = 0.03
"""A sound begins before it is told apart from the one before it."""


def place_words(shown: str, spoken: str, words: Sequence[WordTime]) -> tuple[WordTime, ...]:
    """Return when each word of the shown text is heard, in order; one that is not spoken is left out.

    A word that is said for several of the shown ones gives each its share of the time.

    Args:
        shown: the line as it is shown.
        spoken: the line as a voice was given it.
        words: when each word of the spoken text is heard.
    """
    pairs = map_words(shown, spoken)
    begins, ends = [each.begin for each in words], [each.end for each in words]
    before = [0, *(end for *_, end in pairs)]
    after = [*(begin for *_, begin, _ in pairs[1:]), len(spoken)]
    timed = []
    for (begin, end, from_, to), earlier, later in zip(pairs, before, after, strict=False):
        first, last = bisect_right(ends, from_), bisect_left(begins, to) - 1
        if first > last:
            continue  # nothing of it is heard
        from_s = _find_s(words[first], from_) if earlier > words[first].begin else words[first].begin_s
        to_s = _find_s(words[last], later) if later < words[last].end else words[last].end_s
        timed.append(WordTime(begin, end, round(from_s, 3), round(to_s, 3)))
    return tuple(timed)


def _find_s(word: WordTime, at: int) -> float:
    """Return when the voice has come to a letter within a word."""
    return word.begin_s + (word.end_s - word.begin_s) * (at - word.begin) / (word.end - word.begin)


def find_word_to_resume(words: Sequence[WordTime], position_s: float) -> float | None:
    """Return the second at which to go on after a position: at the word that was broken off, or in the pause after it.

    None before the first word.
    """
    begun = bisect_right([each.begin_s for each in words], position_s)
    if not begun:
        return None
    word = words[begun - 1]
    if word.end_s <= position_s + _NEARLY_S:
        return max(word.end_s, position_s)
    return max(word.begin_s - _ONSET_S, 0.0)


def cut_heard_words(text: str, words: Sequence[WordTime], heard_s: float) -> str:
    """Return the beginning of a text up to the last word that was heard whole by then; maybe none."""
    heard = [each.end for each in words if each.end_s <= heard_s + _NEARLY_S]
    if not heard:
        return ""
    marks = _MARKS.match(text, heard[-1])
    return text[: marks.end() if marks else heard[-1]].strip()
