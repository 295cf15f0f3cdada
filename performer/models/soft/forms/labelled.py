"""Calls as lines of `key: value`, as in YAML: `tool: name` and, below, `args:` with the arguments."""

import re
from collections.abc import Sequence

from performer.models.soft.data.lines import read_mapping
from performer.models.soft.data.literal import How, Literal
from performer.models.soft.envelope import calls_in
from performer.models.soft.noise import END_OF_LINES
from performer.models.soft.place import HOLD, MORE, Answer, Found, Place
from performer.models.soft.schema.offered import Offered

OPENERS: str = "a-"
WORDS: Sequence[str] = ("tool", "tool_name", "function", "function_name", "name", "action", "tool_call")

_RULE = re.compile(r"-{3,}[ \t]*\n\s*|-[ \t]+")
_LABEL = re.compile(
    r"[\"']?(tool|tool_name|function|function_name|name|action|tool_call)[\"']?[ \t]*:"
    r"[ \t]*[\"'`]?([\w.\-]*)[\"'`]?[ \t]*(\n|\Z)",
    re.IGNORECASE,
)
_BEGUN = re.compile(r"(?:-{0,3}[ \t]*\n?\s*)?[\"']?[\w]{0,14}[\"']?[ \t]*(?::[ \t]*[\"'`]?[\w.\-]*[\"'`]?[ \t]*)?\Z")
_END = re.compile(rf"\n[ \t]*\n(?=\S)|{END_OF_LINES}")
_CLOSES = re.compile(r"\s*-{3,}[ \t]*(?=\n|\Z)")


def read(place: Place, offered: Offered) -> Answer:
    """Judge a label at the beginning of a line whose value is a tool's name."""
    if not place.begins_line:
        return None
    text = place.text
    rule = _RULE.match(text, place.at)
    at = rule.end() if rule else place.at
    label = _LABEL.match(text, at)
    if label is None:
        return MORE if not place.whole and _may_become(place, at) else None
    if label.group(3) == "" and not place.whole:
        return MORE
    if not place.whole:
        return HOLD
    return _mapping(place, at, offered)


def _may_become(place: Place, at: int) -> bool:
    if _BEGUN.match(place.text, place.at) is None:
        return False
    word = place.text[at : at + 20].strip("\"' \t\n-").partition(":")[0].strip("\"' ").lower()
    return any(each.startswith(word) for each in WORDS)


def _mapping(place: Place, at: int, offered: Offered) -> Answer:
    text = place.text
    ends = _END.search(text, at)
    lines = read_mapping(text, at, ends.start() if ends else len(text))
    if lines is None:
        return None
    calls = tuple(calls_in(Literal(value=lines.value, end=lines.end, cut=place.cut, how=How.TOLERANT), offered))
    if not calls:
        return None
    closes = _CLOSES.match(text, lines.end)
    return Found(end=closes.end() if closes else lines.end, calls=calls, bare=True)
