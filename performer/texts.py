"""All texts inside a JSON value, such as a call's arguments, changed alike; and a text in its own lines again."""

import re
from collections.abc import Callable, Mapping
from typing import Final

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
