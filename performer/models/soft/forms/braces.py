"""Objects in curly brackets: calls when they stand free, otherwise data or an example, which is not spoken either."""

import re
from collections.abc import Sequence

from performer.models.soft.data.literal import Literal, read_literal
from performer.models.soft.envelope import calls_in
from performer.models.soft.noise import AFTER
from performer.models.soft.place import HOLD, MORE, Answer, Found, Place
from performer.models.soft.schema.offered import Offered
from performer.models.soft.unopened import is_unopened, may_be_unopened, unopened_at

OPENERS: str = "{\"'a"
WORDS: Sequence[str] = ("name", "tool", "function", "action")

_OBJECT = re.compile(r"[\"']?\{\s*(?:[\"'“”„‘’}{:\[]|<\||\\\"|[A-Za-z_][\w\-]{0,60}\s*(?:[:=]|=>))")
_BEGUN = re.compile(r"[\"']?\{\s*(?:[A-Za-z_][\w\-]{0,60}\s*=?|<|\\)?\Z|[\"']\Z")
_NEXT = re.compile(r"\s*(?:[;,]|and\b)\s*(?=[{\[])")


def read(place: Place, offered: Offered) -> Answer:
    """Judge a `{`, or what may have lost it: speech unless what follows looks like a key."""
    text, at = place.text, place.at
    if (text[at] in "{\"'" and _OBJECT.match(text, at)) or is_unopened(text, at, offered):
        return _object(place, offered) if place.whole else HOLD
    if place.whole:
        return None
    begun = text[at] in "{\"'" and _BEGUN.match(text, at)
    return MORE if begun or may_be_unopened(text, at) else None


def _object(place: Place, offered: Offered) -> Answer:
    quote = place.text[place.at] if place.text[place.at] in "\"'" else ""
    literal = unopened_at(place.text, place.at, offered) or read_literal(place.text, place.at + len(quote))
    if literal is None:
        return None
    calls = tuple(calls_in(literal, offered))
    if quote and not calls:
        return None
    end = _behind(place.text, literal, quote) if calls else literal.end
    separator = _NEXT.match(place.text, end)
    back = _name_before(place, offered)
    return Found(end=separator.end() if separator else end, calls=calls, bare=True, back=back)


def _name_before(place: Place, offered: Offered) -> int:
    """Count the letters of a tool's name right before: where it begins no call it belongs to the data."""
    word = place.word.lstrip("*\"'“„«‘「『(`[<$@!/&#")
    return len(word) if word and offered.find(word, misspelt=False) else 0


def _behind(text: str, literal: Literal, quote: str) -> int:
    closed = literal.end + 1 if quote and text.startswith(quote, literal.end) else literal.end
    after = AFTER.match(text, closed)
    assert after is not None
    return after.end()
