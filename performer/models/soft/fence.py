"""A call as JSON in a fence of backticks, where a line or a sentence begins.

Whatever else is fenced is for the eye: it never runs and is not spoken.
"""

import re

from performer.models.soft.braces import end_of_object, parse_object
from performer.models.soft.envelope import Calls, calls_in
from performer.models.soft.offered import Offered
from performer.models.soft.place import MORE, Answer, Found, Place

OPENERS: str = "`"

_TICKS = re.compile(r"`+")
_CLOSE = re.compile(r"`{3,}")
_INFO = re.compile(r"[\w+-]*\s*")
_BETWEEN = re.compile(r"[\s,;]*")


def read(place: Place, offered: Offered) -> Answer:
    """Judge a run of backticks: fewer than three are speech's own business."""
    ticks = _TICKS.match(place.text, place.at)
    assert ticks is not None
    if ticks.end() == len(place.text) and not place.whole:
        return MORE
    if len(ticks.group()) < 3:
        return None
    close = _CLOSE.search(place.text, ticks.end())
    if close is None or (close.end() == len(place.text) and not place.whole):
        return _fenced(place, ticks.end(), len(place.text), len(place.text), offered) if place.whole else MORE
    return _fenced(place, ticks.end(), close.start(), close.end(), offered)


def _fenced(place: Place, begins: int, ends: int, after: int, offered: Offered) -> Found:
    calls = _calls(place.text[begins:ends], offered) if place.begins_sentence else Calls()
    return Found(end=after, calls=calls.offered, unknown=calls.unknown)


def _calls(body: str, offered: Offered) -> Calls:
    """Read a body that is nothing but calls; one thing that is none makes all of it an example."""
    info = _INFO.match(body)
    assert info is not None
    at = info.end()
    calls = Calls()
    while at < len(body):
        end = end_of_object(body, at, whole=True) if body[at] == "{" else None
        value = parse_object(body[at:end]) if isinstance(end, int) else None
        one = calls_in(value, offered) if value is not None else Calls()
        if not one or not isinstance(end, int):
            return Calls()
        calls += one
        between = _BETWEEN.match(body, end)
        assert between is not None
        at = between.end()
    return calls
