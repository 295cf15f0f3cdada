"""The hook that brings numbers into their range, and tells the model so."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from performer.tools.ranges import ITEMS, Range, number_of, number_words, ranges, steps
from performer.tools.result import ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Hook, Proceed

Narrow = Callable[[ToolCall], Mapping[str, tuple[float, float]]]
"""Gives by place the least and the most that a rule allows; maybe nothing."""


def clamp(narrow: Narrow = lambda _call: {}) -> Hook:
    """Bring each number that is out of its tool's own range, or of a narrower one, to the nearest in it.

    A number may be written as a text. What is not a number (NaN) is left out where the tool needs none, and is else for
    the tool to refuse.
    """

    async def bring(call: ToolCall, proceed: Proceed) -> ToolResult:
        brought = _Brought(call.arguments)
        for place, range_ in _ranges(call, narrow(call)).items():
            brought.bring(place, range_)
        if not brought.notes:
            return await proceed(call)
        return (await proceed(replace(call, arguments=brought.arguments))).noted(*brought.notes)

    return bring


def _ranges(call: ToolCall, narrow: Mapping[str, tuple[float, float]]) -> dict[str, Range]:
    own = ranges(call.tool.spec.parameters) if call.tool else {}
    return own | {place: own.get(place, Range()).narrowed(*values) for place, values in narrow.items()}


class _Brought:
    """The arguments of a call while they are put right; what came from the model is left as it is."""

    def __init__(self, arguments: Mapping[str, object]) -> None:
        self.arguments: Mapping[str, object] = arguments
        self.notes: dict[str, None] = {}
        """A sentence about each change, once however many items of a list are changed alike."""

    def bring(self, place: str, range_: Range) -> None:
        """Bring the number at a place, or each one where there are many."""
        path = [place] if place in self.arguments else steps(place)
        self.arguments = self._within(self.arguments, path, place, range_)

    def _at(self, value: object, path: list[str], place: str, range_: Range) -> object:
        if not path:
            return self._number(value, place, range_)
        if path[0] == ITEMS:
            return [self._at(each, path[1:], place, range_) for each in value] if isinstance(value, list) else value
        return self._within(value, path, place, range_) if isinstance(value, Mapping) else value

    def _within(self, held: Mapping[str, object], path: list[str], place: str, range_: Range) -> dict[str, object]:
        name, *rest = path
        if name not in held:
            return dict(held)
        brought = {**held, name: self._at(held[name], rest, place, range_)}
        return {key: value for key, value in brought.items() if value is not _NOTHING}

    def _number(self, value: object, place: str, range_: Range) -> object:
        number = number_of(value, range_)
        if number is None or range_.holds(number):
            return value
        if not _is_none(number):
            nearest = range_.nearest(number)
            self.notes[f"{place} was brought to {number_words(nearest)}: it can be {range_}."] = None
            return nearest
        if range_.is_needed or place.endswith(ITEMS):
            return value
        self.notes[f"{place} was no number, and was left out: it can be {range_}."] = None
        return _NOTHING


_NOTHING: Final = object()


def _is_none(number: float) -> bool:
    """Tell whether it is NaN, which alone is not itself; a whole number may be too large to ask for a float's way."""
    return number != number
