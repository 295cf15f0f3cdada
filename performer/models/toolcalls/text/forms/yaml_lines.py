"""Calls as lines of `key: value`, as in YAML: `tool: name` and, below, `args:` with the arguments."""

from typing import Final

from performer.core.pattern_file import PatternFile
from performer.models.toolcalls.text.call_objects import find_calls
from performer.models.toolcalls.text.data.lines import read_mapping
from performer.models.toolcalls.text.data.literal import LONGEST, PrintedData
from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, Form, FormPlace, Found
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.speech import MARKS

_FILE: Final = PatternFile(__file__, **MARKS)
_PATTERN: Final = _FILE.patterns
_WORDS: Final = _FILE.tree["words"]["labels"].split()


def _read_yaml(place: FormPlace, offered: OfferedTools) -> Answer:
    """Read a label at the beginning of a line whose value is a tool's name."""
    if not place.is_line_start:
        return None
    text = place.text
    rule = place.match(_PATTERN["rule"])
    at = rule.end() if rule else place.at
    label = _PATTERN["label"].match(text, at)
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
    return may_be and place.match(_PATTERN["begun"]) is not None


def _read_lines(place: FormPlace, at: int, offered: OfferedTools) -> Answer:
    text = place.text
    is_item = text.endswith(("- ", "-\t"), place.at, at)
    ends = (_PATTERN["item_end"] if is_item else _PATTERN["end"]).search(text, at)
    indent = at - text.rfind("\n", 0, at) - 1 if is_item else 0
    lines = read_mapping(" " * indent + text[at : ends.start() if ends else at + LONGEST], 0)
    if lines is None:
        return None
    end = at + lines.end - indent
    calls = find_calls(PrintedData(value=lines.value, end=end, cut=place.cut), offered)
    if not calls:
        return None
    closes = _PATTERN["closes"].match(text, end)
    return Found(end=closes.end() if closes else end, calls=calls, bare=True)


YAML_LINES: Final = Form(openers="a-", words=_WORDS, read=_read_yaml)
