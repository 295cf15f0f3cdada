"""The hook that brings numbers into their range, and tells the model so."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from performer.tools.ranges import Range, number_of, number_words, ranges
from performer.tools.result import ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Hook, Proceed

Narrow = Callable[[ToolCall], Mapping[str, tuple[float, float]]]
"""Gives by argument the least and the most that a rule allows; maybe nothing."""


def clamp(narrow: Narrow = lambda _call: {}) -> Hook:
    """Bring each number that is out of its tool's own range, or of a narrower one, to the nearest in it.

    A number may be written as a text. What is not a number (NaN) is left out where the tool needs none, and is else for
    the tool to refuse, as are numbers within lists and objects.
    """

    async def bring(call: ToolCall, proceed: Proceed) -> ToolResult:
        brought = list(_brought(call, _ranges(call, narrow(call))))
        if not brought:
            return await proceed(call)
        arguments = {**call.arguments, **{name: value for name, value, _ in brought}}
        given = {name: value for name, value in arguments.items() if value is not _NOTHING}
        return (await proceed(replace(call, arguments=given))).noted(*(note for _, _, note in brought))

    return bring


_NOTHING = object()


def _ranges(call: ToolCall, narrow: Mapping[str, tuple[float, float]]) -> dict[str, Range]:
    own = ranges(call.tool.spec.parameters) if call.tool else {}
    return own | {name: own.get(name, Range()).narrowed(*values) for name, values in narrow.items()}


def _brought(call: ToolCall, within: Mapping[str, Range]) -> Iterator[tuple[str, object, str]]:
    """Yield what is changed: the argument, its value, and the sentence about it."""
    needed = call.tool.spec.parameters.get("required", ()) if call.tool else ()
    for name, range_ in within.items():
        number = number_of(call.arguments.get(name), range_)
        if number is None or range_.holds(number):
            continue
        if not _is_none(number):
            value = range_.nearest(number)
            yield name, value, f"{name} was brought to {number_words(value)}: it can be {range_}."
        elif name not in needed:
            yield name, _NOTHING, f"{name} was no number, and was left out: it can be {range_}."


def _is_none(number: float) -> bool:
    """Tell whether it is NaN, which alone is not itself; a whole number may be too large to ask for a float's way."""
    return number != number
