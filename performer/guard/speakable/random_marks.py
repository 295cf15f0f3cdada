"""Marks: the random letters that stand around others' words in a prompt, as `performer.core` makes them."""

import re
from collections.abc import Iterable
from typing import Final

_LETTERS: Final = "bcdfghjkmnpqrstvwxz"
_SIGNS: Final = f"{_LETTERS}2-9"
_WHOLE: Final = re.compile(rf"(?<![^\W_])(?=[2-9]*[{_LETTERS}])[{_SIGNS}]{{8}}(?![^\W_])")
"""Eight of the signs of a mark, in a word of their own, not all of them digits."""
_PIECE: Final = re.compile(rf"(?<![^\W_])[{_SIGNS}]*[{_LETTERS}][2-9][{_SIGNS}]*[{_LETTERS}][{_SIGNS}]*(?![^\W_])")
"""A digit among the letters: what is left of a mark that was cut or continued."""
_FEWEST_IN_A_PIECE: Final = 6
_FEWEST_DIFFERENT: Final = 5
"""Signs of a mark that differ; chance gives fewer in one of 300, shouts (brrrrrrr) have two or three."""


def has_mark(folded: str) -> bool:
    """Tell whether a folded text holds a mark, whosever it is."""
    return any(_is_mark(found) for found in _WHOLE.findall(folded)) or any(
        len(found) >= _FEWEST_IN_A_PIECE and _is_mark(found) for found in _PIECE.findall(folded)
    )


def find_marks(told: Iterable[str]) -> frozenset[str]:
    """Pick what are marks out of what a turn's model was told."""
    return frozenset(text.casefold() for text in told if len(text) >= _FEWEST_IN_A_PIECE and text.isalnum())


def _is_mark(found: str) -> bool:
    return len(set(found)) >= _FEWEST_DIFFERENT
