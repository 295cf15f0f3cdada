"""Square brackets: Mistral's and others' marks, lists of calls, and data. Prose in brackets is speech."""

import re
from collections.abc import Sequence

from performer.models.soft.block import block_at
from performer.models.soft.data.literal import read_literal
from performer.models.soft.envelope import calls_in
from performer.models.soft.heads import announced_at
from performer.models.soft.named import call_of
from performer.models.soft.noise import AFTER, SPECIAL
from performer.models.soft.place import HOLD, MORE, Answer, Found, Place
from performer.models.soft.schema.offered import Offered

OPENERS: str = "["
WORDS: Sequence[str] = ()

_MARK = re.compile(SPECIAL, re.IGNORECASE)
_DATA = re.compile(r"\[\s*(?:[{\[\]\"'“]|[\d\-+.]+\s*[,\]])")
_CALLS = re.compile(r"\[\s*([A-Za-z_][\w.]{0,80})\s*(\(|\])")
_BEGUN = re.compile(r"\[\s*(?:/?[A-Za-z_][\w .\-]{0,80}\s*|[\d\-+.]*\s*)\Z")
_BELONGING = ("functools",)
"""Words before a list that belong to it (Phi)."""


def read(place: Place, offered: Offered) -> Answer:
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


def _marked(place: Place, offered: Offered) -> Answer:
    block = block_at(place.text, place.at, offered, cut=place.cut)
    if block.calls:
        return Found(end=block.end, calls=block.calls)
    mark = _MARK.match(place.text, place.at)
    assert mark is not None
    return Found(end=mark.end())


def _called(place: Place, offered: Offered, *, is_call: bool) -> Answer:
    """Read a list of Python calls, or a tool's name in brackets above its arguments.

    Its name alone in brackets is how results are told: that goes, with its line.
    """
    if is_call:
        block = block_at(place.text, place.at, offered, cut=place.cut)
        return Found(end=block.end, calls=block.calls, bare=True) if block.calls else None
    head = announced_at(place.text, place.at, offered)
    named = call_of(place.text, head, offered, cut=place.cut, needs=True) if head else None
    if named is not None:
        return Found(end=named.end, calls=(named.call,), bare=True)
    end = place.text.find("\n", place.at)
    return Found(end=end if end >= 0 else len(place.text))


def _data(place: Place, offered: Offered) -> Answer:
    literal = read_literal(place.text, place.at)
    if literal is None:
        return None
    calls = calls_in(literal, offered)
    after = AFTER.match(place.text, literal.end) if calls else None
    end = after.end() if after else literal.end
    back = len(place.word) if place.word in _BELONGING else 0
    return Found(end=end, calls=tuple(calls), bare=True, back=back)
