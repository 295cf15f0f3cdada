"""Objects that are calls: which key holds the tool's name and which its arguments, under the names models give them.

An object may have lost its beginning, or begin wrongly: `"name": "play_sfx", …}`, `{"play_sfx", …}`, `"{"name": …}"`.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from performer.core.values import dataclass
from performer.models.toolcalls.text.calls import (
    Outcome,
    PrintedCall,
    PrintedMisprint,
    UnknownCall,
    make_outcome,
    resolve_call,
)
from performer.models.toolcalls.text.data.literal import LONGEST, PrintedData, read_literal
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.schema.spelling import fold
from performer.tools.tool import ToolSpec

_KEYS: Final = ("name", "tool", "tool_name", "function", "function_name", "action")
_NAME: Final = r"[\"']([\w.\-]{1,80})[\"']"
_BEGINNINGS: Final = (
    (re.compile(rf"(?=[\"'](?:{'|'.join(_KEYS)})[\"']\s*:\s*{_NAME}\s*,)"), "{"),
    (re.compile(rf"\{{?(?=(?:{'|'.join(_KEYS)})\"\s*:\s*{_NAME}\s*,)"), '{"'),
    (re.compile(rf"\{{(?=\s*{_NAME}\s*,\s*[\"'][\w\-]{{1,60}}[\"']\s*:)"), '{"name": '),
    (re.compile(rf"\{{\s*{_NAME}\s*,\s*(?=\{{)"), ""),
)
"""Each a beginning as printed, with the tool's name, and what it must have been."""
_BEGUN = re.compile(r"[{\"']{0,2}[A-Za-z_]{0,13}[\"']?\s*:?\s*[\"']?[\w.\-]{0,80}[\"']?\s*,?\s*\Z")


def read_unopened(text: str, at: int, offered: OfferedTools) -> PrintedData | None:
    """Read an object as if it had begun in order; None when no tool on offer is named in it.

    In a whole text it begins at `at`, or the quote around it does.
    """
    found = find_beginning(text, at, offered)
    if found is None:
        return None
    beginning, right = found
    right = right or f'{{"name": "{beginning.group(1)}", "arguments": '
    literal = read_literal(right + text[beginning.end() : at + LONGEST], 0)
    return replace(literal, end=beginning.end() + literal.end - len(right)) if literal else None


def can_become_unopened(text: str, at: int) -> bool:
    """Return whether what stands at the end of a growing text may become such an object."""
    word = text[at : at + 20].lstrip("{\"'").partition('"')[0].partition("'")[0]
    may_be = text[at] == "{" or any(key.startswith(word) for key in _KEYS)
    return may_be and _BEGUN.match(text, at) is not None


def find_beginning(text: str, at: int, offered: OfferedTools) -> tuple[re.Match[str], str] | None:
    """Find a beginning for `read_unopened` to read on from, and what it must have been."""
    for pattern, right in _BEGINNINGS:
        beginning = pattern.match(text, at)
        if beginning is not None and offered.find(beginning.group(1)) is not None:
            return beginning, right
    return None


_KEYS_OF: Final[Mapping[str, Mapping[str, int]]] = {
    name: {key: number for number, key in enumerate(keys.split())}
    for name, keys in tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")).items()
}
"""The keys of `call_objects.toml`, with their number in each list."""
_APART: Final = frozenset().union(*(_KEYS_OF[name] for name in ("arguments", "wrappers", "lists")))
"""Keys of what a call is told in."""
_DEEPEST: Final = 8
_BLANKS: Final = dict.fromkeys(map(ord, "_- "))
_SIGNS: Final = dict.fromkeys(map(ord, "_-."))


@dataclass(frozen=True, kw_only=True)
class _Reader:
    offered: OfferedTools
    literal: PrintedData
    explicit: bool

    def read_calls(self, value: object, depth: int) -> list[Outcome]:
        """Return the calls that a value is; data holds none, whatever it mentions inside."""
        match value:
            case dict():
                return self._read_object(value, depth)
            case [str() as name, Mapping() as inner] if self.offered.find(name, misspelt=False):
                return [resolve_call(name, inner, self.offered, cut=self._is_cut(depth + 1))]
            case list():
                found = [self.read_calls(each, depth + 1) for each in value]
                return [call for calls in found for call in calls] if depth < _DEEPEST and all(found) else []
        return []

    def _read_object(self, value: Mapping[str, object], depth: int) -> list[Outcome]:
        keys = {_fold_key(key): key for key in value}
        if (
            value.get(keys.get("role", "")) in tuple(_KEYS_OF["others"])
            or _is_told(value, keys)
            or _is_schema(value, keys)
        ):
            return []
        for key in _find_keys(keys, "lists"):
            inner = value[key]
            if isinstance(inner, list | dict) and inner:
                return self._read_each(inner, depth)
        beside = {key: value[key] for key in _find_keys(keys, "arguments")}
        wrapped = (self._read_wrapped(value[key], beside, depth) for key in _find_keys(keys, "wrappers"))
        messages = (self._read_wrapped(value[key], {}, depth) for key in _find_keys(keys, "messages"))
        return (
            next(filter(None, wrapped), [])
            or self._read_call(value, keys, depth)
            or self._read_by_tool(value, depth)
            or next(filter(None, messages), [])
        )

    def _read_wrapped(self, inner: object, beside: Mapping[str, object], depth: int) -> list[Outcome]:
        if isinstance(inner, dict) and depth < _DEEPEST:
            return self.read_calls({**beside, **inner}, depth + 1)
        return self._read_each(inner, depth) if isinstance(inner, list) else []

    def _read_each(self, inner: object, depth: int) -> list[Outcome]:
        many: Sequence[object] = inner if isinstance(inner, list) else [inner]
        return [call for one in many for call in self.read_calls(one, depth + 2)] if depth < _DEEPEST else []

    def _read_call(self, value: Mapping[str, object], keys: Mapping[str, str], depth: int) -> list[Outcome]:
        names = [key for key in _find_keys(keys, "names") if isinstance(value[key], str)]
        holder = next(iter(_find_keys(keys, "arguments")), None)
        rare = [*_find_keys(keys, "rare_names"), *(_find_keys(keys, "common") if holder is not None else ())]
        known = [key for key in names if self.offered.find(str(value[key]))] or [
            key for key in rare if isinstance(value[key], str) and self.offered.find(str(value[key]), misspelt=False)
        ]
        if not names and not known:
            return []
        name_key = (known or names)[0]
        name = str(value[name_key])
        if holder is not None and holder not in known:
            return self._read_holding(name, value[holder], depth, is_known=bool(known))
        return self._read_flat(value, name_key, name, keys, depth)

    def _read_holding(self, name: str, inner: object, depth: int, *, is_known: bool) -> list[Outcome]:
        """Read a name with its arguments in one value beside it."""
        if isinstance(inner, Mapping | list) and (
            not name.strip() or (not is_known and fold(name) in _KEYS_OF["callers"])
        ):
            return self.read_calls(inner, depth + 1)
        if not name.strip() or not (isinstance(inner, Mapping | str | None) or is_known):
            return []
        return [resolve_call(name, inner, self.offered, cut=self._is_cut(depth + 1))]

    def _read_flat(
        self, value: Mapping[str, object], name_key: str, name: str, keys: Mapping[str, str], depth: int
    ) -> list[Outcome]:
        """Read arguments that stand beside the name."""
        beside = {
            key: each for key, each in value.items() if key != name_key and _fold_key(key) not in _KEYS_OF["besides"]
        }
        says_tool = _fold_key(name_key) in _KEYS_OF["explicit"]
        tool = self.offered.find(name)
        if not _KEYS_OF["results"].keys().isdisjoint(keys) and not _is_own(beside, tool):
            return []
        cut = self._is_cut(depth)
        if tool is None:
            is_clear = says_tool and not cut and name.translate(_SIGNS).isalnum()
            return [UnknownCall(call=PrintedCall(name=name, arguments=beside))] if is_clear else []
        inner = _find_only_object(beside)
        if inner and _is_own(inner, tool):
            return [make_outcome(tool, inner, cut=self._is_cut(depth + 1))]
        call = make_outcome(tool, beside, cut=cut)
        given = sum(each is not None for each in beside.values())
        if isinstance(call, PrintedCall) and len(call.arguments) == given:
            return [call]
        meant = self.explicit or cut or (says_tool and isinstance(call, PrintedMisprint) and _is_own(beside, tool))
        return [call] if meant else []

    def _read_by_tool(self, value: Mapping[str, object], depth: int) -> list[Outcome]:
        """Read objects that name the tool by their key: `{"overlay_text": {…}}`."""
        tools = {
            key: self.offered.find(key, misspelt=False) for key in value if _fold_key(key) not in _KEYS_OF["besides"]
        }
        if not tools or any(tool is None for tool in tools.values()):
            return []
        if not all(_has_arguments(value[key]) for key in tools):
            return []
        cut = self._is_cut(depth + 1)
        return [make_outcome(tool, value[key], cut=cut) for key, tool in tools.items() if tool is not None]

    def _is_cut(self, depth: int) -> bool:
        """Return whether what stands at this depth never ended."""
        literal = self.literal
        return literal.cut or (depth <= literal.open_depth and not literal.ended_by_marker)


def find_calls(literal: PrintedData, offered: OfferedTools, *, explicit: bool = False) -> tuple[Outcome, ...]:
    """Return the calls that a literal is, none when it is data; `explicit` when a wrapper around it says that it is."""
    return tuple(_Reader(offered=offered, literal=literal, explicit=explicit).read_calls(literal.value, 1))


@lru_cache(maxsize=256)
def _fold_key(key: str) -> str:
    return str(key).translate(_BLANKS).lower()


def _find_keys(keys: Mapping[str, str], name: str) -> list[str]:
    """Return the keys of an object that are in a list, in the order of that."""
    names = _KEYS_OF[name]
    return [keys[key] for key in sorted(names.keys() & keys, key=names.__getitem__)]


def _is_told(value: Mapping[str, object], keys: Mapping[str, str]) -> bool:
    """Return whether an object hands on a call that was made, or that somebody wrote: its arguments stand apart."""
    if _APART.isdisjoint(keys):
        return False
    is_done = any(name in keys and value[keys[name]] is not None for name in _KEYS_OF["done"])
    return is_done or any(isinstance(value.get(keys.get(name, "")), str) for name in _KEYS_OF["authors"])


def _is_schema(value: Mapping[str, object], keys: Mapping[str, str]) -> bool:
    """Return whether an object describes a tool, as a list of the tools on offer does."""
    for name in ("parameters", "inputschema", "arguments"):
        schema = value[keys[name]] if name in keys else None
        held = schema.get("properties") if isinstance(schema, dict) and schema.get("type") == "object" else None
        if isinstance(held, dict):
            described = [isinstance(each, Mapping) and "type" in each and "value" not in each for each in held.values()]
            return all(described) and ("description" in keys or bool(described))
    return False


def _find_only_object(beside: Mapping[str, object]) -> Mapping[str, object]:
    """Return the one object among what stands beside a name; an empty one when there is none, or something else too."""
    given = [each for each in beside.values() if each is not None]
    return given[0] if len(given) == 1 and isinstance(given[0], Mapping) else {}


def _has_arguments(value: object) -> bool:
    match value:
        case Mapping() | [Mapping()]:
            return True
        case str():
            return value.lstrip().startswith("{")
    return False


def _is_own(beside: Mapping[str, object], tool: ToolSpec | None) -> bool:
    return tool is not None and all(key in tool.parameters.get("properties", ()) for key in beside)
