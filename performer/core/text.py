"""Near misses: the sentence that offers what somebody probably meant.

Instants of wall time as they are written down, in UTC: whole milliseconds in the database, ISO 8601 in JSON.

All texts inside a JSON value, such as a call's arguments, changed alike; and a text in its own lines again.

The unseen: characters that stand in a text, and that nobody sees.

JSON, that whatever stands in it can neither break nor steer the terminal it is shown on.

Foreign words, as a terminal may print them.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Final, Literal

from rapidfuzz import fuzz, process, utils

_BEGAN: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)


def to_ms(at: datetime) -> int:
    """Write an instant as whole milliseconds since 1970; what is less than one is left out."""
    return (at - _BEGAN) // _MILLISECOND


def parse_ms(ms: int) -> datetime:
    """Read what `ms_of` wrote."""
    return _BEGAN + ms * _MILLISECOND


def format_iso(at: datetime, timespec: Literal["seconds", "milliseconds"] = "seconds") -> str:
    """Write an instant of UTC as JSON has it, such as `2026-11-22T13:37:00Z`."""
    return at.isoformat(timespec=timespec).replace("+00:00", "Z")


MOST_DEPTH: Final = 50
"""How deep arguments may be nested; what is deeper is no argument, and would exhaust whoever walks through it."""
_BLANK: Final = re.compile(r"[^\S ]")


def restore_lines(written: str, passed: str) -> str:
    """Give a text that went through the guard, which folds it to one line, in its own lines; changed else, as it is.

    Args:
        written: As it went in.
        passed: As it came out.
    """
    if passed != " ".join(written.split()):
        return passed
    return "\n".join(_BLANK.sub(" ", line).rstrip() for line in written.strip().splitlines())


def map_texts(value: object, change: Callable[[str], str]) -> object:
    """Change each text of it, keys too, however deep it stands."""
    match value:
        case str():
            return change(value)
        case Mapping():
            return map_arguments(value, change)
        case list() | tuple():
            return [map_texts(each, change) for each in value]
        case _:
            return value


def map_arguments(arguments: Mapping[str, object], change: Callable[[str], str]) -> dict[str, object]:
    """Change each text of a call's arguments."""
    return {change(str(key)): map_texts(each, change) for key, each in arguments.items()}


def is_too_deep(value: object) -> bool:
    """Tell whether a value is nested deeper than any argument is."""
    within = [value]
    for _ in range(MOST_DEPTH + 1):
        within = [inner for each in within for inner in _inner(each)]
    return bool(within)


def _inner(value: object) -> Iterable[object]:
    match value:
        case Mapping():
            return value.values()
        case list() | tuple():
            return value
        case _:
            return ()


_KINDS: Final = frozenset({"Cc", "Cf", "Cs", "Co"})
FILLERS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Fillers and joiners that count as letters, marks or signs."""
_SELECTORS: Final = (range(0xFE00, 0xFE10), range(0xE0000, 0xE1000))
"""Variation selectors and tags: whole hidden messages are written in them."""


@lru_cache(maxsize=4096)
def is_unseen(character: str) -> bool:
    """Whether a character leaves no trace where it is shown; a control character is unseen, line breaks included."""
    code = ord(character)
    is_selector = any(code in each for each in _SELECTORS)
    return is_selector or character in FILLERS or unicodedata.category(character) in _KINDS


def format_json_line(value: Any) -> str:
    """Write a value as one line of JSON, without the line feed; what has no form in JSON is written as its text.

    Letters of all scripts stay; control characters, line and paragraph separators, marks that turn the direction of
    writing, and all else that cannot be seen are escaped, as JSON escapes.
    """
    return _make_seen(json.dumps(value, ensure_ascii=False, default=str))


def format_json_lines(value: Mapping[str, Any]) -> str:
    """Write an object as JSON over several lines, for people and programs alike; else it is as `json_line` has it."""
    return "\n".join(map(_make_seen, json.dumps(value, ensure_ascii=False, default=str, indent=2).split("\n")))


def _make_seen(line: str) -> str:
    return line if line.isprintable() else "".join(map(_escape, line))


def _escape(character: str) -> str:
    if character.isprintable():
        return character
    return json.dumps(character)[1:-1] if ord(character) != _DELETE else "\\u007f"


_DELETE = 0x7F
"""The one control character that `json.dumps` leaves as it is."""


def make_printable(text: str) -> str:
    """Leave no control character for a terminal to obey: each becomes a blank."""
    return "".join(each if each.isprintable() else " " for each in text)


_LIKELY = 60.0
"""Percent of similarity above which a name is worth offering."""
_CLOSE = 10.0
"""Percent by which a name may be less similar than the best and still be offered beside it."""


def find_nearest(word: str, names: Iterable[str], *, count: int = 3, likely: float = _LIKELY) -> list[str]:
    """Find the names most like a word, the most alike first; maybe none."""
    found = process.extract(word, list(names), scorer=fuzz.WRatio, processor=utils.default_process, limit=count)
    best = max((score for _, score, _ in found), default=0.0)
    return [name for name, score, _ in found if score >= max(likely, best - _CLOSE)]


def format_near_miss(word: str, names: Iterable[str]) -> str:
    """Write `Did you mean 'wave' or 'wow'?`, or the whole choice when nothing is near."""
    known = sorted(names)
    near = find_nearest(word, known)
    if near:
        return f"Did you mean {' or '.join(repr(each) for each in near)}?"
    return f"Known are {', '.join(known)}." if known else "There is none at all."
