"""Objects in curly brackets: calls when they stand free, otherwise data or an example, which is not spoken either."""

import re
from collections.abc import Sequence

from performer.models.toolcalls.text.call_objects import can_become_unopened, find_calls, is_unopened, read_unopened
from performer.models.toolcalls.text.data.literal import Literal, read_literal
from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, FormPlace, Found
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.speech import AFTER

OPENERS: str = "{\"'a"
WORDS: Sequence[str] = ("name", "tool", "function", "action")

_OBJECT = re.compile(r"[\"']?\{\s*(?:[\"'“”„‘’}{:\[]|<\||\\\"|[A-Za-z_][\w\-]{0,60}\s*(?:[:=]|=>))")
_BEGUN = re.compile(r"[\"']?\{\s*(?:[A-Za-z_][\w\-]{0,60}\s*=?|<|\\)?\Z|[\"']\Z")
_NEXT = re.compile(r"\s*(?:[;,]|and\b)\s*(?=[{\[])")


def read(place: FormPlace, offered: OfferedTools) -> Answer:
    """Judge a `{`, or what may have lost it: speech unless what follows looks like a key."""
    text, at = place.text, place.at
    if (text[at] in "{\"'" and _OBJECT.match(text, at)) or is_unopened(text, at, offered):
        return _object(place, offered) if place.whole else HOLD
    if place.whole:
        return None
    begun = text[at] in "{\"'" and _BEGUN.match(text, at)
    return MORE if begun or can_become_unopened(text, at) else None


def _object(place: FormPlace, offered: OfferedTools) -> Answer:
    quote = place.text[place.at] if place.text[place.at] in "\"'" else ""
    literal = read_unopened(place.text, place.at, offered) or read_literal(place.text, place.at + len(quote))
    if literal is None:
        return None
    calls = tuple(find_calls(literal, offered))
    if quote and not calls:
        return None
    end = _behind(place.text, literal, quote) if calls else literal.end
    separator = _NEXT.match(place.text, end)
    back = _name_before(place, offered)
    return Found(end=separator.end() if separator else end, calls=calls, bare=True, back=back)


def _name_before(place: FormPlace, offered: OfferedTools) -> int:
    """Count the letters of a tool's name right before: where it begins no call it belongs to the data."""
    word = place.word.lstrip("*\"'“„«‘「『(`[<$@!/&#")
    return len(word) if word and offered.find(word, misspelt=False) else 0


def _behind(text: str, literal: Literal, quote: str) -> int:
    closed = literal.end + 1 if quote and text.startswith(quote, literal.end) else literal.end
    after = AFTER.match(text, closed)
    assert after is not None
    return after.end()
