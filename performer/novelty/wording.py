"""The wording of a line: what two lines are compared by, made once a line."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_SPACELESS: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
"""Letters of scripts that put no space between words: Thai, Lao, Burmese, Khmer, Japanese and Chinese."""
_UNIT: Final = re.compile(rf"[{_SPACELESS}]|(?:(?![{_SPACELESS}])[^\W_])+(?:['’][^\W\d_]+)?")
_LETTER: Final = re.compile(rf"[{_SPACELESS}]")
_NUMBER: Final = re.compile(r"\d+")
_STOP_WORDS: Final = frozenset(
    "a an the and or but so if then than that this these those there here it its it's is isn't are aren't was were be "
    "been am i i'm i'd i'll i've you you're your he she they them his her their we our us me my of to in on at for "
    "from with by as into out up down off over not no do does did don't have has had can could will would should may "
    "might must just very really too also now again still some any all what which who how why when where well".split()
)
_WORDS_OF_AN_INTERJECTION: Final = 2
_LETTERS_OF_AN_INTERJECTION: Final = 5


@dataclass(frozen=True, kw_only=True)
class Wording:
    """A line as it is compared; words are letters where a script writes no spaces between words."""

    text: str
    """As it was said."""
    plain: str
    """The words in order, without case, width or punctuation; a line without any is its own text."""
    words: frozenset[str]
    """Without order; pairs of letters where there are no spaces."""
    content: frozenset[str]
    """The words that mean something by themselves."""
    grams: frozenset[str]
    """Each three words in a row; four letters where there are no spaces."""
    opener: str
    """The first two words, or the first four letters."""
    numbers: tuple[str, ...]
    """What is written in digits, in order."""
    is_interjection: bool
    """Whether it is no more than a shout: two words at most, or five letters."""


@lru_cache(maxsize=128)
def wording(text: str) -> Wording:
    """Read a line."""
    units = _UNIT.findall(unicodedata.normalize("NFKC", text).casefold().replace("’", "'"))
    letters = sum(1 for unit in units if _LETTER.match(unit))
    spaceless = letters * 2 > len(units)
    words = frozenset(_runs(units, 2) if spaceless else units)
    longest = _LETTERS_OF_AN_INTERJECTION if spaceless else _WORDS_OF_AN_INTERJECTION
    plain = " ".join(units)
    return Wording(
        text=text,
        plain=plain or text,
        words=words,
        content=words - _STOP_WORDS,
        grams=frozenset(_runs(units, 4 if spaceless else 3)),
        opener=" ".join(units[: 4 if spaceless else 2]),
        numbers=tuple(_NUMBER.findall(plain)),
        is_interjection=len(units) <= longest,
    )


def _runs(units: Sequence[str], count: int) -> Iterator[str]:
    return (" ".join(units[at : at + count]) for at in range(len(units) - count + 1))
