"""Wrappers that lost their beginning, and words that say that calls follow: `tool_call>`, `json {…}`."""

import re
from collections.abc import Sequence
from typing import Final

from performer.models.soft.block import block_at
from performer.models.soft.place import HOLD, MORE, Answer, Found, Place
from performer.models.soft.schema.offered import Offered

OPENERS: str = "a"
WORDS: Sequence[str] = (
    "tool_call>",
    "tool_calls>",
    "toolcall>",
    "function_call>",
    "tool_use>",
    "function=",
    "tool=",
    "invoke=",
    "to=",
    "recipient=",
    "assistant to=",
    "json",
    "assistant",
    "await",
    "print(",
    "dict(",
)

_MARK: Final = re.compile(
    r"(?:/?tool_?calls?|function_?calls?|tool_use)>|(?:function|tool|invoke)=[\"']?\w|(?:assistant\s+)?(?:to|recipient)=\w"
    r"|(?:json|assistant|tool_?calls?|function_?calls?|await|print)\s*[:=(]?\s*(?:[{\[<]|(?<=await\s)\w|(?<=print\()\w)|dict\(",
    re.IGNORECASE,
)
_LABEL = re.compile(r"(?:json|assistant|tool_?calls?|function_?calls?)\s*[:=]?\s*(?=[{\[<])", re.IGNORECASE)


def read(place: Place, offered: Offered) -> Answer:
    """Judge a word at the beginning of a line or a sentence."""
    text = place.text
    if not _MARK.match(text, place.at):
        return MORE if not place.whole and _may_become(place) else None
    if not place.whole:
        return HOLD
    label = _LABEL.match(text, place.at)
    at = label.end() if label else place.at
    block = block_at(text, at, offered, cut=place.cut)
    if block.calls:
        return Found(end=block.end, calls=block.calls)
    return Found(end=block.end) if block.end > at else None


def _may_become(place: Place) -> bool:
    begun = place.text[place.at : place.at + 40].lower().rstrip()
    return any(each.startswith(begun) or (begun.startswith(each) and len(begun) <= len(each) + 2) for each in WORDS)
