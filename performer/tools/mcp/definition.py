"""A server's definition of a tool: a stranger's words, made short and harmless, and a digest of all of them."""

import hashlib
import json
import logging
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import field, replace
from types import MappingProxyType
from typing import Any, Final

from performer.core.untrusted_text import make_plain
from performer.core.values import dataclass
from performer.tools.mcp.tool_schema import clean_schema
from performer.tools.names import is_any_match
from performer.tools.romanize import romanize
from performer.tools.tool import ToolSpec

_log = logging.getLogger(__name__)
MOST_TOOLS: Final = 200
_DESCRIPTION: Final = 1000
"""Characters."""
_NAME: Final = 100
_ODD: Final = re.compile(r"[^A-Za-z0-9_.-]+")
_MATTERS: Final = ("name", "description", "inputSchema", "annotations")


@dataclass(frozen=True, kw_only=True)
class ToolDefinition:
    """A tool as its server defines it; make one with `ToolDefinition.of`."""

    name: str
    """The name in the show: `mcp.weather.forecast`."""
    own_name: str
    """The name at its server."""
    description: str
    parameters: Mapping[str, Any] = field(repr=False)
    is_read_only: bool
    """So its server says, and so the owner is told before allowing it."""
    is_repeatable: bool
    digest: str
    """Of the definition as it came: another one, and the owner is asked anew."""

    @classmethod
    def of(cls, server: str, told: Mapping[str, Any], name: str = "") -> "ToolDefinition":
        """Parse what a server told of a tool, as the wire has it; `name` is the one in the show, if not the usual one.

        Raises:
            ValueError: when it is broken, or too long; with the reason.
        """
        own_name, hints = str(told["name"]), told.get("annotations")
        schema = clean_schema(told.get("inputSchema") or {})
        hints = hints if isinstance(hints, Mapping) else {}
        matters = json.dumps({key: told.get(key) for key in _MATTERS}, sort_keys=True)
        is_read_only = hints.get("readOnlyHint") is True
        if len(own_name) > _NAME:
            raise ValueError("its name is too long")
        return cls(
            name=name or format_tool_name(server, own_name),
            own_name=own_name,
            description=make_plain(str(told.get("description") or ""), _DESCRIPTION),
            parameters=schema,
            is_read_only=is_read_only,
            is_repeatable=is_read_only or hints.get("idempotentHint") is True,
            digest=hashlib.sha256(matters.encode()).hexdigest(),
        )

    @property
    def spec(self) -> ToolSpec:
        """The part of the definition that a model reads."""
        return ToolSpec(name=self.name, description=self.description, parameters=self.parameters)

    def known_by(self, harmless: Mapping[str, str]) -> "ToolDefinition":
        """Return the definition, marked as changing nothing if it is known to, as it was when it was read."""
        if harmless.get(self.own_name) != self.digest:
            return self
        return replace(self, is_read_only=True, is_repeatable=True)

    def missing(self, arguments: Mapping[str, object]) -> list[str]:
        """Return the required arguments that are not given."""
        required = self.parameters.get("required")
        return [str(each) for each in required if each not in arguments] if isinstance(required, list) else []


@dataclass(frozen=True, kw_only=True)
class ToolListing:
    """All tools that a server has, and what was left out of them."""

    definitions: tuple[ToolDefinition, ...] = ()
    left_out: tuple[str, ...] = ()
    """Why, a sentence each."""
    names: tuple[str, ...] = field(default=(), compare=False)
    """Of all that it has, hidden ones and those left out too, by their names in the show."""


def make_listing(
    server: str,
    wanted: Iterable[str],
    told: Iterable[Mapping[str, Any]],
    *,
    harmless: Mapping[str, str] = MappingProxyType({}),
    is_hidden: bool = False,
) -> ToolListing:
    """Parse all tools that a server told, as the wire has them; of two of one own name the first counts.

    Used are those that are `wanted` by their own names, which may end with `*`; if none is, all, unless `is_hidden`.
    `harmless` are the digests of tools that are known to change nothing, by their own names.
    """
    listed = list(told)
    patterns, found, left_out = tuple(wanted), list[ToolDefinition](), list[str]()
    names = _name_tools(server, listed)
    seen = set[str]()
    for number, each in enumerate(listed, 1):
        own_name = _get_name(each)
        if own_name and (patterns or is_hidden) and not is_any_match(own_name, patterns):
            continue
        try:
            _check_place(own_name, seen, len(found))
            found.append(ToolDefinition.of(server, each, names[own_name]).known_by(harmless))
        except Exception as error:  # noqa: BLE001  one odd definition must not take the others along
            left_out.append(f"{repr(own_name[:_NAME]) if own_name else f'number {number}'}: {_tell(error)}")
        seen.add(own_name)
    return ToolListing(definitions=tuple(found), left_out=tuple(left_out), names=tuple(names.values()))


def _tell(error: Exception) -> str:
    """Return why a definition is left out; a reason that nobody foresaw is logged."""
    if isinstance(error, ValueError):
        return str(error)
    _log.error("A definition of a tool cannot be read", exc_info=error)
    return f"its definition cannot be read ({type(error).__name__})"


def _check_place(own_name: str, seen: Collection[str], found: int) -> None:
    """Raise ValueError where a listing has no place for a tool, whatever it is."""
    if not own_name:
        raise ValueError("it has no name")
    if own_name in seen:
        raise ValueError("another one has the same name")
    if found >= MOST_TOOLS:
        raise ValueError(f"there are more than {MOST_TOOLS}")


def _get_name(told: Mapping[str, Any]) -> str:
    name = told.get("name")
    return name if isinstance(name, str) else ""


def _name_tools(server: str, told: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return the names of tools in the show by their own ones; where two sound alike, the later has a number."""
    names: dict[str, str] = {}
    taken = set[str]()
    for own_name in filter(None, map(_get_name, told)):
        if own_name in names:
            continue
        wanted = name = format_tool_name(server, own_name)
        number = 1
        while name in taken:
            number += 1
            name = f"{wanted}_{number}"
        names[own_name] = name
        taken.add(name)
    return names


def format_tool_name(server: str, own_name: str) -> str:
    """Return a server's tool name as the show writes it: in ASCII, as it sounds."""
    return f"mcp.{server}.{_ODD.sub('_', romanize(own_name[:_NAME]))[:_NAME] or '_'}"


def list_arguments(told: Iterable[Mapping[str, Any]]) -> dict[str, frozenset[str]]:
    """Return which arguments each tool takes, by its own name."""
    schemas = {str(each.get("name")): each.get("inputSchema") for each in told}
    given = {name: schema.get("properties") for name, schema in schemas.items() if isinstance(schema, Mapping)}
    return {name: frozenset(named) for name, named in given.items() if isinstance(named, Mapping)}
