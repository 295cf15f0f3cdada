"""Calls in backticks: in a fence, or in a span on one line as on a shell's line or of Python.

Whatever else is fenced is for the eye: it never runs and is not spoken. Other code in a span is speech.
"""

from typing import Final

from performer.core.pattern_file import PatternFile
from performer.models.toolcalls.text.call_block import read_block, read_named_call
from performer.models.toolcalls.text.call_objects import find_calls
from performer.models.toolcalls.text.calls import Outcome
from performer.models.toolcalls.text.data.lines import read_mapping
from performer.models.toolcalls.text.data.literal import read_literal
from performer.models.toolcalls.text.data.words import skip
from performer.models.toolcalls.text.forms.answer_parts import find_words
from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, Form, FormPlace, Found
from performer.models.toolcalls.text.name_patterns import read_bare_head, read_head
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.speech import AFTER

_FILE: Final = PatternFile(__file__)
_PATTERN: Final = _FILE.patterns
_SHOWN: Final = frozenset(_FILE.tree["words"]["shown"].split())
_HIDDEN: Final = frozenset(_FILE.tree["words"]["hidden"].split())
_SAYS_CALL: Final = frozenset(_FILE.tree["words"]["calls"].split())


def _read_fence(place: FormPlace, offered: OfferedTools) -> Answer:
    """Read a fence; fewer than three backticks are another form's business."""
    text = place.text
    opening = place.match(_PATTERN["open"])
    if opening is None:
        return MORE if not place.whole and text[place.at :].strip("`") == "" else None
    if opening.end() == len(text) and not place.whole:
        return MORE
    close = text.find(opening.group(1), opening.end())
    if close < 0 and not place.whole:
        return MORE
    body = text[opening.end() : close if close >= 0 else len(text)]
    end = skip(_PATTERN["ticks"], text, close) if close >= 0 else len(text)
    if end == len(text) and not place.whole:
        return MORE
    info = opening.group(2).lower()
    is_shown = info in _SHOWN or _PATTERN["prompt"].match(body)
    calls = () if is_shown else _read_fenced_calls(opening.group(2), body, offered, cut=close < 0 and place.cut)
    words = "" if is_shown else _read_fenced_words(body)
    if not calls:
        is_code = not words and info not in _HIDDEN and bool(body.strip())
        return Found(end=end, speech=words, is_shown=is_code)
    if not place.whole:
        return HOLD
    return Found(end=skip(AFTER, text, end), calls=calls, bare=info not in _SAYS_CALL, speech=words)


def _read_fenced_words(body: str) -> str:
    """Return what an answer says that is all of a body."""
    stripped = body.strip()
    literal = read_literal(stripped, 0)
    return find_words(literal.value) if literal is not None and literal.end == len(stripped) else ""


def _read_fenced_calls(info: str, body: str, offered: OfferedTools, *, cut: bool) -> tuple[Outcome, ...]:
    """Read a body that is nothing but calls; one thing that is none makes all of it an example."""
    block = read_block(body, 0, offered, cut=cut)
    if block.calls and not body[block.end :].strip():
        return block.calls
    named = read_bare_head(info, 0, offered) if info else None
    if named is not None and named.tool is not None:
        call = read_named_call(info + body, named, offered, cut=cut)
        if call is not None and not (info + body)[call.end :].strip():
            return call.calls
    lines = read_mapping(body, len(body) - len(body.lstrip()), len(body))
    if lines is None or body[lines.end :].strip(" \n\t-`"):
        return ()
    return find_calls(lines, offered, explicit=True)


def _read_span(place: FormPlace, offered: OfferedTools) -> Answer:
    """Read a span of code on one line."""
    span = place.match(_PATTERN["span"])
    if span is None:
        return MORE if not place.whole and place.match(_PATTERN["span_begun"]) else None
    if span.end() == len(place.text) and not place.whole:
        return MORE
    calls = _read_span_calls(span.group(2).strip(), offered)
    if not calls:
        return None
    return Found(end=span.end(), calls=calls, bare=True) if place.whole else HOLD


def _read_span_calls(code: str, offered: OfferedTools) -> tuple[Outcome, ...]:
    if code.startswith("{"):
        literal = read_literal(code, 0)
        return find_calls(literal, offered) if literal is not None and literal.end == len(code) else ()
    head = read_head(code, 0, offered)
    if head is None or (head.tool is None and not head.announced):
        return ()
    named = read_named_call(code, head, offered, needs=True)
    return named.calls if named is not None and named.end >= len(code) else ()


FENCE: Final = Form(openers="`", read=_read_fence)
SPAN: Final = Form(openers="`", read=_read_span)
