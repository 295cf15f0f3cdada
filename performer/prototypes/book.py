"""All prototypes of a show: the built-in ones, as the streamer has changed them, and the streamer's own."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Any, Final, NoReturn

from performer.errors import ConfigError
from performer.models.spec import ScriptedSpec, UnderstudySpec, parse_model
from performer.near import near_miss
from performer.prototypes.built_in import built_in, helper
from performer.prototypes.names import BUILT_IN, SHOW
from performer.prototypes.prototype import Prototype
from performer.prototypes.settings import PrototypeSettings
from performer.untrusted import joined, stated

DESCRIBE: Final = "describe"
"""The model of a prototype: the one that puts pictures into words."""
_NAME: Final = re.compile(r"[a-z0-9](?:[a-z0-9 _-]{0,38}[a-z0-9])?")
_LINE_CHARS: Final = 2000

Tables = Mapping[str, PrototypeSettings]


def prototypes(tables: Tables) -> dict[str, Prototype]:
    """Make every prototype there is, by name, of the tables `[prototypes.NAME]`.

    A table of a built-in's name changes what it says of it. One with `mix` is mixed of others, in their order, and then
    with its own words: as with `|`, these win where it is about words, and else only narrow. Its own name in its `mix`
    is the built-in one.

    Raises:
        ConfigError: naming the table, the key and what was expected: an unknown part of a mix, one that is mixed of
            itself, no model, or a name that is none.
    """
    return {name: _made(name, tables, ()) for name in [*BUILT_IN, *(each for each in tables if each not in BUILT_IN)]}


def recipe(tables: Tables) -> Prototype:
    """Make the prototype of the show's own turns.

    Raises:
        ConfigError: as `prototypes` does.
    """
    return prototypes(tables)[SHOW]


def children(known: Mapping[str, Prototype]) -> dict[str, Prototype]:
    """Give those that may be sub-agents."""
    return {name: each for name, each in known.items() if name != SHOW}


def _made(name: str, tables: Tables, within: tuple[str, ...]) -> Prototype:
    table = tables.get(name)
    if table is None:
        return built_in()[name]
    _check(name, table)
    own = _own_words(table)
    if not table.mix:
        return replace(built_in().get(name, helper()), name=name, **own)
    parts = [_part(part, name, tables, (*within, name)) for part in table.mix]
    return reduce(or_, [*parts, Prototype(name=name, **own)])


def _part(part: str, of: str, tables: Tables, within: tuple[str, ...]) -> Prototype:
    if part == of and part in BUILT_IN:
        return built_in()[part]
    if part in within:
        _refuse(of, "mix", part, f"It would be mixed of itself: {' of '.join((*within, part))}.")
    if part not in tables and part not in BUILT_IN:
        _refuse(of, "mix", part, f"There is no such prototype. {near_miss(part, {*BUILT_IN, *tables} - {of})}")
    return _made(part, tables, within)


def _own_words(table: PrototypeSettings) -> dict[str, Any]:
    """Give what a table says itself, as a prototype has it."""
    said = {name: getattr(table, name) for name in ("model", "sees", "read_only", "steps", "deadline_s", "tokens")}
    own = {name: value for name, value in (said | {"plan": table.plan}).items() if value is not None}
    if table.prompt is not None:
        own["prompt"] = joined(*(stated(line, _LINE_CHARS) for line in table.prompt.splitlines()), by="\n")
    if table.tools is not None:
        own["tools"] = (table.tools,)
    if table.rules:
        own["rules"] = (table.rules,)
    return own


def _check(name: str, table: PrototypeSettings) -> None:
    if not _NAME.fullmatch(name):
        raise ConfigError(
            f"Config 'prototypes.{name[:60]}': a prototype's name is made of small letters, digits, blanks, - and _, "
            "at most 40."
        )
    if table.model in (None, "", DESCRIBE):
        return
    try:
        spec = parse_model(table.model or "")
    except ConfigError as error:
        _refuse(name, "model", table.model, f"{error} Or nothing: whoever leads; or '{DESCRIBE}'.")
    if isinstance(spec, UnderstudySpec):
        _refuse(name, "model", table.model, "The understudy has no words for a task. Name a model, or nothing.")
    if name == SHOW:
        meant = "Who leads the show is said in [model]" if isinstance(spec, ScriptedSpec) else "Say it in [model]"
        _refuse(name, "model", table.model, f"{meant}: spec.")


def _refuse(name: str, key: str, value: object, why: str) -> NoReturn:
    raise ConfigError(f"Config 'prototypes.{name}.{key}' has value {value!r}. {why}")
