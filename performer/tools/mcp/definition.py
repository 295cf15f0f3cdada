"""A server's definition of a tool: a stranger's words, made short and harmless, and a digest of all of them."""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

from performer.core.untrusted_text import make_plain
from performer.tools.names import is_any_match
from performer.tools.tool import ToolSpec

MOST_TOOLS: Final = 200
_DESCRIPTION: Final = 1000
"""Characters."""
_IN_SCHEMA: Final = 300
"""Characters of each description in a schema."""
_SCHEMA: Final = 20_000
"""Bytes of a schema, as JSON."""
_NAME: Final = 100
_ODD: Final = re.compile(r"[^A-Za-z0-9_.-]+")
_WORDS: Final = frozenset({"description", "title", "$comment"})
"""What is prose in a schema; all else of it decides which arguments are right, and stays as it is."""
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
    def of(cls, server: str, told: Mapping[str, Any]) -> "ToolDefinition":
        """Parse what a server told of a tool, as the wire has it.

        Raises:
            ValueError: when it is too long; with the reason.
        """
        own_name = str(told["name"])
        schema = _clean_schema(told.get("inputSchema") or {})
        hints = told.get("annotations") or {}
        matters = json.dumps({key: told.get(key) for key in _MATTERS}, sort_keys=True)
        is_read_only = hints.get("readOnlyHint") is True
        if len(own_name) > _NAME:
            raise ValueError("its name is too long")
        return cls(
            name=format_tool_name(server, own_name),
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
    """Parse all tools that a server told, as the wire has them; of two of one name the first counts.

    Used are those that are `wanted` by their own names, which may end with `*`; if none is, all, unless `is_hidden`.
    `harmless` are the digests of tools that are known to change nothing, by their own names.
    """
    patterns, by_name, left_out, names = tuple(wanted), dict[str, ToolDefinition](), list[str](), list[str]()

    def add(each: Mapping[str, Any]) -> str:
        """Add a tool, or return why it is left out."""
        if len(by_name) >= MOST_TOOLS:
            return f"there are more than {MOST_TOOLS}"
        try:
            definition = ToolDefinition.of(server, each).known_by(harmless)
        except ValueError as error:
            return str(error)
        is_first = by_name.setdefault(definition.name, definition) is definition
        return "" if is_first else f"another one is called {definition.name}"

    for each in told:
        name = str(each["name"])
        names.append(format_tool_name(server, name))
        if (patterns or is_hidden) and not is_any_match(name, patterns):
            continue
        if why := add(each):
            left_out.append(f"{name[:_NAME]!r}: {why}")
    return ToolListing(definitions=tuple(by_name.values()), left_out=tuple(left_out), names=tuple(names))


def format_tool_name(server: str, own_name: str) -> str:
    """Return a server's tool name as the show writes it."""
    return f"mcp.{server}.{_ODD.sub('_', own_name[:_NAME])}"


def list_arguments(told: Iterable[Mapping[str, Any]]) -> dict[str, frozenset[str]]:
    """Return which arguments each tool takes, by its own name."""
    schemas = {str(each["name"]): each.get("inputSchema") or {} for each in told}
    return {name: frozenset(schema.get("properties") or ()) for name, schema in schemas.items()}


def _clean_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    if len(json.dumps(schema)) > _SCHEMA:
        raise ValueError(f"its schema has more than {_SCHEMA} characters")
    clean: dict[str, Any] = _clean(schema)
    properties = clean.get("properties")
    return {**clean, "type": "object", "properties": properties if isinstance(properties, dict) else {}}


def _clean(value: object, *, names: bool = False) -> Any:
    """Return a schema with its prose made short and harmless; `names`: the keys here are those of arguments."""
    match value:
        case Mapping():
            return {
                key: make_plain(each, _IN_SCHEMA)
                if key in _WORDS and not names and isinstance(each, str)
                else _clean(each, names=key in ("properties", "$defs") and not names)
                for key, each in value.items()
            }
        case list():
            return [_clean(each) for each in value]
        case _:
            return value
