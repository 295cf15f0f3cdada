"""The wrappers that most models print around their calls, asked for first because they are common."""

import re
from collections.abc import Sequence

from performer.models.soft.block import block_at
from performer.models.soft.place import HOLD, MORE, Answer, Found, Place
from performer.models.soft.schema.offered import Offered

OPENERS: str = "<"
WORDS: Sequence[str] = ()

_WRAPPER = re.compile(r"<(?:(?:tool_calls?|function_calls?|tool_use)>|function=\w|invoke name=)")
_BEGUN = re.compile(r"<[a-z_=]{0,15}\Z")


def read(place: Place, offered: Offered) -> Answer:
    """Judge a tag that can be nothing but a wrapper; one without a call is another form's business."""
    if not _WRAPPER.match(place.text, place.at):
        return MORE if not place.whole and _BEGUN.match(place.text, place.at) else None
    if not place.whole:
        return HOLD
    block = block_at(place.text, place.at, offered, cut=place.cut)
    return Found(end=block.end, calls=block.calls) if block.calls else None
