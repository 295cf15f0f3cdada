"""TOML files of the bench: read, with an error that names the file, and faults of what stands in them in few words."""

import tomllib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from performer.core.errors import ConfigError
from performer.core.text import format_near_miss

_UNKNOWN: Final = {"unexpected_keyword_argument", "extra_forbidden"}
_MISSING: Final = {"missing", "missing_argument", "missing_keyword_only_argument"}


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


def format_fault(error: ValidationError, find_known: Callable[[Sequence[str]], Iterable[str]]) -> str:
    """Return the fault that pydantic found first, an unknown key before all others, with its near miss.

    Args:
        error: What pydantic raised.
        find_known: Returns the keys that may stand beside an unknown one, whose path it gets without numbers.
    """
    errors = error.errors(include_url=False, include_input=False)
    # A misspelt key is unknown, and the one that was meant is missing.
    first = next((each for each in errors if each["type"] in _UNKNOWN), errors[0])
    key = ".".join(str(part) for part in first["loc"])
    if first["type"] in _UNKNOWN:
        path = [part for part in first["loc"] if isinstance(part, str)]
        return f"key '{key}' is unknown. {format_near_miss(path[-1], find_known(path))}"
    if first["type"] in _MISSING:
        return f"key '{key}' is missing. Add it."
    return f"key '{key}': {first['msg']}."
