"""Patterns: how tools are named in settings: by a name, or by its beginning and `*`."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

T = TypeVar("T")


def fits(name: str, pattern: str) -> bool:
    """Tell whether a name is meant by a pattern, such as `play_sfx`, `mcp.weather.*` or `*`."""
    return name == pattern or (pattern.endswith("*") and name.startswith(pattern[:-1]))


def fits_any(name: str, patterns: Iterable[str]) -> bool:
    """Tell whether a name is meant by one of them."""
    return any(fits(name, pattern) for pattern in patterns)


def meant(name: str, of: Mapping[str, T]) -> list[T]:
    """Give what is said under each pattern that a name fits, the most exact last: its own name before all."""
    patterns = sorted((pattern for pattern in of if fits(name, pattern)), key=lambda each: (each == name, len(each)))
    return [of[pattern] for pattern in patterns]
