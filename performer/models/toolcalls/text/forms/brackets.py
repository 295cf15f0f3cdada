"""Square brackets: Mistral's and others' marks, lists of calls, and data. Prose in brackets is speech."""

import re
from collections.abc import Sequence

from performer.models.toolcalls.text.call_block import read_block
from performer.models.toolcalls.text.call_objects import find_calls
from performer.models.toolcalls.text.data.literal import read_literal
from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, FormPlace, Found
from performer.models.toolcalls.text.name_patterns import read_announced_head
from performer.models.toolcalls.text.name_then_arguments import read_named_call
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.speech import AFTER, SPECIAL

OPENERS: str = "["
WORDS: Sequence[str] = ()

_MARK = re.compile(SPECIAL, re.IGNORECASE)
_DATA = re.compile(r"\[\s*(?:[{\[\]\"'“]|[\d\-+.]+\s*[,\]])")
_CALLS = re.compile(r"\[\s*([A-Za-z_][\w.]{0,80})\s*(\(|\])")
_BEGUN = re.compile(r"\[\s*(?:/?[A-Za-z_][\w .\-]{0,80}\s*|[\d\-+.]*\s*)\Z")
_BELONGING = ("functools",)
"""Words before a list that belong to it (Phi)."""


def read(place: FormPlace, offered: OfferedTools) -> Answer:
    """Judge a `[`."""
    text = place.text
    if _MARK.match(text, place.at):
        return _marked(place, offered) if place.whole else HOLD
    calls = _CALLS.match(text, place.at)
    if calls is not None and offered.find(calls.group(1)) is not None:
        return _called(place, offered, is_call=calls.group(2) == "(") if place.whole else HOLD
    if _DATA.match(text, place.at):
        return _data(place, offered) if place.whole else HOLD
    return MORE if not place.whole and _BEGUN.match(text, place.at) else None


def _marked(place: FormPlace, offered: OfferedTools) -> Answer:
    block = read_block(place.text, place.at, offered, cut=place.cut)
    if block.calls:
        return Found(end=block.end, calls=block.calls)
    mark = _MARK.match(place.text, place.at)
    assert mark is not None
    return Found(end=mark.end())


def _called(place: FormPlace, offered: OfferedTools, *, is_call: bool) -> Answer:
    """Read a list of Python calls, or a tool's name in brackets above its arguments.

    Its name alone in brackets is how results are told: that goes, with its line.
    """
    if is_call:
        block = read_block(place.text, place.at, offered, cut=place.cut)
        return Found(end=block.end, calls=block.calls, bare=True) if block.calls else None
    head = read_announced_head(place.text, place.at, offered)
    named = read_named_call(place.text, head, offered, cut=place.cut, needs=True) if head else None
    if named is not None:
        return Found(end=named.end, calls=(named.call,), bare=True)
    end = place.text.find("\n", place.at)
    return Found(end=end if end >= 0 else len(place.text))


def _data(place: FormPlace, offered: OfferedTools) -> Answer:
    literal = read_literal(place.text, place.at)
    if literal is None:
        return None
    calls = find_calls(literal, offered)
    after = AFTER.match(place.text, literal.end) if calls else None
    end = after.end() if after else literal.end
    back = len(place.word) if place.word in _BELONGING else 0
    return Found(end=end, calls=tuple(calls), bare=True, back=back)
