"""A call as one bare JSON object, at the start of a line or after a finished sentence.

An object anywhere else is data or an example: it never runs, and it is not spoken either.
"""

import re

from performer.models.soft.braces import end_of_object, parse_object, unended
from performer.models.soft.envelope import calls_in
from performer.models.soft.offered import Offered
from performer.models.soft.place import MORE, Answer, Found, Place

OPENERS: str = "{"

_FIRST = re.compile(r"\{\s*")
_SEPARATOR = re.compile(r"[ \t]*[,;]?")


def read(place: Place, offered: Offered) -> Answer:
    """Judge a `{`: speech unless a quote follows, as in JSON."""
    first = _FIRST.match(place.text, place.at)
    assert first is not None
    if first.end() == len(place.text):
        return Found(end=len(place.text)) if place.whole else MORE
    if place.text[first.end()] not in "\"'}":
        return None
    return _object(place, offered)


def _object(place: Place, offered: Offered) -> Answer:
    end = end_of_object(place.text, place.at, whole=place.whole)
    if end is MORE:
        return MORE
    if end is None:
        return Found(end=unended(place.text, place.at))
    assert isinstance(end, int)
    separator = _SEPARATOR.match(place.text, end)
    assert separator is not None
    if separator.end() == len(place.text) and not place.whole:
        return MORE
    value = parse_object(place.text[place.at : end])
    if value is None or not place.begins_sentence:
        return Found(end=separator.end())
    calls = calls_in(value, offered)
    return Found(end=separator.end(), calls=calls.offered, unknown=calls.unknown)
