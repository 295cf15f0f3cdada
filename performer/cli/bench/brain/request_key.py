"""The key of a request: the same for the same question, whatever run and whatever instant it is asked in."""

import json
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from hashlib import sha256
from typing import Any, Final

from performer.core.cues import name_kind
from performer.models.model import StepRequest

_LENGTH: Final = 20
"""Hex digits: two of some thousand requests hardly share so many."""
_OF_THE_RUN: Final = frozenset({"cue", "turn"})
"""Fields that say when and why something is asked, and not what."""


def hash_request(request: StepRequest) -> str:
    """Hash all that a model reads of a request, and every other field of it that is not as usual.

    A field that is added later changes no key for as long as it has its default.
    """
    written = {"why": name_kind(request.cue) if request.cue else "", **_of(request)}
    return sha256(json.dumps(written, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:_LENGTH]


def _plain(value: object) -> Any:
    """Write a value so that JSON can hold it; pictures by their digest, what is no value by its type alone."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Enum():
            return value.name
        case bytes():
            return sha256(value).hexdigest()
        case Mapping():
            return {str(key): _plain(each) for key, each in value.items()}
        case list() | tuple():
            return [_plain(each) for each in value]
        case set() | frozenset():
            return sorted(str(_plain(each)) for each in value)
        case _ if is_dataclass(value) and not isinstance(value, type):
            return {"of": type(value).__name__, **_of(value)}
        case _:
            return type(value).__name__


def _of(value: Any) -> dict[str, Any]:
    """Write the fields of a dataclass that say what is asked, and are not as usual."""
    told = {each.name: getattr(value, each.name) for each in fields(value) if _is_told(each)}
    usual = {each.name: _usual(each) for each in fields(value)}
    return {name: _plain(each) for name, each in told.items() if each != usual[name]}


def _is_told(field: "Field[Any]") -> bool:
    return field.compare and field.name not in _OF_THE_RUN and not field.name.endswith("_s")


def _usual(field: "Field[Any]") -> object:
    if field.default_factory is not MISSING:
        return field.default_factory()
    return field.default
