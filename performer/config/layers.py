"""The layers of the configuration: a TOML file, the environment and options, merged and checked.

Options win over `PERFORMER_SECTION__KEY` in the environment, which wins over the file, which wins over the defaults.
"""

import itertools
import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

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
from performer.core.files.user_file import UnfitFileError, parse_toml, read_user_text
from performer.core.process.strays import MARK
from performer.core.text import format_near_miss, merge_trees
from performer.core.values import dataclass
from performer.models.address import make_ollama_url
from performer.tools.names import OF_SERVERS, OURS, is_match
from performer.tools.plugins import list_names

MOST_CONFIG_BYTES: Final = 1_000_000
_MOST_TOLD: Final = 20
"""What is wrong is told of so many keys at a time."""
_SERVER: Final = re.compile(r"[a-z0-9_-]{1,40}")


def _find_wrong_names(config: Config) -> Iterator[tuple[Key, str, str]]:
    """Yield each key with a wrong name of a tool or of a server of tools, the name, and what is wrong with it."""
    for name in config.mcp:
        if not _SERVER.fullmatch(name):
            yield ("mcp", name), name, "Expected a name of a-z, 0-9, _ and -, 40 characters at most."
    for key, name in _iterate_named_tools(config):
        why = _explain_missing_tool(name, config.mcp)
        if why:
            yield key, name, why


def _iterate_named_tools(config: Config) -> Iterator[tuple[Key, str]]:
    """Yield every key that names tools, with each name."""
    for key, rules in iterate_rule_tables(config):
        yield from (((*key, name), name) for name in rules)
    for key, names in iterate_pattern_lists(config):
        yield from ((key, name) for name in names)


def _explain_missing_tool(pattern: str, servers: Iterable[str]) -> str:
    """Return why a name or a beginning of names fits no tool; empty if one may: a server lists its tools only later."""
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
_NO_SETTINGS = {"PERFORMER_HOME", "PERFORMER_IO_TOKEN", MARK}
_ONE_OF_MANY = re.compile(r"^\s*\[\[\s*model\s*\]\]", re.MULTILINE)
"""A slip for which TOML's own message would mislead."""
_TWICE = re.compile(r"Cannot declare \((.*?),?\) twice \(at line (\d+)")
"""The message of `tomllib` for a table that stands there twice, from Python 3.11 to 3.13."""
_NAME = re.compile(r"'([^']*)'")

Tree = dict[str, Any]
"""Sections and keys as they were written, not yet checked."""


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

    @property
    def written(self) -> Tree:
        """The content of the file, unchecked."""
        return self.layers[2].tree

    def find_origin(self, *key: str) -> str:
        """Return where a value is from: a layer's origin, or `default`."""
        return next((layer.origin for layer in self.layers if _has_key(layer.tree, key)), "default")

    def find_winner(self, *key: str) -> str:
        """Return what wins over the file for this key, for people; empty when nothing does."""
        options, environment, *_ = self.layers
        if _has_key(options.tree, key):
            return "An option of the command line"
        return name_variable(key) if _has_key(environment.tree, key) else ""


def load(file: Path, *, environ: Mapping[str, str] = os.environ, options: Tree | None = None) -> LoadedConfig:
    """Read all layers and check the result.

    A ConfigError names the place, the key and its value, what was expected, and the nearest right key.
    """
    return check(read_toml(file), origin=str(file), environ=environ, options=options)


def check(
    written: Tree, *, origin: str, environ: Mapping[str, str] = os.environ, options: Tree | None = None
) -> LoadedConfig:
    """Check the content of a file, as it is or is about to be, under all that wins over it; raises as `load` does."""
    layers = (
        ConfigLayer(origin="options", tree=_drop_list(options or {})),
        ConfigLayer(origin="environment", tree=_drop_list(_read_environment(environ))),
        ConfigLayer(origin=origin, tree=written),
        ConfigLayer(origin="OLLAMA_HOST", tree=_read_ollama_host(environ)),
    )
    merged: Tree = Config().model_dump()
    for layer in reversed(layers):
        merged = merge_trees(merged, layer.tree)
    try:
        config = Config(**merged)
    except ValidationError as error:
        told = _join_first(format_errors(error.errors(), lambda key: _find_origin(key, layers)))
        raise ConfigError(told) from None
    names = _find_wrong_names(config)
    wrong = _join_first(format_name_error(key, _find_origin(key, layers), name, why) for key, name, why in names)
    if wrong:
        raise ConfigError(wrong)
    try:
        build_profiles(config.prototypes)
    except ConfigError as error:
        raise ConfigError(f"{error} It is written in {_find_origin(('prototypes',), layers)}.") from None
    return LoadedConfig(config=config, layers=layers)


def _join_first(sentences: Iterator[str]) -> str:
    """Join the first of the sentences about what is wrong, a line each: a file of something else has thousands."""
    first = list(itertools.islice(sentences, _MOST_TOLD))
    if next(sentences, None):
        first.append("More is wrong: mend these first.")
    return "\n".join(first)


@lru_cache(maxsize=1024)
def name_variable(key: Key) -> str:
    """Return the environment variable of a key; of a named table that of all such tables, which holds JSON."""
    named = next((at for at in range(len(key)) if can_have_tables(Config, key[:at]) and key not in _KEYS), len(key))
    return _PREFIX + "__".join(key[:named]).upper()


_KEYS = frozenset(iterate_every_key(Config))


def read_toml(file: Path) -> Tree:
    """Read a TOML file, unchecked; one that is not there is empty, and one that is no TOML a ConfigError."""
    try:
        with explain_unreadable(file):
            text = read_user_text(file, MOST_CONFIG_BYTES)
            if _ONE_OF_MANY.search(text):
                raise ConfigError(f"The configuration {file} has a line [[model]]. Did you mean [[models]]?")
            return parse_toml(text)
    except FileNotFoundError:
        return {}


@contextmanager
def explain_unreadable(file: Path) -> Iterator[None]:
    """Raise a ConfigError with the place and the remedy where the configuration cannot be read or is no TOML."""
    try:
        yield
    except UnfitFileError as error:
        raise ConfigError(f"The configuration {file} cannot be read: {error}. Mend it, or move it away.") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(_explain_bad_toml(file, str(error))) from None


def _explain_bad_toml(file: Path, error: str) -> str:
    twice = _TWICE.match(error)
    if twice is None:
        return f"The configuration {file} is no TOML: {error}. Mend that place, or move the file away."
    table = ".".join(_NAME.findall(twice[1]))
    return (
        f"The configuration {file} has the table [{table}] twice, the second time in line {twice[2]}. "
        "Put what stands below that line into the first one."
    )


def _read_environment(environ: Mapping[str, str]) -> Tree:
    known = _list_variables()
    for name in environ:
        if name.startswith(_PREFIX) and name not in _NO_SETTINGS and name.upper() not in known:
            raise ConfigError(
                f"The environment variable '{name}' has value {format_value(name, environ[name])} and is no setting. "
                f"{format_near_miss(name, known)}"
            )
    if not any(name.startswith(_PREFIX) for name in {*map(str.upper, environ)} - _NO_SETTINGS):
        return {}
    from performer.config.environment import read_variables  # what reads them takes 20 ms to load

    return read_variables(environ, _PREFIX)


@cache
def _list_variables() -> frozenset[str]:
    return frozenset(map(name_variable, _KEYS))


def _read_ollama_host(environ: Mapping[str, str]) -> Tree:
    host = environ.get("OLLAMA_HOST", "").strip()
    return {"model": {"url": make_ollama_url(host)}} if host else {}


def _drop_list(tree: Tree) -> Tree:
    """Return a tree in which one model that is named wins over a list of several in the file."""
    return {**tree, "models": []} if _has_key(tree, ("model", "spec")) and "models" not in tree else tree


def _has_key(tree: Tree, key: Key) -> bool:
    """Return whether something was written at a key; a key inside a list counts as the list."""
    at: Any = tree
    for name in key:
        if isinstance(at, list):
            return True
        if not isinstance(at, dict) or name not in at:
            return False
        at = at[name]
    return True


def _find_origin(key: Key, layers: tuple[ConfigLayer, ...]) -> str:
    """Return the origin of a key; for a table as a whole, the origin of anything in it."""
    return next((layer.origin for layer in layers if _has_key(layer.tree, key)), "defaults")
