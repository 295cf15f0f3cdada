"""Ranges: between which numbers an argument of a tool, or a value in one, may be, as the tool's schema says."""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from performer.core.values import dataclass

ITEMS: Final = "[]"
"""In a place: every item of the list."""
_WRITTEN: Final = re.compile(
    r"\s*[+-]?(?:\d{1,40}|(?:\d{1,40}\.\d{0,40}|\.\d{1,40}|\d{1,40}(?=e))(?:e[+-]?\d{1,3})?|inf(?:inity)?|nan)\s*",
    re.IGNORECASE | re.ASCII,
)
_A_LITTLE: Final = 0.001
"""Of the range: so far it is kept from a bound that is not in it itself."""


@dataclass(frozen=True, kw_only=True)
class NumberRange:
    """The least and the most that an argument may be."""

    low: float = -math.inf
    high: float = math.inf
    is_whole: bool = False
    is_text: bool = False
    """Whether the argument may be any text too: then no text stands for a number."""
    is_needed: bool = False
    """Whether it may not be left out."""

    def holds(self, number: float) -> bool:
        """Whether a number is in the range; one that has no bounds holds everything."""
        return self.low <= number <= self.high or (math.isinf(self.low) and math.isinf(self.high))

    def nearest(self, number: float) -> float:
        """Return the number in the range that is nearest to one outside."""
        bound = self.low if number < self.low else self.high
        return int(bound) if bound.is_integer() else bound

    def narrow(self, low: float, high: float) -> "NumberRange":
        """Return a smaller range; never a larger one, whatever is asked for."""
        if self.is_whole:
            low, high = _round_up(low), _round_down(high)
        low = min(max(self.low, low), self.high)
        return replace(self, low=low, high=max(min(self.high, high), low))

    def __str__(self) -> str:
        if math.isinf(self.low):
            return f"at most {format_number(self.high)}"
        least = format_number(self.low)
        return f"at least {least}" if math.isinf(self.high) else f"{least} to {format_number(self.high)}"


def format_number(number: float) -> str:
    """Return a number as people write it: 2, not 2.0."""
    return str(int(number)) if math.isfinite(number) and number == int(number) else str(number)


def parse_number(value: object, of: NumberRange) -> float | None:
    """Read a number as models write it, in digits or in a text; None where the value is no number."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return value
    if isinstance(value, str) and not of.is_text and _WRITTEN.fullmatch(value):
        return int(value) if value.strip().lstrip("+-").isdigit() else float(value)
    return None


def read_ranges(schema: Mapping[str, Any]) -> dict[str, NumberRange]:
    """Read the ranges of a tool's numbers by their places: `volume`, `size.width`, `points[].x` of every point.

    A place that may hold two kinds of numbers has none: that is for the tool.
    """
    found: dict[str, set[NumberRange | None]] = {}
    for each in _find_spots(schema):
        range_ = _read_range(each.ways)
        found.setdefault(each.place, set()).add(range_ and replace(range_, is_needed=each.is_needed))
    alone = {place: next(iter(each)) for place, each in found.items() if len(each) == 1}
    return {place: range_ for place, range_ in alone.items() if range_ is not None}


def list_places(schema: Mapping[str, Any]) -> list[str]:
    """Return the places that a range can be about: all but those of objects and lists that have places in them."""
    known = dict.fromkeys(each.place for each in _find_spots(schema))
    return [each for each in known if not any(other.startswith((f"{each}.", f"{each}[")) for other in known)]


def split_place(place: str) -> list[str]:
    """Return the parts of a place: `points[].x` is `points`, `[]`, `x`."""
    return place.replace(ITEMS, f".{ITEMS}").split(".")


@dataclass(frozen=True, kw_only=True)
class _Spot:
    """A value somewhere in the arguments."""

    place: str
    ways: list[Mapping[str, Any]]
    """What it may be."""
    is_needed: bool


def _find_spots(schema: Mapping[str, Any]) -> list[_Spot]:
    """Read where a tool takes values, the outer ones first; of a schema without end the first."""
    return list(islice(_walk_inside(schema, schema, "", 0), _MOST_SPOTS))


def _walk_inside(way: Mapping[str, Any], root: Mapping[str, Any], place: str, depth: int) -> Iterator[_Spot]:
    """Yield what one form of a value holds: the values of an object, or every item of a list."""
    held = way.get("properties")
    needed = way.get("required")
    for name, each in held.items() if isinstance(held, Mapping) else ():
        is_needed = isinstance(needed, list) and name in needed
        yield from _walk_from(each, root, f"{place}.{name}" if place else str(name), depth, is_needed=is_needed)
    if depth and "items" in way:
        yield from _walk_from(way["items"], root, f"{place}{ITEMS}", depth, is_needed=True)


def _walk_from(schema: object, root: Mapping[str, Any], place: str, depth: int, *, is_needed: bool) -> Iterator[_Spot]:
    ways = list(_find_ways(schema, root))
    yield _Spot(place=place, ways=ways, is_needed=is_needed)
    if depth < _DEEPEST:
        for way in ways:
            yield from _walk_inside(way, root, place, depth + 1)


def _find_ways(schema: object, root: Mapping[str, Any], depth: int = 0) -> Iterator[Mapping[str, Any]]:
    """Yield the forms that a value may have: itself, or those of its choice."""
    if not isinstance(schema, Mapping) or depth > _DEEPEST:
        return
    reference = schema.get("$ref")
    if isinstance(reference, str):
        kind, _, name = reference.removeprefix("#/").partition("/")
        definitions = root.get(kind)
        yield from _find_ways(definitions.get(name) if isinstance(definitions, Mapping) else None, root, depth + 1)
        return
    choice = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf")
    if isinstance(choice, list):
        for each in choice[:_MOST_WAYS]:
            yield from _find_ways(each, root, depth + 1)
        return
    yield schema


_DEEPEST: Final = 4
_MOST_WAYS: Final = 16
_MOST_SPOTS: Final = 300


def _read_range(ways: list[Mapping[str, Any]]) -> NumberRange | None:
    """Read the range of a value that may be a number in one way, whatever else it may be."""
    types = [way.get("type") for way in ways]
    kinds = [set(map(str, each if isinstance(each, list) else [each])) for each in types]
    numbers = [way for way, kind in zip(ways, kinds, strict=True) if kind & {"number", "integer"}]
    if len(numbers) != 1:
        return None
    every = set[str]().union(*kinds)
    range_ = NumberRange(is_whole="number" not in every, is_text="string" in every)
    return range_.narrow(*_read_bounds(numbers[0], is_whole=range_.is_whole))


def _read_bounds(schema: Mapping[str, Any], *, is_whole: bool) -> tuple[float, float]:
    """Return the least and the most; next to a bound that is not in the range itself, what is a little further in."""
    low, above = (_read_number(schema.get(key), -math.inf) for key in ("minimum", "exclusiveMinimum"))
    high, below = (_read_number(schema.get(key), math.inf) for key in ("maximum", "exclusiveMaximum"))
    if is_whole:
        return max(low, _round_down(above) + 1), min(high, _round_up(below) - 1)
    width = min(high, below) - max(low, above)
    little = _A_LITTLE * (width if math.isfinite(width) and width > 0 else 1.0)
    return max(low, above + little), min(high, below - little)


def _read_number(value: object, otherwise: float) -> float:
    """Return a bound; what is beyond 1e300, and what is no number at all, is none."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e300:
        return otherwise
    return float(value)


def _round_up(number: float) -> float:
    return float(math.ceil(number)) if math.isfinite(number) else number


def _round_down(number: float) -> float:
    return float(math.floor(number)) if math.isfinite(number) else number
