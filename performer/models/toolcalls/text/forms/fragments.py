"""Calls of which a part is missing: a wrapper's beginning, the tool's name, or all that a mark was to open."""

from typing import Final

from performer.core.pattern_file import PatternFile
from performer.models.toolcalls.text.call_block import read_block
from performer.models.toolcalls.text.data.literal import read_literal
from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, Form, FormPlace, Found
from performer.models.toolcalls.text.schema.offered import OfferedTools

_FILE: Final = PatternFile(__file__)
_PATTERN: Final = _FILE.patterns
_LOOSE_WORDS: Final = _FILE.tree["words"]["loose"].split()
_LONGEST: Final = 140


def _read_loose_mark(place: FormPlace, offered: OfferedTools) -> Answer:
    """Read `tool_call>`, a wrapper without its beginning, or words behind which calls stand: `json {…}`, `x = f()`."""
    text = place.text
    if not place.match(_PATTERN["mark"]):
        return MORE if not place.whole and _may_become(place) else None
    if not place.whole:
        return HOLD
    label = place.match(_PATTERN["label"])
    at = label.end() if label else place.at
    block = read_block(text, at, offered, cut=place.cut)
    if block.calls:
        return Found(end=block.end, calls=() if place.match(_PATTERN["shown"]) else block.calls)
    is_noise = label is None or _PATTERN["says_so"].match(label.group())
    return Found(end=block.end) if block.end > at and is_noise else None


def _may_become(place: FormPlace) -> bool:
    begun = place.text[place.at : place.at + 24].lower().rstrip()
    if begun in _PREFIXES or begun[:-1] in _MARKS or begun[:-2] in _MARKS:
        return True
    return len(place.text) - place.at < _LONGEST and place.match(_PATTERN["begun"]) is not None


_MARKS: Final = frozenset(
    (
        *"tool_call> tool_calls> toolcall> function_call> tool_use> function= tool= dict( function<".split(),
        *(f"{says} to=" for says in ("assistant", "commentary", "assistantcommentary", "assistant commentary")),
        *_LOOSE_WORDS,
    )
)
_PREFIXES: Final = frozenset(mark[:end] for mark in _MARKS for end in range(1, len(mark) + 1))


_LEFTOVER_WORDS: Final = ("args", "arguments", "parameters", "params", "kwargs", "action input", "tool input", "input")


def _read_leftover(place: FormPlace, _offered: OfferedTools) -> Answer:
    """Read the label of arguments with the lines or the data below it; with words behind it, it is speech."""
    if not place.is_line_start:
        return None
    label = place.match(_PATTERN["leftover"])
    if label is None:
        return MORE if not place.whole and _may_become_leftover(place) else None
    if label.group(2):  # nobody was called
        return Found(end=label.end()) if place.whole or label.group(2).endswith("\n") else MORE
    if not place.whole:
        return HOLD if label.group(1) or label.end() < len(place.text) else MORE
    literal = read_literal(place.text, label.end()) if not label.group(1) else None
    lines = _PATTERN["lines"].match(place.text, label.end()) if label.group(1) else None
    return Found(end=literal.end if literal else lines.end() if lines else label.end())


def _may_become_leftover(place: FormPlace) -> bool:
    begun = place.text[place.at : place.at + 16].lstrip("*").partition(":")[0].rstrip("* \t").replace("_", " ").lower()
    is_word = any(word.startswith(begun) for word in _LEFTOVER_WORDS)
    return is_word and place.match(_PATTERN["leftover_begun"]) is not None


def _read_broken_off(place: FormPlace, offered: OfferedTools) -> Answer:
    """Read a mark or a label that reaches to the end of the text: what it was to open never came."""
    if place.text[place.at] in "<{[`":
        is_within = place.text[place.at] == "`" and place.word
        found = None if is_within else place.match(_PATTERN["last_mark"])
    else:
        found = place.match(_PATTERN["last_label"]) if place.is_line_start else None
        if found is not None and found.group(1) and not offered.can_begin(found.group(1)):
            found = None
    if found is None:
        return None
    return Found(end=found.end()) if place.whole else MORE


LOOSE_MARK: Final = Form(openers="a", words=_LOOSE_WORDS, read=_read_loose_mark)
LEFTOVER: Final = Form(openers="a*", words=_LEFTOVER_WORDS, read=_read_leftover)
BROKEN_OFF: Final = Form(
    openers="<{[`a*",
    words=("action", "tool", "function", "call", "arguments", "args", "parameters", "name"),
    read=_read_broken_off,
)
