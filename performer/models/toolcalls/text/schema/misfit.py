"""The error of a value that its schema has no place for: what does not fit, and where."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

from performer.core.text import format_near_miss

_LONGEST_SHOWN: Final = 40
_LONGEST_CHOICE: Final = 12
_MOST_STRANGE: Final = 3


class Misfit(Exception):
    """A value that the schema has no place for; its text goes on after `'key'`: "is 'many', not a whole number"."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.where: tuple[str, ...] = ()

    def within(self, *where: str) -> "Misfit":
        """Add in front the key (`text`) or the place in a list (`[2]`) in which it lies."""
        self.where = (*where, *self.where)
        return self

    def __str__(self) -> str:
        path = "".join(part if part.startswith("[") else f".{part}" for part in self.where).lstrip(".")
        gap = ": " if self.args[0].startswith("'") else " "
        return f"'{path}'{gap}{self.args[0]}" if path else str(self.args[0])


def make_kind_misfit(value: object, kind: str) -> Misfit:
    """Make the error of a value that is none of its kind."""
    return Misfit(f"is {format_value(value)}, not {kind}")


def make_member_misfit(value: object, members: Sequence[object]) -> Misfit:
    """Make the error of a value that is no member of its enumeration, with all members when they are few."""
    names = [str(each) for each in members]
    if len(names) <= _LONGEST_CHOICE:
        return Misfit(f"is {format_value(value)}; it must be one of {', '.join(names)}")
    near = format_near_miss(format_value(value), names).rstrip(".")
    return Misfit(f"is {format_value(value)}, which it cannot be. {near}")


def make_missing_misfit(keys: Iterable[str], strange: Iterable[str]) -> Misfit:
    """Make the error of required keys that are not there, with those that are there and unknown."""
    lacking, others = _join_keys(keys), _join_keys(key[:_LONGEST_SHOWN] for key in islice(strange, _MOST_STRANGE))
    return Misfit(f"{lacking} missing" + (f", and {others} none of its arguments" if others else ""))


def _join_keys(keys: Iterable[str]) -> str:
    names = [f"'{key}'" for key in keys]
    verb = "is" if len(names) == 1 else "are"
    return f"{' and '.join(names)} {verb}" if names else ""


def format_value(value: object) -> str:
    """Format a value as the model wrote it, shortened."""
    match value:
        case dict():
            return "an object"
        case list() | tuple():
            return "a list"
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case int() if abs(value) >= 10**_LONGEST_SHOWN:
            return "a huge number"
        case str():
            return repr(value) if len(value) <= _LONGEST_SHOWN else f"{value[:_LONGEST_SHOWN]!r}…"
        case _:
            return repr(value)[:_LONGEST_SHOWN]
