"""What stands where a list belongs: a list, one written in a text, a text that lists things, or a single value."""

import re
from collections.abc import Sequence
from typing import Final

from performer.models.soft.schema import nodes
from performer.models.soft.schema.literal import read_list
from performer.models.soft.schema.misfit import not_a
from performer.models.soft.schema.nodes import Node

_REMARK = re.compile(r"\s*\[[\w ]+\]\s*\w")
"""Brackets that are no list: `[draft] Hello`."""
_TAG = re.compile(r"<(\w{1,40})>([^<>]*)</\1>")
_TAGGED = re.compile(r"(?:<(\w{1,40})>[^<>]*</\1>\s*)++")
_SENTENCE = re.compile(r"[.!?:]")
_BULLET = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")
_MOST_PARTS: Final = 64
_MOST_WORDS: Final = 3
"""Words of each part of a text that is a list; longer ones are half sentences."""


def elements(value: object, items: object, root: Node) -> Sequence[object]:
    """Part what stands for a list into its values, as they were printed.

    Raises:
        Misfit: when it is a list that was cut off, or nothing.
    """
    match value:
        case list() | tuple():
            return value
        case str() if value.lstrip().startswith("[") and not _REMARK.match(value):
            read = read_list(value)
            if read is None:
                raise not_a(value, "a list")
            return read
        case str() if _TAGGED.fullmatch(value.strip()):
            return [one.group(2).strip() for one in _TAG.finditer(value)]
        case str():
            return _parts(value, items, root)
        case None:
            raise not_a(value, "a list")
        case dict() if value and all(str(key).isdigit() for key in value):
            return list(value.values())
        case dict() if len(value) == 1 and all(isinstance(each, list) for each in value.values()):
            return elements(next(iter(value.values())), items, root)
        case _:
            return [value]


def _parts(text: str, items: object, root: Node) -> list[object]:
    """Part a text that lists short things, `rain, cosy`; a sentence with a comma in it is one thing."""
    choices = nodes.options(items, root)
    if not all(nodes.kind(each) in ("string", "number", "integer") for each in choices):
        return [text]
    is_open = any(nodes.kind(each) == "string" and nodes.members(each) is None for each in choices)
    lines = text.strip().splitlines()
    parts = [_BULLET.sub("", each).strip() for each in (lines if len(lines) > 1 else re.split("[,;]", text))]
    is_prose = bool(_SENTENCE.search(text)) or any(len(each.split()) > _MOST_WORDS for each in parts)
    if is_open and is_prose and len(lines) < 2:
        return [text]
    return [*parts] if 1 < len(parts) <= _MOST_PARTS and all(parts) else [text]
