"""All profiles of a show: the built-in ones, as the streamer has changed them, and the streamer's own."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, reduce
from operator import or_
from pathlib import Path
from typing import Any, Final, NoReturn

from performer.agent.persona import load_built_in_persona
from performer.agent.profiles.profile import AgentProfile, ProfileSettings
from performer.core.errors import ConfigError
from performer.core.prompt_files import load_prompt
from performer.core.text import format_near_miss
from performer.core.untrusted_text import Prompt, join_prompts, state_to_model
from performer.models.settings import ScriptedSpec, UnderstudySpec, parse_model

SHOW: Final = "performer"
"""The show's own turns; nobody's child."""
CHAT_READER: Final = "chat reader"
_HELPER: Final = "helper"
_FILE: Final = Path(__file__).with_name("built_in.toml")


@cache
def _read_profiles() -> Mapping[str, AgentProfile]:
    """Read the profiles of sub-agents that ship, by name; each is mixed with that of a helper."""
    read: dict[str, AgentProfile] = {}
    for name, table in tomllib.loads(_FILE.read_text(encoding="utf-8")).items():
        prompt = load_prompt(f"agents/{table.pop('prompt')}")
        own = AgentProfile(name=name, **_own_words(ProfileSettings.model_validate(table)) | {"prompt": prompt})
        read[name] = read[_HELPER] | own if read else own
    return read


def make_helper_profile() -> AgentProfile:
    """Return the profile of a sub-agent whose table says nothing else."""
    return _read_profiles()[_HELPER]


@cache
def load_built_in() -> Mapping[str, AgentProfile]:
    """Return the built-in profiles by name: that of the show's own turns, and those of sub-agents."""
    show = AgentProfile(name=SHOW, prompt=load_built_in_persona().prompt)
    return {SHOW: show} | {name: each for name, each in _read_profiles().items() if name != _HELPER}


DESCRIBE: Final = "describe"
"""The model of a prototype: the one that puts pictures into words."""
_NAME: Final = re.compile(r"[a-z0-9](?:[a-z0-9 _-]{0,38}[a-z0-9])?")
_LINE_CHARS: Final = 2000

Tables = Mapping[str, ProfileSettings]


def build_profiles(tables: Tables) -> dict[str, AgentProfile]:
    """Make every prototype there is, by name, of the tables `[prototypes.NAME]`.

    A table of a built-in's name changes what it says of it. One with `mix` is mixed of others, in their order, and then
    with its own words: as with `|`, these win where it is about words, and else only narrow. Its own name in its `mix`
    is the built-in one.

    Raises:
        ConfigError: naming the table, the key and what was expected: an unknown part of a mix, one that is mixed of
            itself, no model, or a name that is none.
    """
    return {name: _make_profile(name, tables, ()) for name in dict.fromkeys([*load_built_in(), *tables])}


def build_show_profile(tables: Tables) -> AgentProfile:
    """Make the profile of the show's own turns; raise ConfigError as `build_profiles` does."""
    return build_profiles(tables)[SHOW]


def find_own_prompt(show: AgentProfile) -> Prompt | None:
    """Return what the streamer has written for the show's own turns; None where it is as shipped."""
    return None if show.prompt == load_built_in()[SHOW].prompt else show.prompt


def select_subagent_profiles(known: Mapping[str, AgentProfile]) -> dict[str, AgentProfile]:
    """Return the profiles that may be sub-agents."""
    return {name: each for name, each in known.items() if name != SHOW}


def _make_profile(name: str, tables: Tables, within: tuple[str, ...]) -> AgentProfile:
    table = tables.get(name)
    if table is None:
        return load_built_in()[name]
    _check(name, table)
    own = _own_words(table)
    if not table.mix:
        return replace(load_built_in().get(name, make_helper_profile()), name=name, **own)
    parts = [_part(part, name, tables, (*within, name)) for part in table.mix]
    return reduce(or_, [*parts, AgentProfile(name=name, **own)])


def _part(part: str, of: str, tables: Tables, within: tuple[str, ...]) -> AgentProfile:
    if part == of and part in load_built_in():
        return load_built_in()[part]
    if part in within:
        _refuse(of, "mix", part, f"It would be mixed of itself: {' of '.join((*within, part))}.")
    if part not in tables and part not in load_built_in():
        _refuse(
            of, "mix", part, f"There is no such prototype. {format_near_miss(part, {*load_built_in(), *tables} - {of})}"
        )
    return _make_profile(part, tables, within)


def _own_words(table: ProfileSettings) -> dict[str, Any]:
    """Return the values that a table itself has, under a profile's names."""
    said = {name: getattr(table, name) for name in ("model", "sees", "read_only", "steps", "deadline_s", "tokens")}
    own = {name: value for name, value in (said | {"plan": table.plan}).items() if value is not None}
    if table.prompt is not None:
        own["prompt"] = join_prompts(
            *(state_to_model(line, _LINE_CHARS) for line in table.prompt.splitlines()), by="\n"
        )
    if table.tools is not None:
        own["tools"] = (table.tools,)
    if table.rules:
        own["rules"] = (table.rules,)
    return own


def _check(name: str, table: ProfileSettings) -> None:
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
