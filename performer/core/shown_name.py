"""The names of people and personas: they can be seen, and turn nothing around that is written beside them."""

import unicodedata
from typing import Annotated, Final

from pydantic import AfterValidator

_TURNING: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""The signs that set the direction of writing, also of what follows the name."""
_UNSEEN_LETTERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and patterns in which nothing is drawn."""
_SEEN: Final = frozenset("LNPS")
"""Letters, numbers, punctuation and symbols, by the first letter of their category."""


def check_shown_name(name: str) -> str:
    """Return a name as it is; an empty one passes.

    Raises:
        ValueError: when nothing of it can be seen, or a sign in it steers the direction of writing or a terminal.
    """
    if any(sign in _TURNING or unicodedata.category(sign) == "Cc" for sign in name):
        raise ValueError("Expected a name without invisible signs that turn the writing around or steer a terminal")
    if name and not any(_is_seen(sign) for sign in name):
        raise ValueError("Expected a name with a letter in it that can be seen")
    return name


def _is_seen(sign: str) -> bool:
    return unicodedata.category(sign)[0] in _SEEN and sign not in _UNSEEN_LETTERS


ShownName = Annotated[str, AfterValidator(check_shown_name)]
"""A name that can be seen, or none."""
