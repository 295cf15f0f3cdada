"""Garbage: what is no sentence at all: signs alone, a mill of words, a line that breaks off after "the"."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

_NUMBERED: Final = re.compile(r"^\W*\d{1,2}[.)]\W*$")
"""A number of a list without its item."""
_SPEAKABLE_SIGNS: Final = frozenset("!?…")
_LONGEST_WORD: Final = 32
_MOST_WORDS: Final = 60
"""Twice what one breath takes."""
_MILL: Final = 3
"""Times that the same three words, not all alike, make a mill of words; laughter is none."""
_FINISHED: Final = (".", "!", "?", "…", "。", "！", "？", "।", '"', "”", ")", "~")


def is_garbage(text: str, sentence: Sequence[str], unfinished: frozenset[str]) -> bool:
    """Tell whether a line is no sentence.

    Args:
        text: As it is written.
        sentence: Its folded words.
        unfinished: Words after which no sentence ends.
    """
    if not sentence:
        return not (set(text) & _SPEAKABLE_SIGNS)
    if _NUMBERED.match(text) or "\ufffd" in text or len(sentence) > _MOST_WORDS:
        return True
    if max(map(len, sentence)) > _LONGEST_WORD or _is_mill(sentence):
        return True
    return len(sentence) > 1 and sentence[-1] in unfinished and not text.rstrip().endswith(_FINISHED)


def _is_mill(sentence: Sequence[str]) -> bool:
    threes = Counter(zip(sentence, sentence[1:], sentence[2:], strict=False))
    return any(count >= _MILL and len(set(three)) > 1 for three, count in threes.items())
