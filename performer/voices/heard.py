"""Which words of a line were heard when it ended early: as many as its sound had come to, and no half of one."""

import re
from collections.abc import Sequence
from typing import Final

from performer.messages import ENVELOPE_STEP_MS

_LOUD: Final = 0.1
"""Of the loudest step: what is quieter is a pause, in which no word is said."""
_UNSPACED: Final = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
"""Scripts that put no space between words: there each sign stands for itself."""
_WORD: Final = re.compile(rf"[{_UNSPACED}]|[^\s{_UNSPACED}]+")


def heard_words(text: str, heard_s: float, duration_s: float, envelope: Sequence[float] = ()) -> str:
    """Give the words of a text that were heard, maybe none.

    Args:
        text: As it is written; its characters are taken to be said at an even pace.
        heard_s: How much of its sound was heard, in seconds.
        duration_s: How long all of it would have sounded.
        envelope: Loudness of all of it, every 20 ms, so that pauses do not count; empty when it is not known.
    """
    reached = share_said(heard_s, duration_s, envelope) * len(text)
    ends = [word.end() for word in _WORD.finditer(text) if word.end() <= reached]
    return text[: ends[-1]].strip() if ends else ""


def share_said(heard_s: float, duration_s: float, envelope: Sequence[float] = ()) -> float:
    """Tell how much of a text was said by then, from 0 to 1."""
    loud = [each > _LOUD for each in envelope]
    if any(loud):
        return sum(loud[: round(heard_s * 1000 / ENVELOPE_STEP_MS)]) / sum(loud)
    return min(max(heard_s / duration_s, 0.0), 1.0) if duration_s > 0 else 0.0
