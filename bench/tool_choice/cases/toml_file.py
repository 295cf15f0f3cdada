"""TOML files of the bench: read, with an error that names the file, and faults of what stands in them in few words."""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from performer.core.errors import ConfigError
from performer.core.text import format_near_miss

_UNKNOWN: Final = {"unexpected_keyword_argument", "extra_forbidden"}
_MISSING: Final = {"missing", "missing_argument", "missing_keyword_only_argument"}
_WORDS: Final[Mapping[tuple[str, ...], str]] = {
    ("string_",): "it must be a text in quotes",
    ("int_",): "it must be a whole number",
    ("float_",): "it must be a number",
    ("bool_",): "it must be true or false",
    ("list_", "tuple_"): "it must be a list in brackets",
    ("dict_", "dataclass_", "model_"): "it must be a table in braces",
    ("missing",): "it has too few values",
    ("too_long",): "it has too many values",
}
"""By how the names of pydantic's faults begin: what is wrong, in the words of TOML."""


def read_toml(file: Path) -> dict[str, Any]:
    """Read a TOML file; raise ConfigError for one that cannot be read, or is none."""
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise ConfigError(f"{file} cannot be read: {error.strerror}. Name another file.") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{file.name} is not UTF-8. Save it as UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{file.name} is no TOML: {error}. Mend it there.") from None


def format_fault(
    error: ValidationError,
    find_known: Callable[[Sequence[str]], Iterable[str]],
    find_example: Callable[[Sequence[str]], str] = lambda _path: "",
) -> str:
    """Return the fault that pydantic found first, an unknown key before all others, with its near miss.

    Args:
        error: What pydantic raised.
        find_known: Returns the keys that may stand beside an unknown one, whose path it gets without numbers.
        find_example: Returns how the key of such a path is written rightly; empty: there is no example.
    """
    errors = error.errors(include_url=False)
    # A misspelt key is unknown, and the one that was meant is missing.
    first = next((each for each in errors if each["type"] in _UNKNOWN), errors[0])
    key = ".".join(str(part) for part in first["loc"])
    path = [part for part in first["loc"] if isinstance(part, str)]
    if first["type"] in _UNKNOWN:
        return f"key '{key}' is unknown. {format_near_miss(path[-1], find_known(path))}"
    if first["type"] in _MISSING and isinstance(first["loc"][-1], str):
        return f"key '{key}' is missing. Add it."
    if first["type"] == "literal_error":
        choices = re.findall(r"'([^']+)'", first["ctx"]["expected"])
        return f"key '{key}': '{first['input']}' is unknown. {format_near_miss(str(first['input']), choices)}"
    if first["type"] in _MISSING:
        key = key.rpartition(".")[0]
    example = find_example(path)
    return f"key '{key}': {_describe(first)}.{f' Write it as in `{example}`.' if example else ''}"


def _describe(fault: ErrorDetails) -> str:
    """Describe what a value must be, or what is wrong with it."""
    return next((words for kinds, words in _WORDS.items() if fault["type"].startswith(kinds)), fault["msg"])
