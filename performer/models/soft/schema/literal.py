"""Objects and lists that are written in a text, whole or not at all."""

import json
import re
from typing import Final

from performer.models.soft.data.literal import LONGEST, read_literal

_AGAIN: Final = 3
"""How often a text may stand inside a text."""
_QUOTED = re.compile(r"\s*\"")


def read_object(text: str) -> dict[str, object] | None:
    """Read an object out of a text that is one, even quoted once or twice; None when it is none, or cut off."""
    found: object = text
    for _ in range(_AGAIN):
        if not isinstance(found, str):
            break
        found = unquoted(found) if _QUOTED.match(found) else _whole(found)
    return {str(key): value for key, value in found.items()} if isinstance(found, dict) else None


def read_list(text: str) -> list[object] | None:
    """Read a list out of a text that is one; None when it is none, or cut off."""
    found = _whole(text)
    return found if isinstance(found, list) else None


def unquoted(text: str) -> object:
    """Read what a JSON string holds; None when the text is none."""
    if len(text) > LONGEST:
        return None
    try:
        return json.loads(text, strict=False)
    except ValueError:
        return None


def _whole(text: str) -> object:
    start = len(text) - len(text.lstrip())
    is_one = text.startswith(("{", "["), start) and len(text) - start <= LONGEST
    found = read_literal(text, start, words=True) if is_one else None
    is_whole = found is not None and not found.cut and not text[found.end :].strip()
    return found.value if found and is_whole else None
