"""Objects in curly brackets: calls when they stand free, otherwise data or an example, which is not spoken either."""

import re
from collections.abc import Sequence

from performer.models.soft.data.literal import read_literal
from performer.models.soft.envelope import calls_in
from performer.models.soft.noise import AFTER
from performer.models.soft.place import HOLD, MORE, Answer, Found, Place
from performer.models.soft.schema.offered import Offered

OPENERS: str = "{"
WORDS: Sequence[str] = ()

_OBJECT = re.compile(r"\{\s*(?:[\"'“”„‘’}{:\[]|<\||\\\"|[A-Za-z_][\w\-]{0,60}\s*(?:[:=]|=>))")
_BEGUN = re.compile(r"\{\s*(?:[A-Za-z_][\w\-]{0,60}\s*=?|<|\\)?\Z")
_NEXT = re.compile(r"\s*[;,]\s*(?=[{\[])")


def read(place: Place, offered: Offered) -> Answer:
    """Judge a `{`: speech unless what follows looks like a key."""
    if not _OBJECT.match(place.text, place.at):
        return MORE if not place.whole and _BEGUN.match(place.text, place.at) else None
    return _object(place, offered) if place.whole else HOLD


def _object(place: Place, offered: Offered) -> Answer:
    literal = read_literal(place.text, place.at)
    if literal is None:
        return None
    calls = tuple(calls_in(literal, offered))
    after = AFTER.match(place.text, literal.end) if calls else None
    end = after.end() if after else literal.end
    separator = _NEXT.match(place.text, end)
    return Found(end=separator.end() if separator else end, calls=calls, bare=True, back=_name_before(place, offered))


def _name_before(place: Place, offered: Offered) -> int:
    """Count the letters of a tool's name right before: where it begins no call it belongs to the data."""
    word = place.word.lstrip("*\"'“„«‘「『(`[<$@!/&#")
    return len(word) if word and offered.find(word, misspelt=False) else 0
