"""The hooks that put arguments right: unknown ones are left out, and numbers are brought into their range.

Both tell the model, which would else take its words for heeded.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from performer.core.errors import ToolRefusedError
from performer.core.text import find_nearest
from performer.core.untrusted_text import make_plain
from performer.tools.ranges import ITEMS, NumberRange, format_number, parse_number, read_ranges, split_place
from performer.tools.result import ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Hook, Proceed

_NAME_CHARS: Final = 40
_MOST_TOLD: Final = 3
_NOTHING: Final = object()
"""Stands in for an argument that is left out."""


async def drop_strays(call: ToolCall, proceed: Proceed) -> ToolResult:
    """Run a call without its strays, and name them behind its result, with what was probably meant.

    Raises:
        ToolRefusedError: when an argument that the tool needs lacks besides, for a stray may be that one, misspelt.
    """
    known = _list_known(call)
    found = [*call.strays]
    if call.tool and call.tool.is_closed:  # the tool itself would drop these without a word
        found += [name for name in call.arguments if name not in known]
    if not found:
        return await proceed(call)
    told, lacking = " ".join(_explain(call, found)), _find_missing(call)
    if lacking:
        raise ToolRefusedError(f"{call.name}: '{lacking[0]}' is missing. {told}")
    kept = {name: value for name, value in call.arguments.items() if name not in found}
    return (await proceed(replace(call, arguments=kept, strays=()))).noted(told)


def _list_known(call: ToolCall) -> Sequence[str]:
    properties = call.tool.spec.parameters.get("properties") if call.tool else None
    return list(properties or ())


def _find_missing(call: ToolCall) -> Sequence[str]:
    needed = call.tool.spec.parameters.get("required") if call.tool else None
    names = [name for name in needed if isinstance(name, str)] if isinstance(needed, list) else []
    return [make_plain(name, _NAME_CHARS) for name in names if name not in call.arguments]


def _explain(call: ToolCall, found: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for the model about each; names are a model's or a server's words, so they are kept short."""
    free = [make_plain(str(name), _NAME_CHARS) for name in _list_known(call) if name not in call.arguments]
    for name in (make_plain(each, _NAME_CHARS) for each in found[:_MOST_TOLD]):
        near = " or ".join(map(repr, find_nearest(name, free)))
        yield f"There is no {name!r} here, so it was left out." + (f" Did you mean {near}?" if near else "")
    if len(found) > _MOST_TOLD:
        yield f"{len(found) - _MOST_TOLD} more were left out too."


Narrow = Callable[[ToolCall], Mapping[str, tuple[float, float]]]
"""Gives by place the least and the most that a rule allows; maybe nothing."""


def make_clamp_hook(narrow: Narrow = lambda _call: {}) -> Hook:
    """Return a hook that moves each number outside its tool's own range, or a narrower one, to the nearest in it.

    A number may be written as a text. What is not a number (NaN) is left out where the tool needs none, and is else for
    the tool to refuse.
    """

    async def bring(call: ToolCall, proceed: Proceed) -> ToolResult:
        brought = _ClampedArguments(call.arguments)
        ranges = read_ranges(call.tool.spec.parameters) if call.tool else {}
        ranges |= {place: ranges.get(place, NumberRange()).narrow(*values) for place, values in narrow(call).items()}
        for place, range_ in ranges.items():
            brought.bring(place, range_)
        if not brought.notes:
            return await proceed(call)
        return (await proceed(replace(call, arguments=brought.arguments))).noted(*brought.notes)

    return bring


@dataclass
class _ClampedArguments:
    """The arguments of a call while they are put right; what came from the model is left as it is."""

    arguments: Mapping[str, object]
    notes: dict[str, None] = field(default_factory=dict)
    """A sentence about each change, once however many items of a list are changed alike."""

    def bring(self, place: str, range_: NumberRange) -> None:
        """Move the number at a place, or each one where there are many, into its range."""
        path = [place] if place in self.arguments else split_place(place)
        self.arguments = self._bring_within(self.arguments, path, place, range_)

    def _bring_value(self, value: object, path: list[str], place: str, range_: NumberRange) -> object:
        if not path:
            return self._bring_number(value, place, range_)
        if path[0] == ITEMS:
            return (
                [self._bring_value(each, path[1:], place, range_) for each in value]
                if isinstance(value, list)
                else value
            )
        return self._bring_within(value, path, place, range_) if isinstance(value, Mapping) else value

    def _bring_within(
        self, held: Mapping[str, object], path: list[str], place: str, range_: NumberRange
    ) -> dict[str, object]:
        name, *rest = path
        if name not in held:
            return dict(held)
        brought = {**held, name: self._bring_value(held[name], rest, place, range_)}
        return {key: value for key, value in brought.items() if value is not _NOTHING}

    def _bring_number(self, value: object, place: str, range_: NumberRange) -> object:
        number = parse_number(value, range_)
        if number is None or range_.holds(number):
            return value
        if number == number:  # NaN alone is not itself; a whole number may be too large to ask `math.isnan`
            nearest = range_.nearest(number)
            self.notes[f"{place} was brought to {format_number(nearest)}: it can be {range_}."] = None
            return nearest
        if range_.is_needed or place.endswith(ITEMS):
            return value
        self.notes[f"{place} was no number, and was left out: it can be {range_}."] = None
        return _NOTHING
