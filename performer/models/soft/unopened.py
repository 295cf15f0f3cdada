"""Objects of calls whose beginning is lost or wrong: `"name": "play_sfx", …}`, `{"play_sfx", …}`, `"{"name": …}"`."""

import re
from dataclasses import replace
from typing import Final

from performer.models.soft.data.literal import LONGEST, Literal, read_literal
from performer.models.soft.schema.offered import Offered

_KEYS: Final = ("name", "tool", "tool_name", "function", "function_name", "action")
_NAME: Final = r"[\"']([\w.\-]{1,80})[\"']"
_BEGINNINGS: Final = (
    (re.compile(rf"(?=[\"'](?:{'|'.join(_KEYS)})[\"']\s*:\s*{_NAME}\s*,)"), "{"),
    (re.compile(rf"\{{?(?=(?:{'|'.join(_KEYS)})\"\s*:\s*{_NAME}\s*,)"), '{"'),
    (re.compile(rf"\{{(?=\s*{_NAME}\s*,\s*[\"'][\w\-]{{1,60}}[\"']\s*:)"), '{"name": '),
    (re.compile(rf"\{{\s*{_NAME}\s*,\s*(?=\{{)"), ""),
)
"""Each a beginning as printed, with the tool's name, and what it must have been."""
_WHOLE: Final = ('{"name":', '{"function":', '{"tool', "<")
_ODD = re.compile(rf"[\"']?(?:{'|'.join(_KEYS)})[\"']\s*:|\{{(?:[a-z_]{{4,13}}\"|\s*[\"'][\w.\-]{{1,80}}[\"']\s*,)")
"""Whether it is worth a closer look."""
_BEGUN = re.compile(r"[{\"']{0,2}[A-Za-z_]{0,13}[\"']?\s*:?\s*[\"']?[\w.\-]{0,80}[\"']?\s*,?\s*\Z")


def unopened_at(text: str, at: int, offered: Offered) -> Literal | None:
    """Read an object at a place as if it had begun in order; None when no tool on offer is named there.

    Args:
        text: A whole text.
        at: The index of its first character, or of the quote around it.
        offered: The tools on offer.
    """
    found = _found(text, at, offered)
    if found is None:
        return None
    beginning, right = found
    right = right or f'{{"name": "{beginning.group(1)}", "arguments": '
    literal = read_literal(right + text[beginning.end() : at + LONGEST], 0)
    return replace(literal, end=beginning.end() + literal.end - len(right)) if literal else None


def is_unopened(text: str, at: int, offered: Offered) -> bool:
    """Tell whether `unopened_at` has something to read."""
    return _found(text, at, offered) is not None


def may_be_unopened(text: str, at: int) -> bool:
    """Tell whether what stands at the end of a growing text may become such an object."""
    word = text[at : at + 20].lstrip("{\"'").partition('"')[0].partition("'")[0]
    may_be = text[at] == "{" or any(key.startswith(word) for key in _KEYS)
    return may_be and _BEGUN.match(text, at) is not None


def _found(text: str, at: int, offered: Offered) -> tuple[re.Match[str], str] | None:
    if text.startswith(_WHOLE, at) or not _ODD.match(text, at):
        return None
    for pattern, right in _BEGINNINGS:
        beginning = pattern.match(text, at)
        if beginning is not None and offered.find(beginning.group(1)) is not None:
            return beginning, right
    return None
