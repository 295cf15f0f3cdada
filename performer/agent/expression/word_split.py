"""Tokens: a text as words that can be compared, and the breaks between its clauses."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_PIECE: Final = re.compile(r"\w+(?:['’]\w+)*|[.,;:!?…—–()\"“”„«»]+")
_SPLIT_PIECE: Final = re.compile(r"\w+|[.,;:!?…—–()\"“”„«»]+")
_THREE: Final = re.compile(r"(\w)\1{2,}")
_THREE_PAIRS: Final = re.compile(r"(\w\w)\1{2,}")
_MOST_CHARS: Final = 300
"""Characters that are read: twice a spoken line; more would cost more than the third of a millisecond that is due."""


@dataclass(frozen=True, kw_only=True)
class WordToken:
    """A word, or a break between clauses."""

    word: str
    """As it is compared, without case and accents; empty: a break."""
    text: str
    """As it was written."""


@lru_cache(maxsize=16)
def split_tokens(text: str, *, splits_at_apostrophes: bool = False) -> tuple[WordToken, ...]:
    """Cut a text into its words and breaks.

    Args:
        text: Any text; what follows the first 300 characters is not read.
        splits_at_apostrophes: Whether `l'eau` is two words, as in French.
    """
    piece = _SPLIT_PIECE if splits_at_apostrophes else _PIECE
    found = piece.findall(unicodedata.normalize("NFC", text[:_MOST_CHARS]))
    return tuple(WordToken(word=fold_word(each), text=each) for each in found)


@lru_cache(maxsize=4096)
def fold_word(word: str) -> str:
    """Write a word as it is compared: no case, no accents, no `'s`, a letter drawn out once; a break is empty."""
    if not (word[0].isalnum() or word[0] == "_"):
        return ""
    spread = unicodedata.normalize("NFKD", word.casefold().replace("’", "'"))
    plain = "".join(each for each in spread if not unicodedata.combining(each)).removesuffix("'s")
    return _THREE_PAIRS.sub(r"\1\1", _THREE.sub(r"\1", plain))
