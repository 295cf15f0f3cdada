"""All texts inside a JSON value, such as a call's arguments, changed alike; and a text in its own lines again."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

MOST_DEPTH: Final = 50
"""How deep arguments may be nested; what is deeper is no argument, and would exhaust whoever walks through it."""
_BLANK: Final = re.compile(r"[^\S ]")


def in_its_lines(written: str, passed: str) -> str:
    """Give a text that went through the guard, which folds it to one line, in its own lines; changed else, as it is.

    Args:
        written: As it went in.
        passed: As it came out.
    """
    if passed != " ".join(written.split()):
        return passed
    return "\n".join(_BLANK.sub(" ", line).rstrip() for line in written.strip().splitlines())


def each_text(value: object, change: Callable[[str], str]) -> object:
    """Change each text of it, keys too, however deep it stands."""
    match value:
        case str():
            return change(value)
        case Mapping():
            return of_arguments(value, change)
        case list() | tuple():
            return [each_text(each, change) for each in value]
        case _:
            return value


def of_arguments(arguments: Mapping[str, object], change: Callable[[str], str]) -> dict[str, object]:
    """Change each text of a call's arguments."""
    return {change(str(key)): each_text(each, change) for key, each in arguments.items()}


def is_deep(value: object) -> bool:
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
