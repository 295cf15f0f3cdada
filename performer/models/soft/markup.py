"""Tags, special tokens and thinking: never a call by themselves, and never spoken."""

import re
from typing import Final

from performer.models.soft.offered import Offered
from performer.models.soft.place import MORE, Answer, Found, Place

OPENERS: str = "<"

_LONGEST_TAG: Final = 80
_INSIDE = re.compile(r"[^<>\n]*")
_BEGINS = re.compile(r"[/|｜!]?[A-Za-z_|｜\"]|[/|｜!]")
_THINKING: Final = frozenset({"think", "thinking", "thought", "reasoning"})


def read(place: Place, offered: Offered) -> Answer:  # noqa: ARG001 - the forms are alike
    """Judge a `<`: a tag if a name and a `>` follow on the line, and a heart otherwise."""
    inside = _INSIDE.match(place.text, place.at + 1, place.at + 1 + _LONGEST_TAG)
    assert inside is not None
    tag, end = inside.group(), inside.end()
    if tag and not _BEGINS.match(tag):
        return None
    if end == len(place.text):
        return Found(end=end) if place.whole else MORE
    if not tag or place.text[end] != ">":
        return None
    name = tag.strip().lower()
    return Found(end=end + 1, skip_to=f"</{name}>" if name in _THINKING else "")
