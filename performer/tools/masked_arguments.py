"""The arguments of a call as people may see them: a call is made with other ones, those that its model wrote."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import anyio.to_thread

from performer.core.redact.redact import MASK, redact
from performer.core.text import is_too_deep
from performer.guard.guard import Guard

_LONG: Final = 500
"""Characters that are masked at once; more of them are masked in a thread, so that the show goes on meanwhile."""
_LONG_NUMBER: Final = 1_000_000
"""A longer one may be somebody's: of a telephone, a card or an account."""


def mask_arguments(arguments: Mapping[str, object], told: Callable[[str], str]) -> dict[str, object]:
    """Return arguments in which secrets, and all that `told` masks, are masked: in names, texts and numbers.

    Arguments that are nested too deep to be walked through are left out.
    """
    if is_too_deep(arguments):
        return {}
    return _mask_items(arguments, lambda text: told(redact(text)))


async def mask_arguments_aside(arguments: Mapping[str, object], told: Callable[[str], str]) -> dict[str, object]:
    """Mask arguments as `mask_arguments` does; long ones in a thread."""
    mask = partial(mask_arguments, arguments, told)
    return mask() if is_short(arguments, _LONG) else await anyio.to_thread.run_sync(mask, abandon_on_cancel=True)


def mask_for_people(guard: Guard) -> Callable[[str], str]:
    """Return what masks a text of any length as the guard lets it be recorded."""
    return lambda text: guard.recorded(text, most=max(len(text), 1))


def is_short(value: object, most: int) -> bool:
    """Whether the texts of a value have no more than so many characters together."""
    return sum(len(text) for text in list_words(value)) <= most


def list_words(value: object) -> list[str]:
    """Return all texts of a value in their order: names, texts, and numbers as they are written."""
    words: list[str] = []
    waiting = [value]
    while waiting:
        match waiting.pop():
            case str() as text:
                words.append(text)
            case Mapping() as items:
                waiting += [each for item in reversed([*items.items()]) for each in (item[1], str(item[0]))]
            case list() | tuple() as items:
                waiting += reversed(items)
            case bool() | None:
                pass
            case other:
                words.append(write_number(other))
    return words


def write_number(value: object) -> str:
    """Return a number as text; empty for one that is too long to be written."""
    try:
        return str(value)
    except ValueError:
        return ""


def _mask_value(value: object, mask: Callable[[str], str]) -> object:
    match value:
        case str():
            return mask(value)
        case Mapping():
            return _mask_items(value, mask)
        case list() | tuple():
            return [_mask_value(each, mask) for each in value]
        case int() | float() if abs(value) >= _LONG_NUMBER:
            written = write_number(value)
            return value if written and mask(written) == written else mask(written) or MASK
        case _:
            return value


def _mask_items(items: Mapping[str, object], mask: Callable[[str], str]) -> dict[str, object]:
    """Return a mapping with masked names and values; no name hides another that is masked like it."""
    masked: dict[str, object] = {}
    for name, value in items.items():
        told = mask(str(name))
        masked[told if told not in masked else f"{told} ({len(masked) + 1})"] = _mask_value(value, mask)
    return masked
