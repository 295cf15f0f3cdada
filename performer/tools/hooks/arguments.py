"""The hooks that put arguments right: unknown ones are left out, and numbers are brought into their range.

Both tell the model, which would else take its words for heeded.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from performer.core.errors import ToolRefusedError
from performer.core.own_text import OwnText, join_own, own
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
    told, needed = (
        join_own(" ", _explain(call, found)),
        call.tool.spec.parameters.get("required") if call.tool else None,
    )
    for name in needed if isinstance(needed, list) else ():
        if isinstance(name, str) and name not in call.arguments:
            raise ToolRefusedError(
                own(
                    "{tool}: '{missing}' is missing. {told}",
                    tool=call.name,
                    missing=make_plain(name, _NAME_CHARS),
                    told=told,
                )
            )
    kept = {name: value for name, value in call.arguments.items() if name not in found}
    return (await proceed(replace(call, arguments=kept, strays=()))).noted(told)


def _list_known(call: ToolCall) -> Sequence[str]:
    properties = call.tool.spec.parameters.get("properties") if call.tool else None
    return list(properties or ())


def _explain(call: ToolCall, found: Sequence[str]) -> Iterator[OwnText]:
    """Yield a sentence for the model about each; names are a model's or a server's words, so they are kept short."""
    free = [make_plain(str(name), _NAME_CHARS) for name in _list_known(call) if name not in call.arguments]
    for name in (make_plain(each, _NAME_CHARS) for each in found[:_MOST_TOLD]):
        yield own("There is no '{name}' here, so it was left out.", name=name)
        if near := find_nearest(name, free):
            yield own("Did you mean {near}?", near=join_own(" or ", map(repr, near)))
    if len(found) > _MOST_TOLD:
        yield own("{count} more were left out too.", count=len(found) - _MOST_TOLD)


def make_clamp_hook(narrow: Callable[[ToolCall], Mapping[str, tuple[float, float]]] = lambda _call: {}) -> Hook:
    """Return a hook that moves each number outside its tool's own range, or a narrower one, to the nearest in it.

    `narrow` returns by place the least and the most that a rule allows; maybe nothing. A number may be written as a
    text. What is not a number (NaN) is left out where the tool needs none, and is else for the tool to refuse.
    """

    async def clamp(call: ToolCall, proceed: Proceed) -> ToolResult:
        ranges, arguments = read_ranges(call.tool.spec.parameters) if call.tool else {}, call.arguments
        ranges |= {place: ranges.get(place, NumberRange()).narrow(*values) for place, values in narrow(call).items()}
        notes: dict[str, None] = {}  # once however many items of a list are changed alike
        for place, range_ in ranges.items():
            path = [place] if place in arguments else split_place(place)
            arguments = _clamp_at(path, arguments, partial(_clamp_number, place, range_, notes))
        if not notes:
            return await proceed(call)
        return (await proceed(replace(call, arguments=arguments))).noted(*notes)

    return clamp


def _clamp_at(path: Sequence[str], value: Any, change: Callable[[object], object]) -> Any:
    """Return a value with what is at a place of it changed, or each of these where there are many."""
    if not path:
        return change(value)
    name, *rest = path
    if name == ITEMS:
        return [_clamp_at(rest, each, change) for each in value] if isinstance(value, list) else value
    if not isinstance(value, Mapping) or name not in value:
        return value
    changed = {**value, name: _clamp_at(rest, value[name], change)}
    return {key: each for key, each in changed.items() if each is not _NOTHING}


def _clamp_number(place: str, range_: NumberRange, notes: dict[str, None], value: object) -> object:
    number = parse_number(value, range_)
    if number is None or range_.holds(number):
        return value
    if number == number:  # NaN alone is not itself; a whole number may be too large to ask `math.isnan`
        nearest = range_.nearest(number)
        notes[f"{place} was brought to {format_number(nearest)}: it can be {range_}."] = None
        return nearest
    if range_.is_needed or place.endswith(ITEMS):
        return value
    notes[f"{place} was no number, and was left out: it can be {range_}."] = None
    return _NOTHING
