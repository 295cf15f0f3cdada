"""The stop that may end a sentence before anything has come behind it, because waiting would hardly change the answer.

What may still belong to such a sentence is silent: more marks, a picture. Only plain sentences qualify: words, commas
and a stop. A quote, a bracket, markup, another stop or a number at the end, and the stop waits as ever.
"""

import re
from typing import Final

from performer.speech.sentences import abbreviations as lists

_LOUD: Final = "!?؟"
_WIDE: Final = "。！？।۔"
_FRENCH_SPACES: Final = " \xa0\u202f"
"""The blanks that French puts before a mark."""
_FEWEST_CHARACTERS: Final = dict.fromkeys(_LOUD, 5) | dict.fromkeys(_WIDE, 4) | {".": 12}
"""By the stops that may end a sentence early: how much must have been said. A dot behind little may be anything."""
_FEWEST_LOWER: Final = 3
_FEWEST_CAPITAL: Final = 5
"""Letters of the last word before a dot; a shorter one is likelier an abbreviation or an initial."""

_WORD: Final = r"[^\W_]+(?:['’-][^\W_]+)*"
_PLAIN = re.compile(rf"\s*{_WORD}(?:(?:[,;:]? (?:[-–—] )?|[、，]){_WORD})*")
_LAST_LETTERS = re.compile(r"[^\W\d_]+\Z")


def ends_early(text: str, start: int, at: int) -> bool:
    """Whether the sentence that begins at `start` ends at the stop at `at`, the last character that has come."""
    mark, said = text[at], text[start:at]
    if mark in _LOUD:
        said = said.rstrip(_FRENCH_SPACES)
    if mark not in _FEWEST_CHARACTERS or len(said) < _FEWEST_CHARACTERS[mark] or not _PLAIN.fullmatch(said):
        return False
    last = _LAST_LETTERS.search(said)
    return last is not None and (_is_unlike_name(last[0]) if mark == "." else _takes_mark(last[0]))


def _is_unlike_name(word: str) -> bool:
    """Whether a dot behind a word is neither of an abbreviation nor inside a name, as in `main.py`."""
    lower = word.lower()
    if lower == word.upper():  # a script without capitals
        return len(word) > 1
    if lower in lists.HABITS or lower in lists.GLUED_NAMES or lower.endswith("str"):
        return False
    return len(word) >= (_FEWEST_LOWER if word == lower else _FEWEST_CAPITAL) and word[1:] == lower[1:]


def _takes_mark(word: str) -> bool:
    """Whether a mark behind a word is neither of its name, `Yahoo!`, nor of a formula, `x != y`."""
    is_capital = word[0] != word[0].lower()
    return not is_capital and word not in lists.LOUD_NAMES and (len(word) > 1 or word > "\x7f")
