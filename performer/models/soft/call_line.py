"""A call as a line of its own, `CALL name {"key": "value"}`: the form that `prompts/protocol.md` teaches."""

import re
from typing import Final

from performer.models.soft.braces import end_of_object, parse_object, unended
from performer.models.soft.envelope import call_of
from performer.models.soft.offered import LONGEST_NAME, Offered
from performer.models.soft.place import MORE, Answer, Found, Place

OPENERS: str = "cC"

_WORD: Final = "call"
_NAME = re.compile(r"(:?[ \t]*)([\w.-]*)(\s*)")
_FIRST = re.compile(r"\{\s*")


def read(place: Place, offered: Offered) -> Answer:
    """Judge a C at the start of a line: a call if `CALL`, a name and an object (or nothing at all) follow."""
    begun = place.text[place.at : place.at + len(_WORD)].lower()
    if not place.begins_line or not _WORD.startswith(begun):
        return None
    if len(begun) < len(_WORD):
        return None if place.whole else MORE
    head = _NAME.match(place.text, place.at + len(_WORD))
    assert head is not None
    gap, name, _ = head.groups()
    if (name and not gap) or len(name) > LONGEST_NAME:
        return None
    if head.end() == len(place.text) and not place.whole:
        return MORE
    return _named(place, offered, head) if name else None


def _named(place: Place, offered: Offered, head: re.Match[str]) -> Answer:
    if place.text[head.end() : head.end() + 1] == "{":
        return _with_object(place, offered, head)
    after = head.group(3)
    at_end = head.end() == len(place.text)
    if offered.find(head.group(2)) is None or not ("\n" in after or at_end):
        return None
    if at_end and place.cut:
        return Found(end=head.end())
    return Found(end=head.end(2), calls=call_of(head.group(2), {}, offered).offered)


def _with_object(place: Place, offered: Offered, head: re.Match[str]) -> Answer:
    first = _FIRST.match(place.text, head.end())
    assert first is not None
    if first.end() == len(place.text):
        return Found(end=len(place.text)) if place.whole else MORE
    if offered.find(head.group(2)) is None and place.text[first.end()] not in "\"'}":
        return None
    end = end_of_object(place.text, head.end(), whole=place.whole)
    if end is MORE:
        return MORE
    if end is None:
        return Found(end=unended(place.text, head.end()))
    assert isinstance(end, int)
    arguments = parse_object(place.text[head.end() : end])
    if arguments is None:
        return Found(end=end)
    calls = call_of(head.group(2), arguments, offered)
    return Found(end=end, calls=calls.offered, unknown=calls.unknown)
