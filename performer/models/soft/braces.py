"""JSON objects in running text: where one ends, and what it says. Strict in value, linear in time."""

import json
import re
from typing import Final

from performer.models.soft.place import MORE, Undecided

LONGEST_OBJECT: Final = 32_768
"""Characters; an object that has not ended by then is none."""

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)|[{}]', re.DOTALL)


def end_of_object(text: str, at: int, *, whole: bool) -> int | Undecided | None:
    """Find the index after the object whose `{` stands at `at`; None when it never ends."""
    depth = 0
    for token in _TOKEN.finditer(text, at, at + LONGEST_OBJECT):
        depth += {"{": 1, "}": -1}.get(token.group(), 0)
        if depth == 0:
            return token.end()
    reached = len(text) - at >= LONGEST_OBJECT
    return None if whole or reached else MORE


def unended(text: str, at: int) -> int:
    """Tell how far an object that never ends is to be dropped."""
    return min(len(text), at + LONGEST_OBJECT)


def parse_object(text: str) -> dict[str, object] | None:
    """Read one JSON object, raw line ends in its strings allowed; None when it is anything else."""
    try:
        value = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
