"""What a tool answered, in the model's own words: invented, for no tool has answered yet.

Behind a call everything from there on rests on an invention, and is not said; elsewhere the result alone is left out.
"""

import re
from collections.abc import Sequence
from typing import Final

from performer.models.toolcalls.text.call_block import read_block
from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, FormPlace, Found
from performer.models.toolcalls.text.forms.quoted_lines import has_call
from performer.models.toolcalls.text.schema.offered import OfferedTools

OPENERS: str = "<[a*"
WORDS: Sequence[str] = ("observation", "tool", "function", "output", "result", "response", "return")

_TAG = re.compile(
    r"<(?:[a-z]{1,12}:)?((?:tool|function)[_\-]?(?:response|result|output)s?|observation|result)\b[^<>\n]{0,80}>|<[|｜](?:tool[▁_](?:response|outputs?[▁_]begin|output[▁_]begin)|observation)[|｜]>",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"\**(?:observation|tool[ _](?:result|output|response)|function[ _](?:result|output|response))s?\**\s*:\**"
    r"|\[(?:tool|function)[ _](?:result|output|response)s?\][^\n]{0,3}",
    re.IGNORECASE,
)
_LABEL_BEHIND_CALL = re.compile(r"\**(?:output|result|response|returns?|returned)s?\**\s*:\**", re.IGNORECASE)
_BEGUN = re.compile(
    r"(?:<[|｜]?(?:[a-z]{1,12}:)?[\w\-▁]{0,24}[|｜]?[^<>\n]{0,80}"
    r"|\[?\**[A-Za-z]{0,12}(?:[ _][A-Za-z]{0,10})?\**\s*\]?)\Z",
    re.IGNORECASE,
)
_LINE: Final = re.compile(r"[^\n]*(?:\n|\Z)")


def read(place: FormPlace, offered: OfferedTools) -> Answer:
    """Judge whether a result stands there."""
    tag = _TAG.match(place.text, place.at)
    label = None if tag else _label(place)
    if tag is None and label is None:
        return MORE if not place.whole and _may_become(place) else None
    if place.called or (tag is not None and not tag.group(1)):
        return Found(end=len(place.text)) if place.whole else HOLD
    if tag is not None:
        return Found(end=tag.end(), skip_to=f"</{tag.group(1)}>")
    assert label is not None
    return _without_line(place, label.end(), offered)


def _label(place: FormPlace) -> re.Match[str] | None:
    if not place.is_line_start:
        return None
    found = _LABEL.match(place.text, place.at)
    return found or (_LABEL_BEHIND_CALL.match(place.text, place.at) if place.called else None)


def _may_become(place: FormPlace) -> bool:
    begun = place.text[place.at : place.at + 12].lower().lstrip("*[<|｜")
    return _BEGUN.match(place.text, place.at) is not None and any(
        word.startswith(begun) or begun.startswith(word) for word in WORDS
    )


def _without_line(place: FormPlace, at: int, offered: OfferedTools) -> Answer:
    """Leave out the line, and all of the call that begins on it: it tells what was done."""
    line = _LINE.match(place.text, place.at)
    assert line is not None
    if line.end() == len(place.text) and not place.whole and not line.group().endswith("\n"):
        return MORE
    if not has_call(line.group(), offered):
        return Found(end=line.end())
    return Found(end=max(line.end(), read_block(place.text, at, offered).end)) if place.whole else HOLD
