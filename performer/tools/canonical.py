"""Arguments in one form, so that two calls that ask the same can be known for it."""

import json
import math
import unicodedata
from collections.abc import Mapping


def canonical(arguments: Mapping[str, object]) -> str | None:
    """Write arguments in their one form; None where they have none.

    Neither the order of names counts, nor how a letter is put together (NFC), nor whether a whole number has a point.
    Truth is no number, and upper case is not lower case.
    """
    try:
        return json.dumps(_plain(arguments), sort_keys=True, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return None


def _plain(value: object) -> object:
    match value:
        case str():
            return unicodedata.normalize("NFC", value)
        case float() if math.isfinite(value) and value.is_integer():
            return int(value)
        case Mapping():
            return {unicodedata.normalize("NFC", str(key)): _plain(each) for key, each in value.items()}
        case list() | tuple():
            return [_plain(each) for each in value]
        case _:
            return value
