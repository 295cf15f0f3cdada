"""Pictures that cases show, by the kind and the details of their `SeenPicture`.

A picture is the same on every machine, pixel for pixel: a recorded answer belongs to the picture that it was given to.
"""

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from PIL import Image
from pydantic import TypeAdapter, ValidationError

from bench.tool_choice.cases.case import SeenPicture
from bench.tool_choice.cases.pictures.arcade import Arcade
from bench.tool_choice.cases.pictures.drawings import Bar, Blank, Dots, Drawing, Hearts, Squares, Words
from performer.core.errors import ConfigError
from performer.core.text import format_near_miss

_KINDS: Final[Mapping[str, Callable[[str], Drawing]]] = MappingProxyType(
    {
        "blank": TypeAdapter(Blank).validate_json,
        "dots": TypeAdapter(Dots).validate_json,
        "hearts": TypeAdapter(Hearts).validate_json,
        "text": TypeAdapter(Words).validate_json,
        "squares": TypeAdapter(Squares).validate_json,
        "bar": TypeAdapter(Bar).validate_json,
        "scene": TypeAdapter(Arcade).validate_json,
    }
)


def draw(sight: SeenPicture) -> Image.Image:
    """Draw a sight, 640x360, as RGB; raise ConfigError for one that cannot be drawn."""
    return _read(sight).draw()


def describe(sight: SeenPicture) -> str:
    """Return what a model without eyes is told of a sight: its own `words`, or those of its drawing.

    Raises:
        ConfigError: for a sight that cannot be drawn.
    """
    drawing = _read(sight)
    return sight.words or drawing.describe()


def find_sight_fault(sight: SeenPicture) -> str | None:
    """Return why a sight cannot be drawn, with the remedy; None when it can."""
    try:
        _read(sight)
    except ConfigError as fault:
        return str(fault)
    return None


def _read(sight: SeenPicture) -> Drawing:
    if sight.kind not in _KINDS:
        raise ConfigError(f"there is no picture '{sight.kind}'. {format_near_miss(sight.kind, [*_KINDS])}")
    try:
        # As JSON, so that a list is taken for a tuple as in any other strict reading.
        return _KINDS[sight.kind](json.dumps(dict(sight.details)))
    except (TypeError, ValidationError) as error:
        raise ConfigError(f"the picture '{sight.kind}' cannot be drawn: {_format_wrong(error)}") from None


def _format_wrong(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return f"{error}. Use texts, numbers and lists."
    first = error.errors()[0]
    return f"detail '{'.'.join(str(part) for part in first['loc'])}': {first['msg']}."
