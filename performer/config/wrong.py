"""What is said about a wrong key or value: where it stands, what was written, and what was expected."""

import itertools
import re
from collections.abc import Iterable
from typing import Any, Final, get_args

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from performer.config.config import Config
from performer.masked import masked
from performer.near import near_miss, nearest

_EXPECTED: Final = {
    "tuple_type": "Expected a list: [one, another], or tables, each under a line with the name in two pairs of [ ]",
    "model_type": 'Expected a table: { name = "value" }',
}
"""What pydantic says in words that are none of TOML's."""


def sentence(error: ErrorDetails, where: str) -> str:
    """Say what is wrong, and the nearest right key; a secret is not repeated.

    Args:
        error: As pydantic found it.
        where: The file, or whatever else it was written in.
    """
    key = tuple(part for part in error["loc"] if isinstance(part, str))
    said = f"Config '{'.'.join(key)}'{_entry(error['loc'])} ({where})"
    if error["type"] == "missing":
        return f"{said} is missing. {_settings_at(key[:-1]).model_fields[key[-1]].description}"
    said = f"{said} has value {shown(key[-1] if key else '', error['input'])}."
    if error["type"] == "extra_forbidden":
        return f"{said} There is no such key. {near_miss('.'.join(key), _neighbours(key))}"
    if error["type"] == "literal_error":
        return f"{said} {_choice(error.get('ctx', {}).get('expected', ''), error['input'])}"
    expected = _EXPECTED.get(error["type"], error["msg"].removeprefix("Value error, ").rstrip("."))
    return f"{said} {expected}{'' if expected.endswith('?') else '.'}"


def _choice(expected: str, value: object) -> str:
    """Name all that a setting may be, and which of it was probably meant."""
    near = nearest(str(value), re.findall(r"'([^']*)'", expected), count=1)
    return f"Expected {expected}.{f' Did you mean {near[0]!r}?' if near else ''}"


def shown(name: str, value: object) -> str:
    """Write a value as an error may repeat it."""
    return repr(masked(value, name))


def _entry(loc: tuple[int | str, ...]) -> str:
    """Tell which member of a list it is about, counted from 1 as people do."""
    numbers = [at + 1 for name, at in itertools.pairwise(loc) if isinstance(name, str) and isinstance(at, int)]
    return f" of entry {numbers[0]}" if numbers else ""


def _neighbours(key: tuple[str, ...]) -> list[str]:
    """Name the keys and sections that stand where an unknown one was written."""
    *path, _ = key
    return [".".join([*path, name]) for name in _settings_at(path).model_fields]


def _settings_at(path: Iterable[str]) -> type[BaseModel]:
    """Find the settings class of a section, or of the tables of a list."""
    settings: type[BaseModel] = Config
    for name in path:
        annotation: Any = settings.model_fields[name].annotation
        settings = next(iter(get_args(annotation)), annotation)
        assert isinstance(settings, type)
    return settings
