"""A mark or a label that a text ends with: what it was to open never came."""

import re
from collections.abc import Sequence

from performer.models.toolcalls.text.forms.form import MORE, Answer, FormPlace, Found
from performer.models.toolcalls.text.schema.offered import OfferedTools

OPENERS: str = "<{[`a*"
WORDS: Sequence[str] = ("action", "tool", "function", "call", "arguments", "args", "parameters", "name")

_MARK = re.compile(r"[{\[][\s{\[<|\"'\\:]*\Z|<(?:[|｜/A-Za-z_][\w|｜/\"]{0,20})?\Z|`+\w*\s*\Z")
_LABEL = re.compile(
    r"\**(?:action(?:[ _]input)?|(?:tool|function)(?:[ _](?:calls?|name|input))?|call|arguments|args|parameters|name)"
    r"\**(?::|(?<=call) )\**[\s`{\[<\"']*([\w.\-]*)(?:[ \t]+\w{0,12}=?)?\Z",
    re.IGNORECASE,
)


def read(place: FormPlace, offered: OfferedTools) -> Answer:
    """Judge what reaches to the end of the text."""
    if place.text[place.at] in "<{[`":
        is_within = place.text[place.at] == "`" and place.word
        found = None if is_within else _MARK.match(place.text, place.at)
    else:
        found = _LABEL.match(place.text, place.at) if place.is_line_start else None
        if found is not None and found.group(1) and not offered.can_begin(found.group(1)):
            found = None
    if found is None:
        return None
    return Found(end=found.end()) if place.whole else MORE
