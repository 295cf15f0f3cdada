"""Arguments put right by their tool's schema, or refused with the reason: generous in form, strict in meaning.

What stands where the arguments belong is first made one object: unquoted, unwrapped, put in order. No value is
invented, and none goes where it would mean something else. How much of a thing is allowed (`minimum`, `maxLength`) is
left to the tools.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Final

from performer.core.values import dataclass
from performer.models.toolcalls.text.data.python_call import Positional
from performer.models.toolcalls.text.schema import nodes
from performer.models.toolcalls.text.schema.items import read_object, unquote
from performer.models.toolcalls.text.schema.misfit import Misfit, format_value
from performer.models.toolcalls.text.schema.names import is_neutral
from performer.models.toolcalls.text.schema.nodes import Node
from performer.models.toolcalls.text.schema.spelling import fold, split_name
from performer.models.toolcalls.text.schema.values import SchemaPlace, can_cast, fill_object
from performer.tools.tool import ToolSpec

_DEEPEST: Final = 4
_LINE = re.compile(r"[ \t]*[-*]?[ \t]*[\"'`]?([\w-]{1,60})[\"'`]?[ \t]*[:=][ \t]*(.*)")
_WHOLE = re.compile(r"\"[^\"]*\"|'[^']*'")
_NAMING: Final = frozenset({"name", "tool", "toolname", "function", "functionname", "type", "id", "action"})
"""Keys, folded, that stand beside wrapped arguments."""


@dataclass(frozen=True, kw_only=True)
class FittedArguments:
    """Arguments as the tool's schema has them."""

    arguments: dict[str, object]
    strays: tuple[str, ...] = field(default=(), compare=False)
    """Printed names that are none of the tool's, nor were clearly meant for one; they are left out."""


@dataclass(frozen=True, kw_only=True)
class UnfitArguments:
    """Arguments that must not run."""

    reason: str
    """One sentence for the model: the tool, the argument, its value, and how it is right."""
    arguments: dict[str, object]
    """As far as they could be read."""
    is_read: bool
    """Whether they could be read as one object, and only its values do not fit."""


def fit_arguments(arguments: object, tool: ToolSpec) -> FittedArguments | UnfitArguments:
    """Put the arguments of a tool right as they were printed.

    They are a mapping; `Positional` of a call as Python writes it; an object in a text; a single value for a tool that
    takes one; or nothing (None, "", []). Any other value is unfit, and none raises.
    """
    root = tool.parameters
    # Servers of tools may have a choice of forms there, `oneOf`; our own tools have one form.
    forms = [node for node in nodes.list_options(root, root) if nodes.find_kind(node) == "object"]
    found = [_fit_form(arguments, node, tool) for node in forms or [nodes.resolve_node(root, root)]]
    fitting = [each for each in found if isinstance(each, FittedArguments)]
    return min(fitting, key=lambda each: len(each.strays)) if fitting else found[0]


def _fit_form(arguments: object, node: Node, tool: ToolSpec) -> FittedArguments | UnfitArguments:
    read: dict[str, object] | None = None
    try:
        read = _wrap(_make_object(arguments, node, tool.name), node)
        place = SchemaPlace(root=tool.parameters, owner=split_name(tool.name))
        return FittedArguments(arguments=fill_object(read, node, place), strays=tuple(place.strays))
    except Misfit as misfit:
        reason = f"{tool.name}: {misfit}; print the whole call again."
        return UnfitArguments(reason=reason, arguments=read or {}, is_read=read is not None)


def _make_object(printed: object, node: Node, tool: str) -> dict[str, object]:
    """Make one object of what was printed, nothing at all is an empty one; raises Misfit when that takes a guess.

    A single value is the only argument that is required, or the only one there is.
    """
    match printed:
        case None | [] | ():
            return {}
        case str():
            return _read_text(printed, node, tool)
        case Mapping():
            return _unwrap({str(key): value for key, value in printed.items()}, node, tool)
        case Positional():
            return _unwrap(_order(printed, node, tool), node, tool)
        case [Mapping() as one]:
            return _make_object(one, node, tool)
        case [Mapping(), *_] if (pairs := _read_pairs(printed)) is not None:
            return _unwrap(pairs, node, tool)
        case [_, _, *_] if not _takes_list(node) and not any(isinstance(each, Mapping | list) for each in printed):
            return _order(Positional(values=tuple(printed)), node, tool)
        case _:
            return _place_alone(printed, node)


def _read_pairs(printed: Sequence[object]) -> dict[str, object] | None:
    """Read a list of arguments, one object each: `{"name": "text", "value": "Hi"}`, or `{"text": "Hi"}`."""
    found: dict[str, object] = {}
    for one in printed:
        match one:
            case {"name": str(key), "value": value, **rest} | {"key": str(key), "value": value, **rest} if not rest:
                pass
            case Mapping() if len(one) == 1:
                key, value = next((str(key), value) for key, value in one.items())
            case _:
                return None
        if key in found:
            return None
        found[key] = value
    return found


def _takes_list(node: Node) -> bool:
    """Return whether the only argument that must be there is a list, so that a list is its value."""
    needed = nodes.list_required(node)
    known = nodes.list_properties(node)
    alone = needed if len(needed) == 1 else list(known) if len(known) == 1 else []
    return any(nodes.find_kind(each) == "array" for key in alone for each in nodes.list_options(known[key], node))


def _read_text(text: str, node: Node, tool: str) -> dict[str, object]:
    if not text.strip():
        return {}
    found = read_object(text)
    if found is not None:
        return _unwrap(found, node, tool)
    if text.lstrip().startswith("{"):
        raise Misfit("its arguments are cut off, or no object")
    lines = _read_lines(text, node)
    if lines is not None:
        return lines
    inner = unquote(text) if text.lstrip().startswith('"') else None
    return _place_alone(inner if isinstance(inner, str) else text, node)


def _read_lines(text: str, node: Node) -> dict[str, object] | None:
    """Read lines of `key: value`, when the first one is of a key of the tool's.

    Raises Misfit when such a line is followed by others, or its value is quoted and goes on.
    """
    known = {fold(key): key for key in nodes.list_properties(node)}
    begun = _LINE.match(text)
    if begun is None or fold(begun[1]) not in known:
        return None
    found: dict[str, object] = {}
    for line in filter(str.strip, text.splitlines()):
        said = _LINE.fullmatch(line)
        key = known.get(fold(said[1])) if said else None
        value = said[2] if said else ""
        is_whole = _WHOLE.fullmatch(value) is not None
        if key is None or key in found or value.startswith(("'", '"')) != is_whole:
            raise Misfit("its arguments are no object")
        found[key] = value[1:-1] if is_whole else value
    return found


def _place_alone(value: object, node: Node) -> dict[str, object]:
    known, needed = list(nodes.list_properties(node)), nodes.list_required(node)
    if not known:
        return {}
    place = SchemaPlace(root=node, owner=())
    takers = [key for key in known if can_cast(value, nodes.list_properties(node)[key], place, unchanged=True)]
    only = needed if len(needed) == 1 else known if len(known) == 1 else [] if needed else takers
    if len(only) != 1:
        named = " and ".join(f"'{key}'" for key in needed or known)
        raise Misfit(f"its arguments must be an object with {named}")
    kinds = {nodes.find_kind(each) for each in nodes.list_options(nodes.list_properties(node)[only[0]], node)}
    is_many = isinstance(value, list | tuple) and len(value) != 1 and "array" not in kinds
    if is_many or (isinstance(value, bool) and only[0] not in takers):
        raise Misfit(f"its arguments are {format_value(value)}, not an object")
    return {only[0]: value}


def _order(call: Positional, node: Node, tool: str) -> dict[str, object]:
    """Put values to the tool's keys in the order of its schema."""
    match call.values:
        case [Mapping() as one] if not call.keywords:
            return _make_object(one, node, tool)
        case [str() as one] if not call.keywords and read_object(one) is not None:
            return _make_object(one, node, tool)
    names = list(nodes.list_properties(node))
    if not names and not nodes.can_have_more(node):
        return {}
    if len(call.values) > len(names):
        raise Misfit(f"takes {len(names)} arguments, not {len(call.values)}")
    ordered = dict(zip(names, call.values, strict=False))
    twice = [key for key in call.keywords if key in ordered]
    if twice:
        raise Misfit(f"has '{twice[0]}' twice")
    return {**ordered, **call.keywords}


def _unwrap(printed: dict[str, object], node: Node, tool: str, *, depth: int = 0) -> dict[str, object]:
    """Return the arguments out of an object around them, `{"data": {…}}`, when its key is none of the tool's."""
    known = nodes.list_properties(node)
    inside = {key: _read_inner(value) for key, value in printed.items() if key not in known}
    around = [(key, inner) for key, inner in inside.items() if inner is not None]
    beside = [key for key in printed if inside.get(key) is None]
    if depth == _DEEPEST or len(around) != 1 or not all(_is_naming(key, printed[key], known, tool) for key in beside):
        return printed
    ((key, inner),) = around
    is_wrapper = is_neutral(key) or fold(key) == fold(tool)
    if not is_wrapper and {fold(each) for each in inner}.isdisjoint(map(fold, known)):
        return printed
    return _unwrap(inner, node, tool, depth=depth + 1)


def _wrap(printed: dict[str, object], node: Node) -> dict[str, object]:
    """Return the arguments in the one object that a tool takes, `{"input": {…}}`, when they stand there without it."""
    known = nodes.list_properties(node)
    has_object = any(
        isinstance(value, Mapping) or (isinstance(value, str) and "{" in value) for value in printed.values()
    )
    if len(known) != 1 or not printed or has_object:
        return printed
    ((key, inner),) = known.items()
    kinds = {nodes.find_kind(each) for each in nodes.list_options(inner, node)}
    return {key: printed} if kinds == {"object"} and fold(key) not in map(fold, printed) else printed


def _read_inner(value: object) -> dict[str, object] | None:
    match value:
        case Mapping():
            return {str(key): each for key, each in value.items()}
        case [Mapping() as one]:
            return {str(key): each for key, each in one.items()}
        case str() if value.lstrip().startswith("{"):
            return read_object(value)
        case _:
            return None


def _is_naming(key: str, value: object, known: Node, tool: str) -> bool:
    """Return whether a key beside the wrapper only names the call."""
    if key in known:
        return isinstance(value, str) and fold(value[:100]) == fold(tool)
    return fold(key) in _NAMING or value in (None, "", [])
