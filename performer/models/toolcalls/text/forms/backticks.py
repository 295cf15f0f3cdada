"""A call in single backticks, as on a shell's line or of Python. Other code is spoken as it stands."""

import re
from collections.abc import Sequence

from performer.models.toolcalls.text.call_objects import find_calls
from performer.models.toolcalls.text.data.literal import read_literal
from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, FormPlace, Found, Outcome
from performer.models.toolcalls.text.name_patterns import read_head
from performer.models.toolcalls.text.name_then_arguments import read_named_call
from performer.models.toolcalls.text.schema.offered import OfferedTools

OPENERS: str = "`"
WORDS: Sequence[str] = ()

_SPAN = re.compile(r"(`{1,2})([^`\n]{1,2000})\1(?!`)")
_OPENED = re.compile(r"`{1,2}(?:[^`\n]{0,2000}`?)\Z")


def read(place: FormPlace, offered: OfferedTools) -> Answer:
    """Judge a span of code on one line."""
    span = _SPAN.match(place.text, place.at)
    if span is None:
        return MORE if not place.whole and _OPENED.match(place.text, place.at) else None
    if span.end() == len(place.text) and not place.whole:
        return MORE
    calls = _calls(span.group(2).strip(), offered)
    if not calls:
        return None
    return Found(end=span.end(), calls=calls, bare=True) if place.whole else HOLD


def _calls(code: str, offered: OfferedTools) -> tuple[Outcome, ...]:
    if code.startswith("{"):
        literal = read_literal(code, 0)
        return tuple(find_calls(literal, offered)) if literal is not None and literal.end == len(code) else ()
    head = read_head(code, 0, offered)
    if head is None or (head.tool is None and not head.announced):
        return ()
    named = read_named_call(code, head, offered, needs=True)
    return (named.call,) if named is not None and named.end >= len(code) else ()
