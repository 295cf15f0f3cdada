"""The keys of the settings: of the sections that are always there, and of the tables that a streamer names.

`[mcp.NAME]` and `[prototypes.NAME]` are such tables, and `[tools.NAME]` for tools that have no section of their own.
"""

import itertools
import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from performer.config.config import Config
from performer.core.errors import ConfigError
from performer.core.files.user_file import parse_toml
from performer.core.storable_text import shorten
from performer.core.text import MOST_DEPTH, find_nearest
from performer.tools.mentions import ToolMentions
from performer.tools.names import OF_SERVERS, OURS
from performer.tools.settings import ToolRule

Key = tuple[str, ...]
"""Sections and name, outermost first."""
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_SECRET: Final = re.compile(r"(token|secret|password|key)$", re.IGNORECASE)
_ODD: Final = re.compile(r"[\x00-\x1f\"=\[\]#]")
"""Characters that no name of ours or of a tool holds: they come from a key that was written wrongly."""
_NAME: Final = "NAME"
"""Any name that a streamer might choose."""
_OF_A_SERVER: Final = len(("mcp", "NAME"))
"""Parts that stand before the name that a server has for a tool."""
_MOST_TOLD: Final = 80
"""Characters of a wrong key that an error repeats."""
_PLACE: Final = 8_766_000_002
"""A placeholder for a value where only the key is read."""


def is_secret_name(name: str) -> bool:
    """Return whether a key's name sounds like a secret's, whose value is then shown nowhere."""
    return _SECRET.search(name) is not None


def format_key(key: Key) -> str:
    """Format a key as TOML does: a name with dots in it stands in quotes."""
    return ".".join(name if _BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False) for name in key)


def split_key(key: str) -> Key:
    """Split `section.name`; the dots in a tool's name are its own, in quotes or without, as shells eat quotes."""
    parts = _parse_toml_key(key) or tuple(key.strip().split("."))
    if not all(parts) or len(parts) > MOST_DEPTH or _ODD.search("".join(parts)):
        said = f"'{shorten(key, _MOST_TOLD)}' names no setting."
        raise ConfigError(f"{said} Write section.name, such as stage.port or tools.NAME.rate.")
    return join_tool_key(parts)


def join_tool_key(key: Key) -> Key:
    """Join a tool's name that was split at its dots."""
    if len(key) < 3 or key[0] != "tools" or key[1] in OURS or any("." in part for part in key):
        return key
    places = range(2, len(key))
    known = (at for at in places if key[at] in ToolRule.model_fields)
    likely = (at for at in places if _is_end_likely(key[1:at], key[at]))
    ends = next(itertools.chain(known, likely), len(key))
    return ("tools", ".".join(key[1:ends]), *key[ends:])


def _is_end_likely(name: Key, after: str) -> bool:
    """Return whether a tool's name ends before a part that is no key: that part is then a misspelt key."""
    if name[-1].endswith("*") or ".".join(name) in OURS:
        return True
    return f"{name[0]}." == OF_SERVERS and len(name) > _OF_A_SERVER and bool(find_nearest(after, ToolRule.model_fields))


def iterate_given_keys(settings: BaseModel, path: Key = (), *, is_table: bool = False) -> Iterator[Key]:
    """Yield every key that has a value here; of a named table (`is_table`) only those that are set."""
    named = find_tables_class(type(settings))
    for name, value in iterate_values(settings):
        if isinstance(value, BaseModel):
            yield from iterate_given_keys(value, (*path, name), is_table=type(value) is named)
        elif find_table_class(type(settings), name):
            for each, inner in value.items():
                yield from iterate_given_keys(inner, (*path, name, each), is_table=True)
        elif value is not None or not is_table:
            yield (*path, name)


def iterate_every_key(settings: type[BaseModel], path: Key = ()) -> Iterator[Key]:
    """Yield every key that needs no name of the streamer's; a section of named tables is one key."""
    if find_tables_class(settings):
        yield path
    for name, field in settings.model_fields.items():
        inner = strip_annotation(field.annotation)
        if is_settings(inner):
            yield from iterate_every_key(inner, (*path, name))
        else:
            yield (*path, name)


def find_field(root: type[BaseModel], key: Key, *, in_lists: bool = False) -> tuple[Any, int]:
    """Return the type at a key, and how many parts of the key lead to it.

    A key inside a list of tables cannot be set; it is found with `in_lists`.
    """
    at: Any = root
    for depth, name in enumerate(key):
        inner = _find_inner(get_args(at)[0] if in_lists and get_origin(at) is tuple else at, name)
        if inner is None:
            return at, depth
        at = inner
    return at, len(key)


def is_section(root: type[BaseModel], key: Key) -> bool:
    """Return whether there are keys below a key, ours or named by the streamer."""
    taken, depth = find_field(root, key)
    return depth == len(key) and (is_settings(taken) or can_have_tables(root, key))


def can_have_tables(root: type[BaseModel], key: Key) -> bool:
    """Return whether the streamer names tables right below a key."""
    taken, depth = find_field(root, (*key, _NAME))
    return depth == len(key) + 1 and is_settings(taken)


def get_value(config: BaseModel | Mapping[str, Any], key: Key) -> Any:
    """Return the value of a key in settings or in a tree of TOML; None where the key is not set."""
    at: Any = config
    for name in key:
        if isinstance(at, BaseModel):
            at = getattr(at, name) if name in type(at).model_fields else (at.model_extra or {}).get(name)
        else:
            at = at.get(name) if isinstance(at, dict) else None
    return at


@cache
def find_tables_class(settings: type[BaseModel]) -> type[BaseModel] | None:
    """Return the class of the tables that may be named right in a section, if it takes any."""
    if settings.model_config.get("extra") != "allow":
        return None
    inner: type[BaseModel] = get_args(get_type_hints(settings)["__pydantic_extra__"])[1]
    return inner


def find_table_class(settings: type[BaseModel], name: str) -> type[BaseModel] | None:
    """Return the class of the tables that may be named under a field, if it takes any."""
    field = settings.model_fields.get(name)
    arguments = get_args(field.annotation) if field and get_origin(field.annotation) is dict else ()
    return arguments[1] if arguments and is_settings(arguments[1]) else None


def iterate_values(settings: BaseModel) -> Iterator[tuple[str, Any]]:
    """Yield the fields of settings, and the tables that are named in them, with what they hold."""
    yield from ((name, getattr(settings, name)) for name in type(settings).model_fields)
    yield from (settings.model_extra or {}).items()


def _find_inner(at: Any, name: str) -> Any:
    """Return the type under a name within a type, or None where there is no such name."""
    at = strip_annotation(at)
    if is_settings(at):
        field = at.model_fields.get(name)
        return field.annotation if field else find_tables_class(at)
    return get_args(at)[1] if get_origin(at) is dict else None


def strip_annotation(annotation: Any) -> Any:
    """Return a type without `Annotated` and without its `None`."""
    if get_origin(annotation) is Annotated:
        return strip_annotation(get_args(annotation)[0])
    if get_origin(annotation) in {Union, UnionType}:
        others = [each for each in get_args(annotation) if each is not type(None)]
        return strip_annotation(others[0]) if len(others) == 1 else annotation
    return annotation


def is_settings(annotation: Any) -> bool:
    """Return whether a type is a class of settings."""
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def _parse_toml_key(key: str) -> Key:
    """Parse a key as TOML does; return nothing where it is none."""
    try:
        at: Any = parse_toml(f"{key.strip()} = {_PLACE}")
    except tomllib.TOMLDecodeError:
        return ()
    parts: list[str] = []
    while isinstance(at, dict) and len(at) == 1:
        [(name, at)] = at.items()
        parts.append(name)
    return tuple(parts) if at == _PLACE else ()


def collect_mentions(config: Config) -> ToolMentions:
    """Collect the rules and lists that name tools, to be compared with the tools that there are."""
    return ToolMentions(
        tables={format_key(key): rules for key, rules in iterate_rule_tables(config)},
        lists={format_key(key): names for key, names in iterate_pattern_lists(config)},
    )


def iterate_rule_tables(config: Config) -> Iterator[tuple[Key, Mapping[str, ToolRule]]]:
    """Yield the rules by pattern, with the keys that they stand under."""
    yield ("tools",), config.tools.rules
    for own, prototype in config.prototypes.items():
        yield ("prototypes", own, "rules"), prototype.rules


def iterate_pattern_lists(config: Config) -> Iterator[tuple[Key, Sequence[str]]]:
    """Yield the lists of patterns with their keys."""
    yield ("tools", "first"), config.tools.first
    yield ("tools", "confirm"), config.tools.confirm
    for own, prototype in config.prototypes.items():
        yield ("prototypes", own, "tools"), prototype.tools or ()
