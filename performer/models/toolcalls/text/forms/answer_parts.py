"""Answers as the constrained way has them, `{"say": …, "calls": […]}`, where a model should write freely.

Small models print them there too, whole or the end alone. What they `say` is speech.
"""

import json
from collections.abc import Mapping
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.models.toolcalls.text.call_objects import find_calls
from performer.models.toolcalls.text.data.literal import LONGEST, read_literal
from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, Form, FormPlace, Found
from performer.models.toolcalls.text.schema.offered import OfferedTools

_PATTERN: Final = PatternFile(__file__).patterns
_DEEPEST: Final = 3


def find_words(value: object, depth: int = 0) -> str:
    """Return what an answer, or a list of answers, says; empty for other data."""
    if depth > _DEEPEST:
        return ""
    match value:
        case {"say": str() as words}:
            return words
        case [*many]:
            return " ".join(filter(None, (find_words(each, depth + 1) for each in many)))
        case Mapping() if len(value) == 1:
            return find_words(next(iter(value.values())), depth + 1)
    return ""


def _read_parts(place: FormPlace, offered: OfferedTools) -> Answer:
    """Read `say": "…` at the beginning of a line, or what stands behind the words: `", "calls": […]}`, `"}`.

    Of an object with its beginning only words without an end are read here.
    """
    if place.text[place.at] == "{":
        return _read_endless(place) if place.match(_PATTERN["object"]) else None
    begun = place.match(_PATTERN["begun"]) if place.is_line_start else None
    if begun is not None:
        return _read_on(place, begun.end(), '{"say": ', offered) if place.whole else HOLD
    if place.match(_PATTERN["end"]):
        return _read_on(place, place.at + 1, '{"say": ""', offered) if place.whole else HOLD
    closed = place.match(_PATTERN["closed"])
    if closed is not None:
        return Found(end=closed.end()) if place.whole else MORE
    return MORE if not place.whole and place.match(_PATTERN["may_become"]) else None


def _read_endless(place: FormPlace) -> Answer:
    if not place.whole:
        return HOLD
    endless = place.match(_PATTERN["endless"])
    return Found(end=endless.end(), speech=_unescape(endless.group(1))) if endless else None


def _unescape(words: str) -> str:
    try:
        return str(json.loads(f'"{words}"', strict=False))
    except ValueError:  # cut off in an escape
        return words.rpartition("\\")[0]


def _read_on(place: FormPlace, at: int, before: str, offered: OfferedTools) -> Answer:
    """Read an object on from a place of it, as if this had stood before."""
    literal = read_literal(before + place.text[at : at + LONGEST], 0)
    if literal is None:
        return None
    end = at + literal.end - len(before)
    return Found(end=end, calls=find_calls(literal, offered), speech=find_words(literal.value))


ANSWER_PARTS: Final = Form(openers="{\"'”a", words=("say",), read=_read_parts)
