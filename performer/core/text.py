"""Helpers for texts: UTC times, texts inside JSON values, invisible characters, safe JSON lines and near misses."""

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, ValuesView
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Final, Literal

from performer.core.own_text import OwnText, join_own, own

_BEGAN: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)


def to_ms(at: datetime) -> int:
    """Return a time as whole milliseconds since 1970, as the database stores it."""
    return (at - _BEGAN) // _MILLISECOND


def parse_ms(ms: int) -> datetime:
    """Return the time that `to_ms` turned into milliseconds."""
    return _BEGAN + ms * _MILLISECOND


def format_iso(at: datetime, timespec: Literal["seconds", "milliseconds"] = "seconds") -> str:
    """Format a UTC time as JSON has it, such as `2026-11-22T13:37:00Z`."""
    return at.isoformat(timespec=timespec).replace("+00:00", "Z")


MOST_DEPTH: Final = 50
"""The most levels of nested arguments; deeper ones would exhaust the stack of code that walks through them."""
_BLANK: Final = re.compile(r"[^\S ]")


def restore_lines(written: str, passed: str) -> str:
    """Return a text in its own lines, if the guard has only folded it to one line; else as the guard passed it."""
    if passed != " ".join(written.split()):
        return passed
    return "\n".join(_BLANK.sub(" ", line).rstrip() for line in written.strip().splitlines())


def map_texts(value: object, change: Callable[[str], str]) -> object:
    """Change each text of a JSON value, keys too, however deep it stands."""
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
    """Change each text of a tool call's arguments, keys too."""
    return {change(str(key)): map_texts(each, change) for key, each in arguments.items()}


def merge_trees(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Return a tree of tables in which what stands above wins, key by key."""
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        merged[key] = merge_trees(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


def is_too_deep(value: object) -> bool:
    """Whether a value is nested more deeply than `MOST_DEPTH`."""
    within: list[object] = [value]
    for _ in range(MOST_DEPTH + 1):
        holders = [each.values() if isinstance(each, Mapping) else each for each in within]
        within = [inner for each in holders if isinstance(each, ValuesView | list | tuple) for inner in each]
    return bool(within)


_KINDS: Final = frozenset({"Cc", "Cf", "Cs", "Co"})
FILLERS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Fillers and joiners that Unicode counts as letters, marks or signs."""
_SELECTORS: Final = (range(0xFE00, 0xFE10), range(0xE0000, 0xE1000))
"""Variation selectors and tags: whole hidden messages are written in them."""


@lru_cache(maxsize=4096)
def is_unseen(character: str) -> bool:
    """Whether a character is invisible; a control character is, line breaks included."""
    code = ord(character)
    is_selector = any(code in each for each in _SELECTORS)
    return is_selector or character in FILLERS or unicodedata.category(character) in _KINDS


def format_json_line(value: Any) -> str:
    """Format a value as one line of JSON, without the line feed; an object that JSON does not know becomes its `str`.

    Letters of all scripts stay; control characters, line and paragraph separators, marks that turn the direction of
    writing, and all other invisible characters are escaped, so that none can break or steer a terminal.
    """
    return _escape_unseen(json.dumps(value, ensure_ascii=False, default=str))


def format_json_lines(value: Any) -> str:
    """Format a value as JSON over several indented lines, escaped as `format_json_line` does."""
    return "\n".join(map(_escape_unseen, json.dumps(value, ensure_ascii=False, default=str, indent=2).split("\n")))


def _escape_unseen(line: str) -> str:
    return line if line.isprintable() else "".join(map(_escape, line))


def _escape(character: str) -> str:
    if character.isprintable():
        return character
    return json.dumps(character)[1:-1] if ord(character) != _DELETE else "\\u007f"


_DELETE = 0x7F
"""The one control character that `json.dumps` leaves as it is."""


def make_printable(text: str) -> str:
    """Replace each control character, which might steer a terminal, by a blank."""
    return "".join(each if each.isprintable() else " " for each in text)


_LIKELY = 60.0
"""The least percent of similarity of a name that is offered."""
_CLOSE = 10.0
"""The most percent by which another offered name is less similar than the best."""


def find_nearest(word: str, names: Iterable[str], *, count: int = 3, likely: float = _LIKELY) -> list[str]:
    """Return the names that are most similar to a word, the most similar first; empty when none is."""
    from rapidfuzz import fuzz, process, utils  # only a misprint needs it

    found = process.extract(word, list(names), scorer=fuzz.WRatio, processor=utils.default_process, limit=count)
    best = max((score for _, score, _ in found), default=0.0)
    return [name for name, score, _ in found if score >= max(likely, best - _CLOSE)]


def format_guess(names: Iterable[str]) -> OwnText:
    """Return `Did you mean 'wave' or 'wow'?`."""
    return own("Did you mean {near}?", near=join_own(" or ", map(repr, names)))


def format_near_miss(word: str, names: Iterable[str]) -> OwnText:
    """Return `Did you mean 'wave' or 'wow'?`, or the whole choice when no name is similar."""
    known = sorted(names)
    near = find_nearest(word, known)
    if near:
        return format_guess(near)
    return own("Known are {known}.", known=join_own(", ", known)) if known else own("There is none at all.")
