"""What is left of a call that nobody could read: the label of its arguments with the lines or the data below it."""

import re
from collections.abc import Sequence
from typing import Final

from performer.models.toolcalls.text.data.literal import read_literal
from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, FormPlace, Found
from performer.models.toolcalls.text.schema.offered import OfferedTools

OPENERS: str = "a*"
WORDS: Sequence[str] = ("args", "arguments", "parameters", "params", "kwargs", "action input", "tool input", "input")

_LABEL = re.compile(
    r"\**(?:args|kwargs|arguments|parameters|params|(?:action|tool)[ _]input)\**:\**[ \t]*(?:(\n)|(?=[{\[`\"'])|\Z)",
    re.IGNORECASE,
)
_BEGUN = re.compile(r"\**[A-Za-z]{0,10}(?:[ _][A-Za-z]{0,5})?\**:?\**[ \t]*\Z")
_LINES: Final = re.compile(r"(?:(?:[ \t]+|-[ \t])[^\n]*(?:\n|\Z))*+")


def read(place: FormPlace, offered: OfferedTools) -> Answer:  # noqa: ARG001 - the forms are alike
    """Judge a label at the beginning of a line; with words behind it, it is speech."""
    if not place.is_line_start:
        return None
    label = _LABEL.match(place.text, place.at)
    if label is None:
        return MORE if not place.whole and _may_become(place) else None
    if not place.whole:
        return HOLD if label.group(1) or label.end() < len(place.text) else MORE
    literal = read_literal(place.text, label.end()) if not label.group(1) else None
    lines = _LINES.match(place.text, label.end()) if label.group(1) else None
    return Found(end=literal.end if literal else lines.end() if lines else label.end())


def _may_become(place: FormPlace) -> bool:
    begun = place.text[place.at : place.at + 16].lstrip("*").rstrip("*: \t").replace("_", " ").lower()
    is_word = any(word.startswith(begun) for word in WORDS)
    return is_word and _BEGUN.match(place.text, place.at) is not None
