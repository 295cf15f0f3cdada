"""Objects that are calls: which key holds the tool's name and which its arguments, under the names models give them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from performer.models.soft.data.literal import Literal
from performer.models.soft.place import Outcome, PrintedCall, PrintedMisprint, UnknownCall
from performer.models.soft.resolve import outcome, resolved
from performer.models.soft.schema.offered import Offered
from performer.tools import ToolSpec

_NAMES: Final = (
    "name", "tool", "function", "toolname", "functionname", "action", "func", "recipientname",
    "service", "command", "method", "toolid", "fn",
)  # fmt: skip
_EXPLICIT: Final = frozenset({"tool", "function", "toolname", "functionname", "recipientname"})
"""Keys by which an object says that what it names is a tool."""
_ARGUMENTS: Final = (
    "arguments", "parameters", "args", "params", "input", "actioninput", "functionargs", "functionarguments",
    "toolinput", "toolargs", "kwargs",
    "properties", "payload",
)  # fmt: skip
_WRAPPERS: Final = ("function", "toolcall", "functioncall", "call", "tooluse", "action", "tool", "command")
_LISTS: Final = ("toolcalls", "functioncalls", "calls", "tooluses", "actions", "tools")
_BESIDES: Final = frozenset(
    {
        "id",
        "type",
        "index",
        "role",
        "callid",
        "toolcallid",
        "thought",
        "thoughts",
        "reason",
        "reasoning",
        "say",
        "speech",
        "content",
    }
)
_RESULTS: Final = frozenset(
    {"ok", "success", "result", "results", "status", "error", "output", "response", "observation", "returned"}
)
"""Keys of what a tool answered, which is no call."""
_DEEPEST: Final = 5
_BLANKS: Final = {ord(each): None for each in "_- "}


@dataclass(frozen=True, kw_only=True)
class _Reader:
    offered: Offered
    literal: Literal
    explicit: bool

    def calls(self, value: object, depth: int) -> list[Outcome]:
        """Find the calls that a value is; data holds none, whatever it mentions inside."""
        match value:
            case dict():
                return self._object(value, depth)
            case list():
                found = [self.calls(each, depth + 1) for each in value]
                return [call for calls in found for call in calls] if depth < _DEEPEST and all(found) else []
        return []

    def _object(self, value: Mapping[str, object], depth: int) -> list[Outcome]:
        keys = {_folded(key): key for key in value}
        for name in _LISTS:
            inner = value[keys[name]] if name in keys else None
            if isinstance(inner, (list, dict)) and inner:
                return self._each(inner, depth)
        for name in _WRAPPERS:
            inner = value[keys[name]] if name in keys else None
            if isinstance(inner, dict) and depth < _DEEPEST:
                calls = self.calls({**_arguments_beside(value, keys), **inner}, depth + 1)
                if calls:
                    return calls
        return self._call(value, keys, depth) or self._by_tool(value, depth)

    def _each(self, inner: object, depth: int) -> list[Outcome]:
        many: Sequence[object] = inner if isinstance(inner, list) else [inner]
        return [call for one in many for call in self.calls(one, depth + 2)] if depth < _DEEPEST else []

    def _call(self, value: Mapping[str, object], keys: Mapping[str, str], depth: int) -> list[Outcome]:
        names = [keys[name] for name in _NAMES if name in keys and isinstance(value[keys[name]], str)]
        holder = next((keys[name] for name in _ARGUMENTS if name in keys), None)
        if not names:
            return []
        known = [key for key in names if self.offered.find(str(value[key]))]
        name_key = (known or names)[0]
        name = str(value[name_key])
        if holder is not None and holder not in known:
            inner = value[holder]
            if not name.strip() and isinstance(inner, dict):
                return self.calls(inner, depth + 1)
            is_call = isinstance(inner, (dict, str, type(None))) or bool(known)
            return (
                [resolved(name, inner, self.offered, cut=self._is_cut(depth + 1))] if is_call and name.strip() else []
            )
        return self._flat(value, name_key, name, keys, depth)

    def _flat(
        self, value: Mapping[str, object], name_key: str, name: str, keys: Mapping[str, str], depth: int
    ) -> list[Outcome]:
        """Read arguments that stand beside the name."""
        beside = {key: each for key, each in value.items() if key != name_key and _folded(key) not in _BESIDES}
        says_tool = _folded(name_key) in _EXPLICIT
        tool = self.offered.find(name)
        if not _RESULTS.isdisjoint(keys) and not _is_own(beside, tool):
            return []
        cut = self._is_cut(depth)
        if tool is None:
            return (
                [UnknownCall(call=PrintedCall(name=name, arguments=beside))]
                if says_tool and not cut and _is_word(name)
                else []
            )
        call = outcome(tool, beside, cut=cut)
        given = sum(each is not None for each in beside.values())
        if isinstance(call, PrintedCall) and len(call.arguments) == given:
            return [call]
        meant = self.explicit or cut or (says_tool and isinstance(call, PrintedMisprint) and _is_own(beside, tool))
        return [call] if meant else []

    def _by_tool(self, value: Mapping[str, object], depth: int) -> list[Outcome]:
        """Read objects that name the tool by their key: `{"overlay_text": {…}}`."""
        tools = {key: self.offered.find(key, misspelt=False) for key in value}
        if not tools or any(tool is None for tool in tools.values()):
            return []
        if not all(isinstance(each, dict) for each in value.values()):
            return []
        cut = self._is_cut(depth + 1)
        return [outcome(tool, value[key], cut=cut) for key, tool in tools.items() if tool is not None]

    def _is_cut(self, depth: int) -> bool:
        """Tell whether what stands at this depth never ended."""
        literal = self.literal
        return literal.cut or (depth <= literal.open_depth and not literal.ended_by_marker)


def calls_in(literal: Literal, offered: Offered, *, explicit: bool = False) -> list[Outcome]:
    """Find the calls that a literal is, none when it is data.

    Args:
        literal: As it was read.
        offered: The tools on offer.
        explicit: Whether a wrapper around it says that it is a call.
    """
    return _Reader(offered=offered, literal=literal, explicit=explicit).calls(literal.value, 1)


def _folded(key: object) -> str:
    return str(key).translate(_BLANKS).lower()


def _is_word(name: str) -> bool:
    return bool(name) and name.replace("_", "").replace("-", "").replace(".", "").isalnum()


def _is_own(beside: Mapping[str, object], tool: ToolSpec | None) -> bool:
    return tool is not None and all(key in tool.parameters.get("properties", ()) for key in beside)


def _arguments_beside(value: Mapping[str, object], keys: Mapping[str, str]) -> dict[str, object]:
    return {keys[name]: value[keys[name]] for name in _ARGUMENTS if name in keys}
