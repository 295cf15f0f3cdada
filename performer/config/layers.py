"""Where values come from: read from a TOML file, the environment and options, one over the other, and checked.

Options win over `PERFORMER_SECTION__KEY` in the environment, which wins over the file, which wins over the defaults.

What is written about names that nothing has: tools and servers of tools are known by name.
"""

import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError
from pydantic_settings import BaseSettings, EnvSettingsSource, SettingsConfigDict, SettingsError

from performer.agent.profiles.registry import build_profiles
from performer.config.config import Config
from performer.config.keys import (
    Key,
    can_have_tables,
    format_key,
    iterate_every_key,
    iterate_pattern_lists,
    iterate_rule_tables,
)
from performer.config.unknown_key import format_errors, format_name_error, format_value
from performer.core.errors import ConfigError
from performer.core.files.home import Home
from performer.core.text import format_near_miss
from performer.models.address import make_ollama_url
from performer.tools.names import OF_SERVERS, OURS, is_match
from performer.tools.plugins import list_names

Wrong = tuple[Key, str, str]
"""Which key, which name in it, and what is wrong with that."""
_SERVER: Final = re.compile(r"[a-z0-9_-]{1,40}")


def find_unknown(config: Config) -> Iterator[Wrong]:
    """Find what names nothing that there is or may be, with what was probably meant."""
    yield from _bad_names(config)
    for key, name in _named_tools(config):
        why = _why_no_tool(name, config.mcp)
        if why:
            yield key, name, why


def _bad_names(config: Config) -> Iterator[Wrong]:
    for name in config.mcp:
        if not _SERVER.fullmatch(name):
            yield ("mcp", name), name, "Expected a name of a-z, 0-9, _ and -, 40 characters at most."


def _named_tools(config: Config) -> Iterator[tuple[Key, str]]:
    """Give every key that names tools, with each name."""
    for key, rules in iterate_rule_tables(config):
        yield from (((*key, name), name) for name in rules)
    for key, names in iterate_pattern_lists(config):
        yield from ((key, name) for name in names)


def _why_no_tool(pattern: str, servers: Iterable[str]) -> str:
    """Tell why a name or a beginning of names fits no tool, or nothing: a server tells its tools only later."""
    server, dot, _ = pattern.removeprefix(OF_SERVERS).partition(".")
    if pattern.startswith(OF_SERVERS) and dot:
        if server in servers:
            return ""
        return f"There is no server [{format_key(('mcp', server))}]. {format_near_miss(server, servers)}"
    beginnings = {f"{OF_SERVERS}{each}." for each in servers} | {OF_SERVERS}
    if pattern in OURS or (pattern.endswith("*") and any(is_match(each, pattern) for each in OURS | beginnings)):
        return ""
    own = list_names(Home.find().plugins_folder)
    return "" if pattern in own else f"There is no such tool. {format_near_miss(pattern, OURS | own)}"


_PREFIX = "PERFORMER_"
_NO_SETTINGS = {"PERFORMER_HOME", "PERFORMER_IO_TOKEN"}
_ONE_OF_MANY = re.compile(r"^\s*\[\[\s*model\s*\]\]", re.MULTILINE)
"""A slip that TOML would call something else."""
_TWICE = re.compile(r"Cannot declare \((.*?),?\) twice \(at line (\d+)")
"""What Python's reader says of a table that stands there twice, from 3.11 to 3.13."""
_NAME = re.compile(r"'([^']*)'")

Tree = dict[str, Any]
"""Sections and keys as they were written, not yet checked."""


class _Variables(Config, BaseSettings):
    """The same tree, for the reader of environment variables."""

    model_config = SettingsConfigDict(env_prefix=_PREFIX, env_nested_delimiter="__", env_ignore_empty=True)


@dataclass(frozen=True, kw_only=True)
class ConfigLayer:
    """One place that values come from."""

    origin: str
    """For people: a file's path, `environment`, `options`."""
    tree: Tree


@dataclass(frozen=True, kw_only=True)
class LoadedConfig:
    """A checked configuration, and where each of its values is from."""

    config: Config
    layers: tuple[ConfigLayer, ...]
    """Strongest first."""

    def origin(self, *key: str) -> str:
        """Tell where a value is from: a layer's origin, or `default`."""
        return next((layer.origin for layer in self.layers if _has(layer.tree, key)), "default")

    def winner(self, *key: str) -> str:
        """Name what wins over the file for this key, for people; empty when nothing does."""
        options, environment, *_ = self.layers
        if _has(options.tree, key):
            return "An option of this run"
        return name_variable(key) if _has(environment.tree, key) else ""


def load(file: Path, *, environ: Mapping[str, str] = os.environ, options: Tree | None = None) -> LoadedConfig:
    """Read everything and check it.

    Raises:
        ConfigError: naming the place, the key and its value, what was expected, and the nearest right key.
    """
    return check(read_toml(file), origin=str(file), environ=environ, options=options)


def check(
    written: Tree, *, origin: str, environ: Mapping[str, str] = os.environ, options: Tree | None = None
) -> LoadedConfig:
    """Check what stands, or is about to stand, in a file, under all that wins over it.

    Raises:
        ConfigError: as `load` does.
    """
    layers = (
        ConfigLayer(origin="options", tree=_unlisted(options or {})),
        ConfigLayer(origin="environment", tree=_unlisted(_environment(environ))),
        ConfigLayer(origin=origin, tree=written),
        ConfigLayer(origin="OLLAMA_HOST", tree=_ollama_host(environ)),
    )
    merged: Tree = Config().model_dump()
    for layer in reversed(layers):
        merged = _merged(merged, layer.tree)
    try:
        config = Config(**merged)
    except ValidationError as error:
        raise ConfigError("\n".join(format_errors(error.errors(), lambda key: _where(key, layers)))) from None
    wrong = [format_name_error(key, _where(key, layers), name, why) for key, name, why in find_unknown(config)]
    if wrong:
        raise ConfigError("\n".join(wrong))
    try:
        build_profiles(config.prototypes)
    except ConfigError as error:
        raise ConfigError(f"{error} It is written in {_where(('prototypes',), layers)}.") from None
    return LoadedConfig(config=config, layers=layers)


def name_variable(key: Key) -> str:
    """Name the environment variable of a key; of a table by name, that of all such tables, which is written as JSON."""
    named = next((at for at in range(len(key)) if can_have_tables(Config, key[:at]) and key not in _KEYS), len(key))
    return _PREFIX + "__".join(key[:named]).upper()


_KEYS = frozenset(iterate_every_key(Config))


def read_toml(file: Path) -> Tree:
    """Read a TOML file, unchecked; one that is not there is empty.

    Raises:
        ConfigError: when it cannot be read or is no TOML.
    """
    try:
        text = file.read_text(encoding="utf-8-sig")  # Windows' editors like to begin with a mark
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"The configuration {file} cannot be read: {error}. Mend it, or move it away.") from None
    if _ONE_OF_MANY.search(text):
        raise ConfigError(f"The configuration {file} has a line [[model]]. Did you mean [[models]]?")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(_no_toml(file, str(error))) from None


def _no_toml(file: Path, error: str) -> str:
    twice = _TWICE.match(error)
    if twice is None:
        return f"The configuration {file} is no TOML: {error}. Mend that place, or move the file away."
    table = ".".join(_NAME.findall(twice[1]))
    return (
        f"The configuration {file} has the table [{table}] twice, the second time in line {twice[2]}. "
        "Put what stands below that line into the first one."
    )


def _environment(environ: Mapping[str, str]) -> Tree:
    known = _variables()
    for name in environ:
        if name.startswith(_PREFIX) and name not in _NO_SETTINGS and name.upper() not in known:
            raise ConfigError(
                f"The environment variable '{name}' has value {format_value(name, environ[name])} and is no setting. "
                f"{format_near_miss(name, known)}"
            )
    try:
        # The source reads os.environ; the variables asked for are the same, so it is handed ours.
        source = EnvSettingsSource(_Variables)
        source.env_vars = {name.lower(): value for name, value in environ.items() if value}
        return source()
    except SettingsError as error:
        raise ConfigError(f"The environment cannot be read: {error}. Lists are written as JSON.") from None


@cache
def _variables() -> frozenset[str]:
    return frozenset(name_variable(key) for key in _KEYS)


def _ollama_host(environ: Mapping[str, str]) -> Tree:
    host = environ.get("OLLAMA_HOST", "").strip()
    return {"model": {"url": make_ollama_url(host)}} if host else {}


def _unlisted(tree: Tree) -> Tree:
    """Have the one model that is named here win over a list of several in the file."""
    return {**tree, "models": []} if _has(tree, ("model", "spec")) and "models" not in tree else tree


def _merged(below: Tree, above: Tree) -> Tree:
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        merged[key] = _merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


def _has(tree: Tree, key: Key) -> bool:
    """Tell whether something was written at a key; a table of a list, and what lacks in it, counts as the list."""
    at: Any = tree
    for name in key:
        if isinstance(at, list):
            return True
        if not isinstance(at, dict) or name not in at:
            return False
        at = at[name]
    return True


def _where(key: Key, layers: tuple[ConfigLayer, ...]) -> str:
    """Tell where a key is from; what is wrong with a table as a whole, where anything of it is from."""
    return next((layer.origin for layer in layers if _has(layer.tree, key)), "defaults")
