"""Objects and lists that are written in a text: JSON, else Python's literals."""

import ast
import json
from typing import Final

_LONGEST: Final = 20_000
_AGAIN: Final = 3
"""How often a text may stand inside a text."""


def read_object(text: str) -> dict[str, object] | None:
    """Read an object out of a text that is one, even quoted once or twice; None when it is none, or cut off."""
    found: object = text
    for _ in range(_AGAIN):
        if not isinstance(found, str) or not found.strip().startswith(("{", '"', "'")):
            break
        found = _read(found.strip())
    return {str(key): value for key, value in found.items()} if isinstance(found, dict) else None


def read_list(text: str) -> list[object] | None:
    """Read a list out of a text that is one; None when it is none, or cut off."""
    found = _read(text.strip())
    return list(found) if isinstance(found, list | tuple) else None


def _read(text: str) -> object:
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        pass
    if len(text) > _LONGEST:
        return None
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None
