"""The unseen: characters that stand in a text, and that nobody sees."""

import unicodedata
from functools import lru_cache
from typing import Final

_KINDS: Final = frozenset({"Cc", "Cf", "Cs", "Co"})
FILLERS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Fillers and joiners that count as letters, marks or signs."""
_SELECTORS: Final = (range(0xFE00, 0xFE10), range(0xE0000, 0xE1000))
"""Variation selectors and tags: whole hidden messages are written in them."""


@lru_cache(maxsize=4096)
def is_unseen(character: str) -> bool:
    """Whether a character leaves no trace where it is shown; a control character is unseen, line breaks included."""
    code = ord(character)
    is_selector = any(code in each for each in _SELECTORS)
    return is_selector or character in FILLERS or unicodedata.category(character) in _KINDS
