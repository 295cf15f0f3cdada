"""Spelled: what was read off the screen, with what is no word dropped, and numbers with the words that name them."""

import re
from dataclasses import dataclass
from typing import Final

_NUMBER: Final = re.compile(r"(?<![\w.,])[+-]?\d{1,3}(?:[ .,]\d{3})+(?!\d)|(?<![\w.,])[+-]?\d+(?![\w])")
_GROUPS: Final = re.compile(r"(?<=\d)[ .,](?=\d{3}(?!\d))")
_VOWEL: Final = re.compile(r"[aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýœ]", re.IGNORECASE)
_ASCII_LETTER: Final = re.compile(r"[a-z]", re.IGNORECASE)
_THRICE: Final = re.compile(r"(.)\1\1", re.IGNORECASE)
_SHORT: Final = frozenset(
    "go ko hp mp xp sp up ok no on off vs win lv lvl nr hp fps gg new you 1up 2x 3x x2 x3 pts npc".split()
)
"""What games write that has no vowel, or fewer letters than a word."""
_WORD_LETTERS: Final = 3
_MOST_WORDS: Final = 8
_SHORT_WORDS: Final = frozenset(
    "a i an as at be by do he if in is it me my of or so to us we de la le el du un au am im zu".split()
)
_LABEL_WORDS: Final = 2
_AROUND: Final = "-x×:"
"""Signs at a count: `x3`, `Lives: 3`."""


@dataclass(frozen=True, kw_only=True)
class CleanLine:
    """A line as a player would read it out."""

    text: str
    """Its words and numbers; empty when there is nothing to be read out."""
    number: int | None = None
    """Its only number, if there is one, such as 2250 of `Score 2 250`."""
    label: str = ""
    """What names the number, such as `score`; empty for a number alone."""


def clean_line(line: str) -> CleanLine:
    """Clean a line that was read: numbers in one piece, no scraps; at most eight words."""
    words = _GROUPS.sub("", line).split()
    kept = [word for word in words if _is_word(word)]
    if not any(_has_meaning(word) for word in kept):
        return CleanLine(text="")
    text = " ".join(kept[:_MOST_WORDS])
    number = next((word for word in (kept[-1], kept[0]) if word.strip(_AROUND).isdecimal()), None)
    others = [word for word in kept if word is not number]
    is_count = number is not None and len(others) <= _LABEL_WORDS and not any(map(_has_digit, others))
    if number is None or not is_count or text.endswith("!") or text.startswith("+"):
        return CleanLine(text=text)
    return CleanLine(text=text, number=int(number.strip(_AROUND)), label=" ".join(others).strip(" :").lower())


def _has_digit(word: str) -> bool:
    return any(sign.isdecimal() for sign in word)


def _is_word(word: str) -> bool:
    bare = word.strip("!?.,:;+-%/×")
    if any(sign.isdecimal() for sign in bare):
        return sum(sign.isdecimal() for sign in bare) * 2 >= len(bare) or bare.lower() in _SHORT
    small = bare.lower()
    return small in _SHORT or small in _SHORT_WORDS or _is_long_word(bare)


def _is_long_word(bare: str) -> bool:
    if len(bare) < _WORD_LETTERS and _ASCII_LETTER.search(bare):
        return False
    if not bare.replace("'", "").replace("’", "").replace("-", "").isalpha() or _THRICE.search(bare):
        return False
    has_case = bare.isupper() or bare[1:].islower() or not _ASCII_LETTER.search(bare)
    return has_case and bool(_VOWEL.search(bare) or not _ASCII_LETTER.search(bare))


def _has_meaning(word: str) -> bool:
    bare = word.strip("!?.,:;+-%/×")
    return bare.lower() in _SHORT or any(sign.isdecimal() for sign in bare) or _is_long_word(bare)
