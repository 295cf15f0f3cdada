"""Lines that quote somebody, `> like this`: calls in them are the viewer's, and are left out."""

import re
from collections.abc import Sequence

from performer.models.soft.place import MORE, Answer, Found, Place
from performer.models.soft.schema.offered import Offered

OPENERS: str = ">"
WORDS: Sequence[str] = ()

_LINE = re.compile(r"[^\n]*(?:\n|\Z)")
_CALLISH = re.compile(r"[{<\[]\s*[\"'|｜/:\w]|`{2,}|\bCALL\b|^>\s*[\w\-]+:\s", re.IGNORECASE)


def read(place: Place, offered: Offered) -> Answer:  # noqa: ARG001 - the forms are alike
    """Judge a line that begins with `>`: without its calls it would mean little, so all of it goes."""
    if not place.begins_line or place.text.startswith(">>", place.at):
        return None
    line = _LINE.match(place.text, place.at)
    assert line is not None
    if not place.whole and not line.group().endswith("\n"):
        return MORE
    return Found(end=line.end()) if _CALLISH.search(line.group()) else None
