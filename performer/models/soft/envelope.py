"""Objects that are calls: which key holds the tool's name and which its arguments, under the names models give them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from performer.models.soft.braces import parse_object
from performer.models.soft.offered import Offered
from performer.models.soft.place import PrintedCall
from performer.models.soft.repair import lacks, repaired
from performer.tools import ToolSpec

_NAMES: Final = ("name", "tool", "function", "tool_name", "function_name", "action")
_ARGUMENTS: Final = ("arguments", "parameters", "args", "params", "input", "action_input")
_WRAPPERS: Final = ("function", "tool_call", "function_call", "call")
_BESIDES: Final = frozenset({"id", "type", "index"})
_DEEPEST: Final = 4


@dataclass(frozen=True, kw_only=True)
class Calls:
    """The calls in an object, by whether their tools are on offer."""

    offered: tuple[PrintedCall, ...] = ()
    unknown: tuple[PrintedCall, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.offered or self.unknown)

    def __add__(self, other: "Calls") -> "Calls":
        return Calls(offered=self.offered + other.offered, unknown=self.unknown + other.unknown)


def calls_in(value: Mapping[str, object], offered: Offered, *, depth: int = 0) -> Calls:
    """Find the calls that an object is; an object that is data holds none, whatever it mentions inside."""
    many = value.get("tool_calls")
    if isinstance(many, list) and depth < _DEEPEST:
        each = [calls_in(one, offered, depth=depth + 1) for one in many if isinstance(one, dict)]
        return sum(each, Calls())
    for key in _WRAPPERS:
        inner = value.get(key)
        if isinstance(inner, dict) and depth < _DEEPEST:
            return calls_in(inner, offered, depth=depth + 1)
    return _call(value, offered)


def call_of(name: str, arguments: Mapping[str, object], offered: Offered) -> Calls:
    """Make the call that a name and its arguments are."""
    tool = offered.find(name)
    if tool is None:
        return Calls(unknown=(PrintedCall(name=name, arguments=arguments),))
    return Calls(offered=(PrintedCall(name=tool.name, arguments=repaired(arguments, tool.parameters)),))


def _call(value: Mapping[str, object], offered: Offered) -> Calls:
    names = [key for key in _NAMES if isinstance(value.get(key), str)]
    if not names:
        return Calls()
    known = [key for key in names if offered.find(str(value[key]))]
    name_key = (known or names)[0]
    holders = [key for key in _ARGUMENTS if key in value]
    if holders:
        arguments = _arguments(value[holders[0]])
        return Calls() if arguments is None else call_of(str(value[name_key]), arguments, offered)
    tool = offered.find(str(value[name_key]))
    return Calls() if tool is None else _flat(tool, {k: v for k, v in value.items() if k != name_key})


def _arguments(value: object) -> Mapping[str, object] | None:
    """Take an object, the same written as a string, or nothing; None for anything else."""
    match value:
        case dict():
            return value
        case None | "":
            return {}
        case str():
            return parse_object(value)
        case _:
            return None


def _flat(tool: ToolSpec, rest: Mapping[str, object]) -> Calls:
    """Read arguments that stand beside the name: all of them must be the tool's, and none may lack."""
    beside = {key: value for key, value in rest.items() if key not in _BESIDES}
    arguments = repaired(beside, tool.parameters)
    if len(arguments) != len(beside) or lacks(arguments, tool.parameters):
        return Calls()
    return Calls(offered=(PrintedCall(name=tool.name, arguments=arguments),))
