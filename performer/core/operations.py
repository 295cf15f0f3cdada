"""The arguments of a control operation, read one by one; each function raises ConfigError for a value that is wrong."""

import re
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any, Final, TypeVar

from performer.core.errors import ConfigError
from performer.core.own_text import own
from performer.core.remembered_conversation import STAGE
from performer.core.text import format_near_miss

Arguments = Mapping[str, Any]
Operation = Callable[[Arguments], Awaitable[Any]]
"""Takes the arguments of one order and answers with what JSON can hold; a PerformerError is told to whoever asked."""
LiveSettings = Mapping[str, Callable[[Any], Awaitable[None]]]
"""By `section.key`: what takes up a new value at once. A ConfigError refuses the checked value."""
Word = TypeVar("Word", bound=str)

MOST_NAME: Final = 80
"""Characters of a person's or a channel's name: longer than any chat's."""
_PLACE: Final = re.compile(rf"{STAGE}|console|discord:[0-9]{{1,20}}")


def read_text(arguments: Arguments, name: str, default: str | None = None, *, most: int = 500) -> str:
    """Return a text that is not empty, of `most` characters at most; without a default the argument is required.

    White space around the text is removed, and half a surrogate pair becomes a question mark: no file could hold it.
    """
    value = arguments.get(name, default)
    if not isinstance(value, str) or not value.strip():
        raise ConfigError(
            own(
                "The argument '{name}' has value {value:.80}. Expected a text that is not empty.",
                name=name,
                value=repr(value),
            )
        )
    words = value.strip().encode("utf-8", "replace").decode("utf-8")
    if len(words) > most:
        raise ConfigError(
            own(
                "The argument '{name}' has {words} characters. Expected {most} at most.",
                name=name,
                words=len(words),
                most=most,
            )
        )
    return words


def read_place(arguments: Arguments, name: str) -> str:
    """Return a channel to speak in: `console`, `discord:NUMBER`, or empty for the stage."""
    value = arguments.get(name)
    if value is None or value == "":
        return ""
    if not isinstance(value, str) or not _PLACE.fullmatch(value.strip()):
        known = "stage, console, discord:NUMBER (the channel's number at Discord), or nothing, which is the stage"
        raise ConfigError(
            own(
                "The argument '{name}' has value {value:.80}, which is no place. Expected {known}.",
                name=name,
                value=repr(value),
                known=known,
            )
        )
    return "" if value.strip() == STAGE else value.strip()


def read_number(arguments: Arguments, name: str) -> int:
    """Return a whole number from 1 on."""
    value = arguments.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ConfigError(
            own(
                "The argument '{name}' has value {value:.80}. Expected a whole number from 1 on.",
                name=name,
                value=repr(value),
            )
        )
    return value


def read_share(arguments: Arguments, name: str, default: float) -> float:
    """Return a number from 0 to 1."""
    value = arguments.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ConfigError(
            own(
                "The argument '{name}' has value {value:.80}. Expected a number from 0 to 1.",
                name=name,
                value=repr(value),
            )
        )
    return float(value)


def read_flag(arguments: Arguments, name: str) -> bool:
    """Return a boolean; False when the argument is missing."""
    value = arguments.get(name, False)
    if not isinstance(value, bool):
        raise ConfigError(
            own("The argument '{name}' has value {value:.80}. Expected true or false.", name=name, value=repr(value))
        )
    return value


def read_choice(arguments: Arguments, name: str, choices: Collection[str], default: str) -> str:
    """Return one word of a choice."""
    value = arguments.get(name, default)
    if not isinstance(value, str) or value not in choices:
        raise ConfigError(
            own(
                "The argument '{name}' has value {value:.80}. {value_2}",
                name=name,
                value=repr(value),
                value_2=format_near_miss(str(value), choices),
            )
        )
    return value


def read_choices(arguments: Arguments, name: str, choices: Sequence[Word]) -> tuple[Word, ...]:
    """Return the words of a list that must belong to a choice, in the choice's order; all words when none is given."""
    value = arguments.get(name) or list(choices)
    if not isinstance(value, list):
        raise ConfigError(
            own("The argument '{name}' has value {value:.80}. Expected a list.", name=name, value=repr(value))
        )
    for each in value:
        if each not in choices:
            raise ConfigError(
                own(
                    "The argument '{name}' holds {each:.80}. {each_2}",
                    name=name,
                    each=repr(each),
                    each_2=format_near_miss(str(each), choices),
                )
            )
    return tuple(each for each in choices if each in value)
