"""Durations put into the unit of the key they belong to, and the glance that knows arguments that fit already."""

import re
from collections.abc import Mapping
from typing import Final

from performer.models.toolcalls.text.schema.items import LARGEST, NOTHING, read_number
from performer.models.toolcalls.text.schema.nodes import Node
from performer.models.toolcalls.text.schema.spelling import split_name

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
"""Units that are no other word at the beginning of a key: `seconds_ago`."""


def find_unit(key: str) -> int | None:
    """Return the unit that a key names, `duration_s` or `seconds_ago`, in milliseconds; None when it names none."""
    parts = split_name(key)
    if parts and parts[-1] in UNIT_WORDS:
        return _UNITS[parts[-1]]
    return _UNITS[parts[0]] if parts and parts[0] in LEADING_UNITS else None


def convert_to_unit(value: object, key: str) -> object:
    """Read `"30 s"` or `"2 minutes"` as the number it is in the key's unit; anything else stays as it is."""
    unit = find_unit(key)
    amount = _AMOUNT.fullmatch(value) if unit and isinstance(value, str) else None
    number = read_number(amount[1]) if amount else None
    said = _UNITS.get(amount[2].casefold()) if amount else None
    if unit is None or number is None or said is None:
        return value
    return _convert(number, said, unit)


def move_to_unit(value: object, printed: str, right: str) -> object | None:
    """Convert a value from the unit of one key to that of another.

    Returns:
        None when that cannot be done: the new key does not say its unit and the old one says an uncommon one.
    """
    said, unit = find_unit(printed), find_unit(right)
    if said is None or said == unit or (unit is None and said == _UNITS["s"]):
        return value
    number = read_number(value) if isinstance(value, str) else value
    if unit is None or isinstance(number, bool) or not isinstance(number, int | float) or abs(number) > 1e12:
        return None
    return _convert(number, said, unit)


def _convert(number: float, said: int, unit: int) -> int | float:
    product = number * said / unit
    return int(product) if product.is_integer() else product


_PLAIN_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
}
_PLAIN_KEYWORDS: Final = frozenset(
    "type enum description title default examples minimum maximum minLength maxLength pattern format".split()
)


def is_fitted(arguments: Mapping[str, object], schema: Node) -> bool:
    """Return whether there is certainly nothing to do; a schema that takes more than a glance is not asked."""
    known = schema.get("properties")
    if not isinstance(known, dict) or not isinstance(schema.get("required", ()), list | tuple):
        return False
    if not all(key in arguments for key in schema.get("required", ())):
        return False
    return all(is_plain(value, known.get(key)) and value not in NOTHING for key, value in arguments.items())


def is_plain(value: object, node: object) -> bool:
    """Return whether a value is certainly of a schema: single, of its type, and in its enumeration."""
    if not isinstance(node, dict) or not _PLAIN_KEYWORDS.issuperset(node):
        return False
    kind = node.get("type")
    wanted = _PLAIN_TYPES.get(kind) if isinstance(kind, str) else None
    if wanted is None or type(value) not in wanted or ("enum" in node and value not in node["enum"]):
        return False
    return not isinstance(value, int | float) or abs(value) <= LARGEST
