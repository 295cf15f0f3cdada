"""The last resort for data that cannot be read as it stands: json-repair, on a short span that closes itself."""

import re
from typing import Final

LONGEST_SPAN: Final = 4096
"""Characters; json-repair takes its time."""

_TOKEN: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\Z)|[{}\[\]]', re.DOTALL)
_PIECE: Final = re.compile(r"[\"'{}\[\]:,]")


def end_of_span(text: str, at: int, stop: int) -> int | None:
    """Find the index after the bracket that closes the one at `at`, strings left out; None when it is not near."""
    depth = 0
    for token in _TOKEN.finditer(text, at, min(stop, at + LONGEST_SPAN)):
        if token.group() in "{[":
            depth += 1
        elif token.group() in "}]":
            depth -= 1
            if depth == 0:
                return token.end()
    return None


def rescued(text: str) -> object:
    """Repair a literal that closes itself; gives a dictionary or list, or None when nothing good comes of it."""
    from json_repair import repair_json  # its import costs more than most shows ever need of it

    try:
        value = repair_json(text, return_objects=True, skip_json_loads=True)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict | list) and not _is_bent(value) else None


def _is_bent(value: object) -> bool:
    """Tell whether pieces of the data became keys."""
    if isinstance(value, dict):
        return any(_PIECE.search(str(key)) or _is_bent(item) for key, item in value.items())
    return isinstance(value, list) and any(_is_bent(item) for item in value)
