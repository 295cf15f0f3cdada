"""A server that the streamer adds: what was entered becomes a table `[mcp.NAME]`, and its keys are kept apart."""

import os
import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from performer.core.errors import ConfigError
from performer.core.operations import Arguments, read_text
from performer.core.own_text import own
from performer.core.process.command_words import split_command
from performer.core.text import format_near_miss
from performer.core.values import dataclass
from performer.tools.mcp.server_process import find_program
from performer.tools.mcp.server_spec import PRESETS, ServerSpec
from performer.tools.mcp.settings import McpSettings, list_variables

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,99}")
_WAYS: Final = ("preset", "command", "url")
_MOST_KEYS: Final = 20
_LONGEST: Final = 2000


@dataclass(frozen=True, kw_only=True)
class NewServer:
    """A table as it is written, and the keys that stand in it as `${NAME}`."""

    name: str
    table: Mapping[str, Any]
    keys: Mapping[str, str]


def read_new_server(arguments: Arguments) -> NewServer:
    """Read what was entered: `name`, and one of `preset`, `command` and `url`, with `env`, `headers` and `key`.

    The values of `env` and `headers`, and the preset's `key`, are secrets: each becomes a variable.

    Raises:
        ConfigError: when something is missing or wrong, with its value and the remedy.
    """
    name = read_text(arguments, "name", most=200)
    if not _NAME.fullmatch(name):
        raise ConfigError(
            own("The name '{name}' will not do. Take up to 40 small letters, digits, _ and -.", name=name[:80])
        )
    given = [way for way in _WAYS if arguments.get(way)]
    if len(given) != 1:
        raise ConfigError(own("Expected one of a preset, a command and an address."))
    value = read_text(arguments, given[0], most=_LONGEST)
    keys: dict[str, str] = {}
    match given[0]:
        case "preset":
            table = _read_preset(value, arguments, keys)
        case "command":
            table = _read_command(name, value)
        case _:
            table = _read_address(value)
    for part in ("env", "headers"):
        table |= _read_secrets(name, part, arguments, keys)
    return NewServer(name=name, table=table, keys=keys)


def _read_preset(preset: str, arguments: Arguments, keys: dict[str, str]) -> dict[str, Any]:
    if preset not in PRESETS:
        raise ConfigError(
            own("There is no preset '{preset}'. {near}", preset=preset, near=format_near_miss(preset, PRESETS))
        )
    if PRESETS[preset].key and arguments.get("key"):
        keys[PRESETS[preset].key] = read_text(arguments, "key", most=_LONGEST)
    return {"preset": preset}


def _read_command(name: str, line: str) -> dict[str, Any]:
    try:
        command, *words = split_command(line)
    except ValueError as error:
        raise ConfigError(own("The command {line} cannot be read: {why}.", line=repr(line), why=str(error))) from None
    table: dict[str, Any] = {"command": command, **({"args": words} if words else {})}
    spec = ServerSpec.of(name, McpSettings.model_validate(table))
    find_program(spec, os.environ.get("PATH"))
    return table


def _read_address(url: str) -> dict[str, Any]:
    try:
        parts = urlsplit(url)
        is_address = parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        is_address = False
    if not is_address:
        raise ConfigError(
            own("The address '{url}' names no server. Expected one such as https://wiki.example/mcp.", url=url[:200])
        )
    return {"url": url}


def _read_secrets(name: str, part: str, arguments: Arguments, keys: dict[str, str]) -> dict[str, Any]:
    """Return a part of the table in which variables stand for what was entered, and add that to the keys."""
    given = arguments.get(part) or {}
    if not isinstance(given, dict) or len(given) > _MOST_KEYS:
        raise ConfigError(own("The argument '{part}' is no object of up to {most} texts.", part=part, most=_MOST_KEYS))
    written: dict[str, str] = {}
    for each in given:
        value = read_text(given, each, most=_LONGEST)
        if list_variables([value]):
            written[each] = value
            continue
        variable = each if part == "env" else re.sub(r"\W", "_", f"MCP_{name}_{each}".upper())
        if not _VARIABLE.fullmatch(variable):
            raise ConfigError(own("'{each}' is no name for one of the '{part}'.", each=each[:80], part=part))
        keys[variable], written[each] = value, f"${{{variable}}}"
    return {part: written} if written else {}
