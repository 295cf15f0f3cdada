"""Durations: a key or a value that says its unit is put into the unit of the key it belongs to."""

import re
from typing import Final

from performer.models.soft.schema.scalars import read_number
from performer.models.soft.schema.spelling import words

_UNITS: Final = {
    **dict.fromkeys(("ms", "msec", "msecs", "millis", "millisecond", "milliseconds"), 1),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), 1_000),
    **dict.fromkeys(("min", "mins", "minute", "minutes"), 60_000),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), 3_600_000),
}
"""Milliseconds in each."""
_AMOUNT = re.compile(r"\s*([\d._]{1,20})\s*([a-zA-Z]{1,12})\.?\s*")
UNIT_WORDS: Final = frozenset(_UNITS)
LEADING_UNITS: Final = frozenset({"milliseconds", "millis", "seconds", "secs", "minutes", "mins", "hours"})
"""Those that are no other word at the beginning of a key: `seconds_ago`."""


def unit_of(key: str) -> int | None:
    """Tell the unit that a key names, `duration_s` or `seconds_ago`, in milliseconds; None when it names none."""
    parts = words(key)
    if parts and parts[-1] in UNIT_WORDS:
        return _UNITS[parts[-1]]
    return _UNITS[parts[0]] if parts and parts[0] in LEADING_UNITS else None


def in_unit(value: object, key: str) -> object:
    """Read `"30 s"` or `"2 minutes"` as the number it is in the key's unit; anything else stays as it is."""
    unit = unit_of(key)
    amount = _AMOUNT.fullmatch(value) if unit and isinstance(value, str) else None
    number = read_number(amount[1]) if amount else None
    said = _UNITS.get(amount[2].casefold()) if amount else None
    if unit is None or number is None or said is None:
        return value
    return _times(number, said, unit)


def moved(value: object, printed: str, right: str) -> object | None:
    """Take a value from one key to another, into the unit of the new one.

    Returns:
        None when that cannot be done: the new key does not say its unit and the old one says an uncommon one.
    """
    said, unit = unit_of(printed), unit_of(right)
    if said is None or said == unit or (unit is None and said == _UNITS["s"]):
        return value
    number = read_number(value) if isinstance(value, str) else value
    if unit is None or isinstance(number, bool) or not isinstance(number, int | float) or abs(number) > 1e12:
        return None
    return _times(number, said, unit)


def _times(number: float, said: int, unit: int) -> int | float:
    product = number * said / unit
    return int(product) if product.is_integer() else product
