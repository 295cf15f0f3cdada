"""Sentences about a wrong key or value: where it stands, what was written, and what was expected."""

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, get_args

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from performer.config.config import Config
from performer.config.keys import Key, find_field, format_key, join_tool_key
from performer.core.redact.redact import mask_secrets
from performer.core.settings import explain_fields
from performer.core.storable_text import shorten
from performer.core.text import find_nearest, format_near_miss
from performer.tools.settings import ToolsSettings

_EXPECTED: Final = {
    "tuple_type": "Expected a list: [one, another], or tables, each under a line with the name in two pairs of [ ]",
    "model_type": 'Expected a table: { name = "value" }',
}
"""Our words for types that pydantic names by words that are none of TOML's."""

_MOST_REPEATED: Final = 200
"""Characters of a value that an error repeats."""


def format_errors(errors: Iterable[ErrorDetails], where: Callable[[Key], str]) -> Iterator[str]:
    """Yield a sentence for each wrong key, with the nearest right key; a secret is not repeated.

    `where` returns the file, or the other layer, that a key was written in.
    """
    by_place: dict[tuple[Key, str], list[ErrorDetails]] = {}
    for error in errors:
        by_place.setdefault((_find_key(error), _format_entry(error["loc"])), []).append(error)
    for (key, entry), found_there in by_place.items():
        yield _format_error(key, entry, found_there, where(key))


def format_name_error(key: Key, where: str, name: str, why: str) -> str:
    """Return a sentence about a wrong name in a key or in its value."""
    said = f"Config '{format_key(key)}' ({where})"
    return f"{said}: {why}" if key[-1] == name else f"{said} has value {format_value(key[-1], name)}. {why}"


def _format_error(key: Key, entry: str, errors: Sequence[ErrorDetails], where: str) -> str:
    error = errors[0]
    if error["type"] == "missing":
        about = explain_fields(_find_settings(key[:-1]))[key[-1]].description
        return f"Config '{format_key(key)}'{entry} ({where}) is missing. {about}"
    value = format_value(key[-1] if key else "", error["input"])
    return f"Config '{format_key(key)}'{entry} ({where}) has value {value}. {_explain(key, errors)}"


def _explain(key: Key, errors: Sequence[ErrorDetails]) -> str:
    error = errors[0]
    if error["type"] == "extra_forbidden":
        return f"There is no such key. {_guess_meant(key, error['input'])}"
    if error["type"] == "literal_error":
        return _format_choice(error.get("ctx", {}).get("expected", ""), error["input"])
    if error["type"] == "model_type" and key[:1] == ("tools",) and key[-1] not in ToolsSettings.model_fields:
        return f"There is no such key. {format_near_miss(format_key(key), _list_neighbours(key))}"
    expected = " or ".join(dict.fromkeys(_format_expected(each, alone=len(errors) == 1) for each in errors))
    return f"{expected}{'' if expected.endswith('?') else '.'}"


def _format_expected(error: ErrorDetails, *, alone: bool) -> str:
    said = _EXPECTED.get(error["type"], error["msg"].removeprefix("Value error, ").rstrip("."))
    return said if alone else said.partition(",")[0]


def _guess_meant(key: Key, value: object) -> str:
    """Return a sentence about what an unknown key was probably meant to be."""
    if key[0] == "tools" and len(key) == 3 and isinstance(value, dict):
        meant = format_key(join_tool_key((*key, *_follow_tables(value))))
        return f"A name with dots in it stands in quotes: [{meant}]."
    if key[0] == "tools" and key[-1] == "calls_per_min":
        return f'Write rate = "{value}/min".'
    return format_near_miss(format_key(key), _list_neighbours(key))


def _follow_tables(value: Mapping[str, object]) -> Iterator[str]:
    """Yield the names of tables in each other for as long as each holds nothing but the next."""
    names = list(value)
    inner = value[names[0]] if len(names) == 1 else None
    if isinstance(inner, dict):
        yield names[0]
        yield from _follow_tables(inner)


def _format_choice(expected: str, value: object) -> str:
    """Return the values that a setting may have, and which one was probably meant."""
    near = find_nearest(str(value), re.findall(r"'([^']*)'", expected), count=1)
    return f"Expected {expected}.{f' Did you mean {near[0]!r}?' if near else ''}"


def format_value(name: str, value: object) -> str:
    """Format a value as an error may repeat it, without secrets; of a long one the beginning."""
    return shorten(repr(mask_secrets(value, name)), _MOST_REPEATED)


def _format_entry(loc: tuple[int | str, ...]) -> str:
    """Return which member of a list an error is about, counted from 1 as people do."""
    numbers = [at + 1 for name, at in itertools.pairwise(loc) if isinstance(name, str) and isinstance(at, int)]
    return f" of entry {numbers[0]}" if numbers else ""


def _find_key(error: ErrorDetails) -> Key:
    """Return the key that an error is about, without pydantic's names for the kinds of its value."""
    key = tuple(part for part in error["loc"] if isinstance(part, str))
    if error["type"] in {"extra_forbidden", "missing"}:
        return key
    return key[: find_field(Config, key, in_lists=True)[1]]


def _list_neighbours(key: Key) -> list[str]:
    """List the keys and sections beside which an unknown key was written."""
    *path, _ = key
    return [format_key((*path, name)) for name in _find_settings(path).model_fields]


def _find_settings(path: Sequence[str]) -> type[BaseModel]:
    """Find the settings class of a section, or of the tables of a list."""
    settings, _ = find_field(Config, tuple(path), in_lists=True)
    settings = next(iter(get_args(settings)), settings)
    assert isinstance(settings, type)
    return settings
