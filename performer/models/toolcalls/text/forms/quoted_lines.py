"""Lines that quote somebody, `> like this` or `<nick> like this`, and comments: calls in them are left out."""

import re
from collections.abc import Sequence
from typing import Final

from performer.models.toolcalls.text.call_block import read_block
from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, FormPlace, Found
from performer.models.toolcalls.text.name_patterns import read_tag_head
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.speech import TAG

OPENERS: str = "></"
WORDS: Sequence[str] = ()

_QUOTING = re.compile(r">(?!>>)[> \t]*(?:[\w\-]{1,25}:\s*)?")
_COMMENT = re.compile(r"/[/*](?=[ \t])")
_NICK = re.compile(r"<[@+%~&]?[A-Za-z_][\w\-]{1,24}>[ \t]+(?=\S)")
_BEGUN = re.compile(r"(?:<[@+%~&]?[\w\-]{0,25}>?[ \t]*|/[/*]?|>{1,3})\Z")
_OPENINGS: Final = {">": _QUOTING, "<": _NICK, "/": _COMMENT}
_TIMES: Final = " \t[]()0123456789:."
_LINE = re.compile(r"[^\n]*(?:\n|\Z)")
_CALLISH = re.compile(
    r"[{<\[]\s*[\"'|｜/:\w]|[{\[]\s*$|`{2,}|\bCALL\b|^>\s*[\w\-]+:\s"
    r"|^[ \t\-]*(?:tool|tool_name|function|action|name):[ \t]*\w",
    re.IGNORECASE | re.MULTILINE,
)
_NAMED = re.compile(r"(?<![\w.\-])([A-Za-z_][\w.\-]{1,80})(?=`?\s*[({<]|\s+\w+\s*=)")
_OWN_TAG = re.compile(TAG, re.IGNORECASE)


def read(place: FormPlace, offered: OfferedTools) -> Answer:
    """Judge a line by its beginning: without its calls it would mean little, so all of it goes."""
    text = place.text
    is_nick = text[place.at] == "<"
    if place.line.strip(_TIMES) if is_nick else not place.is_line_start:
        return None
    opening = _OPENINGS[text[place.at]].match(text, place.at)
    if opening is None or (is_nick and _is_known(text, place.at, offered)):
        return MORE if not place.whole and _BEGUN.match(text, place.at) else None
    line = _LINE.match(text, place.at)
    assert line is not None
    if not place.whole and not line.group().endswith("\n"):
        return MORE
    if is_nick and f"</{opening.group().strip('<> @+%~&')}" in line.group():
        return None
    if not has_call(line.group() if not is_nick else text[opening.end() : line.end()], offered):
        return None
    if not place.whole:
        return HOLD
    return Found(end=max(line.end(), read_block(text, opening.end(), offered).end))


def has_call(words: str, offered: OfferedTools) -> bool:
    """Tell whether words have the shape of a call somewhere, or name a tool as calls do."""
    if _CALLISH.search(words):
        return True
    return any(offered.find(name, misspelt=False) is not None for name in _NAMED.findall(words))


def _is_known(text: str, at: int, offered: OfferedTools) -> bool:
    return _OWN_TAG.match(text, at) is not None or read_tag_head(text, at, offered) is not None
