"""A request's body as JSON that every server takes, whatever a model or a viewer wrote into the conversation."""

import json
import math
from collections.abc import Mapping


def encoded(body: Mapping[str, object]) -> bytes:
    """Write a body: half a surrogate pair as its escape, and what is no number in JSON (NaN, infinity) as null."""
    return json.dumps(_finite(body), ensure_ascii=False, allow_nan=False).encode("utf-8", "backslashreplace")


def _finite(value: object) -> object:
    match value:
        case float() if not math.isfinite(value):
            return None
        case Mapping():
            return {key: _finite(each) for key, each in value.items()}
        case list() | tuple():
            return [_finite(each) for each in value]
        case _:
            return value
