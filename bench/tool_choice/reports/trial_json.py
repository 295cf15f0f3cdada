"""Trials, cases and verdicts as values that JSON holds, and back without a loss: what a run keeps to be gone on with.

A field that has its default is left out. A number that JSON has not (NaN, infinity) becomes null.
"""

import math
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from bench.tool_choice.trial import Trial

_TRIAL: Final = TypeAdapter(Trial)


def dump_trial(trial: Trial) -> dict[str, Any]:
    """Convert a trial so that JSON can hold it."""
    return dump_fields(trial)


def parse_trial(written: object) -> Trial:
    """Return the trial that `dump_trial` was given; raise ValueError, with the key, for what is none."""
    try:
        return _TRIAL.validate_python(written)
    except ValidationError as error:
        raise ValueError(describe_misfit(error)) from None


def dump_fields(value: Any) -> dict[str, Any]:
    """Convert a dataclass's fields, and those of all that is in it, so that JSON can hold them."""
    return {each.name: _dump(getattr(value, each.name)) for each in fields(value) if not _is_default(value, each)}


def describe_misfit(error: ValidationError) -> str:
    """Return in a line which key of a written value is wrong, and why."""
    first = error.errors()[0]
    key = ".".join(str(part) for part in first["loc"])
    return f"key '{key}': {first['msg']}" if key else first["msg"]


def _is_default(owner: object, field: Field[Any]) -> bool:
    default = field.default if field.default_factory is MISSING else field.default_factory()
    return default is not MISSING and bool(getattr(owner, field.name) == default)


def _dump(value: object) -> Any:
    match value:
        case Mapping():
            return {str(key): _dump(each) for key, each in value.items()}
        case list() | tuple():
            return [_dump(each) for each in value]
        case float() if not math.isfinite(value):
            return None
    return dump_fields(value) if is_dataclass(value) else value
