"""The wrappers that most models print around their calls, asked for first because they are common."""

import re
from collections.abc import Sequence

from performer.models.toolcalls.text.call_block import read_block
from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, FormPlace, Found
from performer.models.toolcalls.text.schema.offered import OfferedTools

OPENERS: str = "<"
WORDS: Sequence[str] = ()

_WRAPPER = re.compile(r"<(?:(?:tool_calls?|function_calls?|tool_use)>|function=\w|invoke name=)")
_BEGUN = re.compile(r"<[a-z_=]{0,15}\Z")


def read(place: FormPlace, offered: OfferedTools) -> Answer:
    """Judge a tag that can be nothing but a wrapper; one without a call is another form's business."""
    if not _WRAPPER.match(place.text, place.at):
        return MORE if not place.whole and _BEGUN.match(place.text, place.at) else None
    if not place.whole:
        return HOLD
    block = read_block(place.text, place.at, offered, cut=place.cut)
    return Found(end=block.end, calls=block.calls) if block.calls else None
