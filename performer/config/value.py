"""A setting's value as a person gives it: the key taken apart, and a text read as the setting's type wants it."""

import tomllib
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from performer.config.config import Config
from performer.config.edit import Key
from performer.errors import ConfigError


def split(key: str) -> Key:
    """Take `section.name` apart.

    Raises:
        ConfigError: when a part is empty.
    """
    parts = tuple(key.strip().split("."))
    if not all(parts):
        raise ConfigError(f"'{key}' names no setting. Write section.name, such as stage.port.")
    return parts


def parsed(key: Key, value: object) -> object:
    """Read a text as TOML, or as it stands where the setting takes texts (`1234` may be a model's name); else the same.

    A text that is no TOML stays a text: whether that will do is for the check to say.
    """
    if not isinstance(value, str):
        return value
    try:
        found = tomllib.loads(f"value = {value}")
    except tomllib.TOMLDecodeError:
        return value
    if len(found) != 1 or "value" not in found:
        return value
    read = found["value"]
    return read if isinstance(read, str) or not takes_text(_annotation(key)) else value


def takes_text(annotation: Any) -> bool:
    """Tell whether a setting of this type is written as a text and never as a number, a list or true."""
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


def _annotation(key: Key) -> Any:
    settings: Any = Config
    for name in key:
        if not (isinstance(settings, type) and issubclass(settings, BaseModel)) or name not in settings.model_fields:
            return None
        settings = settings.model_fields[name].annotation
    return settings
