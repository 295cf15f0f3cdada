"""Calls as lines of `key: value`, as in YAML: `tool: name` and, below, `args:` with the arguments."""

import re
from typing import Final

from performer.models.toolcalls.text.call_objects import find_calls
from performer.models.toolcalls.text.data.lines import read_mapping
from performer.models.toolcalls.text.data.literal import LONGEST, PrintedData
from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, Form, FormPlace, Found
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.speech import END_OF_LINES

_WORDS: Final = (
    "tool tools tool_calls toolcalls function_calls calls actions tool_name function function_name name action "
    "tool_call"
).split()

_KEYS: Final = r"(?:tool|tool_name|function|function_name|name|action|tool_call)"
_ABOVE: Final = r"(?:(?:tool|function)_?calls?|calls|actions|tools)[ \t]*:[ \t]*"
_RULE = re.compile(rf"-{{3,}}[ \t]*\n\s*|(?:{_ABOVE}\n[ \t]*)?-[ \t]+", re.IGNORECASE)
"""Marks that may stand before a label: a rule, or a list's bullet, perhaps with a word above the list."""
_LABEL = re.compile(
    rf"[\"']?{_KEYS}[\"']?[ \t]*:[ \t]*[\"'`]?(?:[\w.\-]*)[\"'`]?[ \t]*(\n|\Z)",
    re.IGNORECASE,
)
_BEGUN = re.compile(
    rf"(?:{_ABOVE}(?:\n[ \t]*)?)?(?:-{{0,3}}[ \t]*\n?\s*)?[\"']?[\w]{{0,14}}[\"']?"
    r"[ \t]*(?::[ \t]*[\"'`]?[\w.\-]*[\"'`]?[ \t]*)?\Z",
    re.IGNORECASE,
)
_END = re.compile(rf"\n[ \t]*\n(?=\S)|{END_OF_LINES}")
_ITEM_END = re.compile(rf"{_END.pattern}|\n[ \t]*(?=-[ \t]+[\"']?{_KEYS}[\"']?[ \t]*:)", re.IGNORECASE)
"""In a list the next item is another call."""
_CLOSES = re.compile(r"\s*-{3,}[ \t]*(?=\n|\Z)")


def _read_yaml(place: FormPlace, offered: OfferedTools) -> Answer:
    """Read a label at the beginning of a line whose value is a tool's name."""
    if not place.is_line_start:
        return None
    text = place.text
    rule = _RULE.match(text, place.at)
    at = rule.end() if rule else place.at
    label = _LABEL.match(text, at)
    if label is None:
        return MORE if not place.whole and _may_become(place, at) else None
    if label.group(1) == "" and not place.whole:
        return MORE
    if not place.whole:
        return HOLD
    return _read_lines(place, at, offered)


def _may_become(place: FormPlace, at: int) -> bool:
    word = place.text[at : at + 20].strip("\"' \t\n-").partition(":")[0].strip("\"' ").lower()
    may_be = any(each.startswith(word) for each in _WORDS)
    return may_be and _BEGUN.match(place.text, place.at) is not None


def _read_lines(place: FormPlace, at: int, offered: OfferedTools) -> Answer:
    text = place.text
    is_item = text.endswith(("- ", "-\t"), place.at, at)
    ends = (_ITEM_END if is_item else _END).search(text, at)
    indent = at - text.rfind("\n", 0, at) - 1 if is_item else 0
    lines = read_mapping(" " * indent + text[at : ends.start() if ends else at + LONGEST], 0)
    if lines is None:
        return None
    end = at + lines.end - indent
    calls = find_calls(PrintedData(value=lines.value, end=end, cut=place.cut), offered)
    if not calls:
        return None
    closes = _CLOSES.match(text, end)
    return Found(end=closes.end() if closes else end, calls=calls, bare=True)


YAML_LINES: Final = Form(openers="a-", words=_WORDS, read=_read_yaml)
