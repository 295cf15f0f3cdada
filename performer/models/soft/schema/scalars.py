"""Single values put into their type, as long as they say the same there."""

import math
import re
from decimal import Decimal
from typing import Final

from performer.models.soft.schema.misfit import Misfit, not_a

_NUMBER = re.compile(r"[+-]?(?:\d+(?:_\d+)*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?")
_MOST_DIGITS: Final = 400
LARGEST: Final = 10**300
"""A number that is larger is none: other programs cannot write it."""
_EXACT: Final = 2.0**53
"""The largest float that is certain to be the whole number that was printed."""
NOTHING: Final = frozenset({"null", "None", "undefined", "nil", "NULL", "<nil>"})
"""How models write that there is no value, in a text."""
_TRUE: Final = frozenset({"true", "yes", "on", "1"})
_FALSE: Final = frozenset({"false", "no", "off", "0"})


def as_text(value: object) -> str:
    """Write a number or a truth value out, every digit of it.

    Raises:
        Misfit: for lists and objects, and for numbers whose digits are lost already.
    """
    match value:
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case int() if abs(value) <= LARGEST:
            return str(value)
        case float() if math.isfinite(value) and abs(value) < _EXACT:
            return f"{Decimal(repr(value)):f}"
        case _:
            raise not_a(value, "a text")


def as_number(value: object) -> int | float:
    """Read a number out of a text; numbers stay as they are.

    Raises:
        Misfit: for what is no number, and for what JSON has none for (infinite, not a number).
    """
    number = read_number(value) if isinstance(value, str) else value
    if isinstance(number, bool) or not isinstance(number, int | float) or not abs(number) <= LARGEST:
        raise not_a(value, "a number")
    return number


def as_whole(value: object) -> int:
    """Read a whole number; `11.0` is one, `11.5` is not.

    Raises:
        Misfit: for what is none.
    """
    try:
        number = as_number(value)
    except Misfit:
        raise not_a(value, "a whole number") from None
    if isinstance(number, float) and not number.is_integer():
        raise not_a(value, "a whole number")
    return int(number)


def as_truth(value: object) -> bool:
    """Read yes or no, however it is written.

    Raises:
        Misfit: for anything else.
    """
    if isinstance(value, int) and value in (0, 1):
        return bool(value)
    said = value.strip().rstrip(".!").casefold() if isinstance(value, str) else ""
    if said in _TRUE or said in _FALSE:
        return said in _TRUE
    raise not_a(value, "true or false")


def read_number(text: str) -> int | float | None:
    """Read a text that is a number and nothing else; None for all others."""
    digits = text.strip()
    if len(digits) > _MOST_DIGITS or not _NUMBER.fullmatch(digits):
        return None
    return float(digits) if any(each in digits for each in ".eE") else int(digits)
