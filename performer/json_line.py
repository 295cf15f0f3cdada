"""JSON, that whatever stands in it can neither break nor steer the terminal it is shown on."""

import json
from collections.abc import Mapping
from typing import Any


def json_line(value: Any) -> str:
    """Write a value as one line of JSON, without the line feed; what has no form in JSON is written as its text.

    Letters of all scripts stay; control characters, line and paragraph separators, marks that turn the direction of
    writing, and all else that cannot be seen are escaped, as JSON escapes.
    """
    return _seen(json.dumps(value, ensure_ascii=False, default=str))


def json_lines(value: Mapping[str, Any]) -> str:
    """Write an object as JSON over several lines, for people and programs alike; else it is as `json_line` has it."""
    return "\n".join(map(_seen, json.dumps(value, ensure_ascii=False, default=str, indent=2).split("\n")))


def _seen(line: str) -> str:
    return line if line.isprintable() else "".join(map(_escaped, line))


def _escaped(character: str) -> str:
    if character.isprintable():
        return character
    return json.dumps(character)[1:-1] if ord(character) != _DELETE else "\\u007f"


_DELETE = 0x7F
"""The one control character that `json.dumps` leaves as it is."""
