"""Values put into their type, as long as they say the same there: texts, numbers, truth values, objects and lists.

An object or a list may be written in a text, whole or not at all. A text that lists things is a list too, and so is a
single value. A duration is put into the unit of the key that it belongs to. What is no such thing raises Misfit.
"""

import json
import math
import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from performer.models.toolcalls.text.data.literal import LONGEST, read_literal
from performer.models.toolcalls.text.schema import nodes
from performer.models.toolcalls.text.schema.misfit import Misfit, make_kind_misfit
from performer.models.toolcalls.text.schema.nodes import Node
from performer.models.toolcalls.text.schema.spelling import split_name

_NUMBER = re.compile(r"[+-]?(?:\d+(?:_\d+)*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?")
_MOST_DIGITS: Final = 400
LARGEST: Final = 10**300
"""A number that is larger is none: other programs cannot write it."""
_EXACT: Final = 2.0**53
"""The largest float that is certain to be the whole number that was printed."""
NOTHING: Final = frozenset({"null", "None", "undefined", "nil", "NULL", "<nil>"})
"""The words by which models write that there is no value, in a text."""
_TRUE: Final = frozenset({"true", "yes", "on", "1"})
_FALSE: Final = frozenset({"false", "no", "off", "0"})


def convert_to_text(value: object) -> str:
    """Write a number or a truth value out, every digit of it; a number whose digits are lost already is a Misfit."""
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
            raise make_kind_misfit(value, "a text")


def convert_to_number(value: object) -> int | float:
    """Read a number out of a text; numbers stay as they are, but for those that JSON has none for."""
    number = read_number(value) if isinstance(value, str) else value
    if isinstance(number, bool) or not isinstance(number, int | float) or not abs(number) <= LARGEST:
        raise make_kind_misfit(value, "a number")
    return number


def convert_to_whole(value: object) -> int:
    """Read a whole number; `11.0` is one, `11.5` is not."""
    try:
        number = convert_to_number(value)
    except Misfit:
        raise make_kind_misfit(value, "a whole number") from None
    if isinstance(number, float) and not number.is_integer():
        raise make_kind_misfit(value, "a whole number")
    return int(number)


def convert_to_truth(value: object) -> bool:
    """Read yes or no, however it is written."""
    if isinstance(value, int) and value in (0, 1):
        return bool(value)
    said = value.strip().rstrip(".!").casefold() if isinstance(value, str) else ""
    if said in _TRUE or said in _FALSE:
        return said in _TRUE
    raise make_kind_misfit(value, "true or false")


def read_number(text: str) -> int | float | None:
    """Read a text that is a number and nothing else; None for all others."""
    digits = text.strip()
    if len(digits) > _MOST_DIGITS or not _NUMBER.fullmatch(digits):
        return None
    return float(digits) if any(each in digits for each in ".eE") else int(digits)


_AGAIN: Final = 3
"""The number of times that a text may stand inside a text."""
_QUOTED = re.compile(r"\s*\"")


def read_object(text: str) -> dict[str, object] | None:
    """Read an object out of a text that is one, even quoted once or twice; None when it is none, or cut off."""
    found: object = text
    for _ in range(_AGAIN):
        if isinstance(found, str):
            found = unquote(found) if _QUOTED.match(found) else _read_whole(found)
    return {str(key): value for key, value in found.items()} if isinstance(found, dict) else None


def unquote(text: str) -> object:
    """Read what a JSON string holds; None when the text is none."""
    if len(text) > LONGEST:
        return None
    try:
        return json.loads(text, strict=False)
    except ValueError:
        return None


def _read_whole(text: str) -> object:
    """Read an object or a list out of a text that is one; None when it is none, or cut off."""
    inner = text.lstrip()
    found = read_literal(inner, 0, words=True) if inner.startswith(("{", "[")) and len(inner) <= LONGEST else None
    return found.value if found and not found.cut and not inner[found.end :].strip() else None


_REMARK = re.compile(r"\s*\[[\w ]+\]\s*\w")
"""Brackets that are no list: `[draft] Hello`."""
_TAG = re.compile(r"<(\w{1,40})>([^<>]*)</\1>")
_TAGGED = re.compile(r"(?:<(\w{1,40})>[^<>]*</\1>\s*)++")
_SENTENCE = re.compile(r"[.!?:]")
_BULLET = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")
_MOST_PARTS: Final = 64
_MOST_WORDS: Final = 3
"""Words of each part of a text that is a list; longer ones are half sentences."""


def split_elements(value: object, items: object, root: Node) -> Sequence[object]:
    """Split what stands for a list into its values, as they were printed; one that was cut off is a Misfit."""
    match value:
        case list() | tuple():
            return value
        case str() if value.lstrip().startswith("[") and not _REMARK.match(value):
            read = _read_whole(value)
            if not isinstance(read, list):
                raise make_kind_misfit(value, "a list")
            return read
        case str() if _TAGGED.fullmatch(value.strip()):
            return [one.group(2).strip() for one in _TAG.finditer(value)]
        case str():
            return _split_text(value, items, root)
        case None:
            raise make_kind_misfit(value, "a list")
        case dict() if value and all(str(key).isdigit() for key in value):
            return list(value.values())
        case dict() if len(value) == 1 and all(isinstance(each, list) for each in value.values()):
            return split_elements(next(iter(value.values())), items, root)
        case _:
            return [value]


def _split_text(text: str, items: object, root: Node) -> list[object]:
    """Split a text that lists short things, `rain, cosy`; a sentence with a comma in it is one thing."""
    choices = nodes.list_options(items, root)
    if not all(nodes.find_kind(each) in ("string", "number", "integer") for each in choices):
        return [text]
    is_open = any(nodes.find_kind(each) == "string" and nodes.list_members(each) is None for each in choices)
    lines = text.strip().splitlines()
    parts = [_BULLET.sub("", each).strip() for each in (lines if len(lines) > 1 else re.split("[,;]", text))]
    is_prose = bool(_SENTENCE.search(text)) or any(len(each.split()) > _MOST_WORDS for each in parts)
    if is_open and is_prose and len(lines) < 2:
        return [text]
    return [*parts] if 1 < len(parts) <= _MOST_PARTS and all(parts) else [text]


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
