"""Where values come from: read from a TOML file, the environment and options, one over the other, and checked.

Options win over `PERFORMER_SECTION__KEY` in the environment, which wins over the file, which wins over the defaults.
"""

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_settings import BaseSettings, EnvSettingsSource, SettingsConfigDict, SettingsError

from performer.config.config import Config
from performer.config.keys import Key, every_key, takes_tables
from performer.config.unknown import unknown
from performer.config.wrong import about_name, sentences, shown
from performer.errors import ConfigError
from performer.models.address import ollama_url
from performer.near import near_miss
from performer.prototypes import prototypes

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
class Layer:
    """One place that values come from."""

    origin: str
    """For people: a file's path, `environment`, `options`."""
    tree: Tree


@dataclass(frozen=True, kw_only=True)
class Loaded:
    """A checked configuration, and where each of its values is from."""

    config: Config
    layers: tuple[Layer, ...]
    """Strongest first."""

    def origin(self, *key: str) -> str:
        """Tell where a value is from: a layer's origin, or `default`."""
        return next((layer.origin for layer in self.layers if _has(layer.tree, key)), "default")

    def winner(self, *key: str) -> str:
        """Name what wins over the file for this key, for people; empty when nothing does."""
        options, environment, *_ = self.layers
        if _has(options.tree, key):
            return "An option of this run"
        return variable(key) if _has(environment.tree, key) else ""


def load(file: Path, *, environ: Mapping[str, str] = os.environ, options: Tree | None = None) -> Loaded:
    """Read everything and check it.

    Raises:
        ConfigError: naming the place, the key and its value, what was expected, and the nearest right key.
    """
    return check(read(file), origin=str(file), environ=environ, options=options)


def check(
    written: Tree, *, origin: str, environ: Mapping[str, str] = os.environ, options: Tree | None = None
) -> Loaded:
    """Check what stands, or is about to stand, in a file, under all that wins over it.

    Raises:
        ConfigError: as `load` does.
    """
    layers = (
        Layer(origin="options", tree=_unlisted(options or {})),
        Layer(origin="environment", tree=_unlisted(_environment(environ))),
        Layer(origin=origin, tree=written),
        Layer(origin="OLLAMA_HOST", tree=_ollama_host(environ)),
    )
    merged: Tree = Config().model_dump()
    for layer in reversed(layers):
        merged = _merged(merged, layer.tree)
    try:
        config = Config(**merged)
    except ValidationError as error:
        raise ConfigError("\n".join(sentences(error.errors(), lambda key: _where(key, layers)))) from None
    wrong = [about_name(key, _where(key, layers), name, why) for key, name, why in unknown(config)]
    if wrong:
        raise ConfigError("\n".join(wrong))
    try:
        prototypes(config.prototypes)
    except ConfigError as error:
        raise ConfigError(f"{error} It is written in {_where(('prototypes',), layers)}.") from None
    return Loaded(config=config, layers=layers)


def variable(key: Key) -> str:
    """Name the environment variable of a key; of a table by name, that of all such tables, which is written as JSON."""
    named = next((at for at in range(len(key)) if takes_tables(Config, key[:at]) and key not in _KEYS), len(key))
    return _PREFIX + "__".join(key[:named]).upper()


_KEYS = frozenset(every_key(Config))


def read(file: Path) -> Tree:
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
                f"The environment variable '{name}' has value {shown(name, environ[name])} and is no setting. "
                f"{near_miss(name, known)}"
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
    return frozenset(variable(key) for key in _KEYS)


def _ollama_host(environ: Mapping[str, str]) -> Tree:
    host = environ.get("OLLAMA_HOST", "").strip()
    return {"model": {"url": ollama_url(host)}} if host else {}


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


def _where(key: Key, layers: tuple[Layer, ...]) -> str:
    """Tell where a key is from; what is wrong with a table as a whole, where anything of it is from."""
    return next((layer.origin for layer in layers if _has(layer.tree, key)), "defaults")
