"""Enumerations: the member that a printed value clearly is."""

import re
from collections.abc import Callable, Sequence

from performer.models.soft.schema.misfit import none_of
from performer.models.soft.schema.scalars import LARGEST
from performer.models.soft.schema.spelling import LONGEST_NAME, fold, slips

_FILE = re.compile(r"(?:.*[/\\])?([^/\\]+)\.(?:mp3|wav|ogg|flac|opus|m4a|png|gif|webp|jpe?g|svg|apng)$", re.IGNORECASE)


def member(value: object, members: Sequence[object]) -> object:
    """Find the member that a value is: exactly, differently dressed, or with one slip of the pen.

    Raises:
        Misfit: when it is none of them, or might be two; a member is never guessed by its meaning.
    """
    for each in members:
        if type(each) is type(value) and each == value:
            return each
    text = _written(value)
    if text is None or len(text) > LONGEST_NAME:
        raise none_of(value, members)
    bare = _FILE.sub(r"\1", text.strip())
    names = {str(each): each for each in members if isinstance(each, str | int | float) and not isinstance(each, bool)}
    ways: tuple[Callable[[str], bool], ...] = (
        lambda name: name == text.strip(),
        lambda name: fold(name) == fold(text) != "",
        lambda name: fold(name) == fold(bare) != "",
        lambda name: slips(bare, name) is not None and fold(bare) != "",
    )
    for is_meant in ways:
        found = [name for name in names if is_meant(name)]
        if found:
            if len(found) == 1:
                return names[found[0]]
            break
    raise none_of(value, members)


def _written(value: object) -> str | None:
    match value:
        case bool():
            return None
        case str():
            return value
        case float() if value.is_integer() and abs(value) < 2.0**53:
            return str(int(value))
        case int() | float() if abs(value) <= LARGEST:
            return str(value)
        case _:
            return None
