"""The last resort for data that cannot be read as it stands: json-repair, on a short span that closes itself."""

import re
from typing import Final

LONGEST_SPAN: Final = 4096
"""Characters; json-repair takes its time."""

_TOKEN: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\Z)|[{}\[\]]', re.DOTALL)


def rescued(text: str, at: int, stop: int) -> tuple[object, int] | None:
    """Repair the literal at `at` if its own bracket closes it soon.

    Returns:
        The dictionary or list and the index after it; None when there is none, or no repair.
    """
    end = _end(text, at, min(stop, at + LONGEST_SPAN))
    if end is None:
        return None
    from json_repair import repair_json  # its import costs more than most shows ever need of it

    try:
        value = repair_json(text[at:end], return_objects=True, skip_json_loads=True)
    except (ValueError, RecursionError):
        return None
    return (value, end) if isinstance(value, dict | list) else None


def _end(text: str, at: int, stop: int) -> int | None:
    depth = 0
    for token in _TOKEN.finditer(text, at, stop):
        if token.group() in "{[":
            depth += 1
        elif token.group() in "}]":
            depth -= 1
            if depth == 0:
                return token.end()
    return None
