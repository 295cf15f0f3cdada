"""Thinking aloud between its marks: neither spoken nor obeyed."""

import re
from collections.abc import Sequence
from typing import Final

from performer.models.soft.place import MORE, Answer, Found, Place
from performer.models.soft.schema.offered import Offered
from performer.models.soft.thinking import BARE_CLOSE, OPEN, close_of

OPENERS: str = "<["
WORDS: Sequence[str] = ()

_BEGUN: Final = re.compile(r"[<\[](?:/?[A-Za-z_:]{0,14}|[|｜][\w▁]{0,20}[|｜]?)\Z")
"""What may still become a mark."""


def read(place: Place, offered: Offered) -> Answer:  # noqa: ARG001 - the forms are alike
    """Judge what may be a mark around thinking; a close mark that closes nothing is dropped."""
    opening = OPEN.match(place.text, place.at)
    if opening is not None:
        return Found(end=opening.end(), skip_to=close_of(opening.group()))
    close = BARE_CLOSE.match(place.text, place.at)
    if close is not None:
        return Found(end=close.end())
    return MORE if not place.whole and _BEGUN.match(place.text, place.at) else None
