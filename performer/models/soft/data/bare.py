"""A value without quotes: a number, a word that stands for a value, or simply text."""

import math
import re
from collections.abc import Mapping
from typing import Final

_NUMBER: Final = re.compile(
    r"[+-]?(?:(?P<whole>0|[1-9]\d{0,2}(?:_\d{3})+|[1-9]\d{0,63})|(?:0|[1-9]\d{0,63})?\.\d{1,64}|(?:0|[1-9]\d{0,63})\.)"
    r"(?P<exponent>[eE][+-]?\d{1,4})?"
)
_WORDS: Final[Mapping[str, object]] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("null", "None", "NULL", "nil", "undefined", "NaN", "Infinity", "-Infinity", "+Infinity")),
}


def read_bare(text: str) -> object:
    """Tell what a word without quotes stands for; the text itself when it is no number and no constant.

    A number that is none in JSON (`NaN`, `1e999`) is None. Digits with zeros before them (`007`) stay text: it may be
    an identifier, and whoever wants a number can still make one of it.
    """
    if text in _WORDS:
        return _WORDS[text]
    number = _NUMBER.fullmatch(text)
    if number is None:
        return text
    if number["whole"] and not number["exponent"]:
        return int(text)
    return finite(text)


def finite(text: str) -> float | None:
    """Read a number with a fraction; None when it is too large to be one."""
    number = float(text)
    return number if math.isfinite(number) else None
