"""A setting's value as a person gives it: a text is read as the setting's type wants it."""

import tomllib
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from performer.config.config import Config
from performer.config.keys import Key, found


def parsed(key: Key, value: object) -> object:
    """Read a text as TOML, or as it stands where the setting takes texts (`1234` may be a model's name); else the same.

    A text that is no TOML stays a text: whether that will do is for the check to say.
    """
    if not isinstance(value, str):
        return value
    try:
        table = tomllib.loads(f"value = {value}")
    except tomllib.TOMLDecodeError:
        return value
    if len(table) != 1 or "value" not in table:
        return value
    read = table["value"]
    taken, depth = found(Config, key)
    return value if depth == len(key) and takes_text(taken) and not isinstance(read, str) else read


def takes_text(annotation: Any) -> bool:
    """Tell whether a setting of this type is written as a text and never as a number, a list or true."""
    if get_origin(annotation) is Annotated:
        return takes_text(get_args(annotation)[0])
    if get_origin(annotation) in {Union, UnionType}:
        return all(takes_text(each) for each in get_args(annotation) if each is not type(None))
    if get_origin(annotation) is Literal:
        return all(isinstance(each, str) for each in get_args(annotation))
    return isinstance(annotation, type) and issubclass(annotation, str | Path)


def written(given: object, checked: object) -> object:
    """Choose what goes into the file: what was given, but a number or true where a text was read as one."""
    if isinstance(given, str) and isinstance(checked, bool | int | float):
        return checked
    return given
