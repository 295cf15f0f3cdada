"""The schema of the settings: what a control surface must know to show each of them and to let it be changed."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Final

from pydantic import BaseModel, TypeAdapter
from pydantic.fields import FieldInfo

from performer.config.config import Config
from performer.config.in_force import SettingsInForce
from performer.config.keys import (
    Key,
    find_field,
    find_tables_class,
    format_key,
    get_value,
    is_settings,
    iterate_given_keys,
    strip_annotation,
)
from performer.config.layers import LoadedConfig
from performer.config.toml_text import redact_value
from performer.core.settings import explain_fields
from performer.core.values import dataclass

_UNITS: Final = {
    "s": "s",
    "hz": "/s",
    "per_min": "/min",
    "per_hour": "/h",
    "lufs": "LUFS",
    "db": "dB",
    "mb": "MB",
    "days": "days",
    "minutes": "min",
    "tokens": "tokens",
    "chars": "characters",
}
"""The unit of a setting by the end of its name: house style has the unit in the name."""
_UNIT: Final = re.compile(rf"_({'|'.join(sorted(_UNITS, key=len, reverse=True))})$")

_KEPT: Final = frozenset(
    "type enum minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength pattern items prefixItems"
    " additionalProperties anyOf".split()
)
"""What of a JSON Schema tells a surface how to let a value be changed."""


def describe_settings(
    loaded: LoadedConfig, in_force: SettingsInForce, unsaved: Collection[Key] = ()
) -> list[dict[str, Any]]:
    """Describe every setting that there is, section by section, in the order of the configuration file.

    Each has `key`, `section`, `about` (a sentence), `schema` (JSON Schema of its value), `unit`, `default`, `value`,
    `origin` (`default`, a file, `environment`, `options`), `locked` (what wins over the file, empty when nothing does),
    `live` (whether a change holds at once), `begins_again` (whether the show begins again by itself for one), `waits`
    (whether the value holds from the next start on) and `unsaved` (whether it holds until the end of the show, as the
    file could not be written). A section of tables that the streamer names is one setting.

    Args:
        loaded: What is set: it holds at the next start, all of it.
        in_force: What holds now.
        unsaved: The keys whose values could not be written.
    """
    trees = [each.model_dump(mode="json") for each in (Config(), loaded.config, in_force.config)]
    return [
        {
            **_describe(loaded, trees, key, is_unsaved=key in unsaved),
            "live": in_force.is_live(key),
            "begins_again": in_force.begins_again(key),
        }
        for key in iterate_settings(loaded.config)
    ]


def iterate_settings(config: BaseModel) -> Iterator[Key]:
    """Yield the key of every setting: also of those in the named tables that are in force."""
    seen: set[Key] = set()
    for key in (*_iterate_fields(type(config), ()), *iterate_given_keys(config)):
        if key not in seen:
            seen.add(key)
            yield key


def _iterate_fields(kind: type[BaseModel], path: Key) -> Iterator[Key]:
    for name, field in kind.model_fields.items():
        inner = strip_annotation(field.annotation)
        if is_settings(inner) and inner is not find_tables_class(kind):
            yield from _iterate_fields(inner, (*path, name))
        elif is_settings(inner):
            yield from ((*path, name, each) for each in inner.model_fields)
        else:
            yield (*path, name)


def describe_sections() -> Mapping[str, str]:
    """Return what each section is for, by its name, in the order of the configuration file."""
    return {
        name: (strip_annotation(field.annotation).__doc__ or "").strip()
        for name, field in Config.model_fields.items()
        if is_settings(strip_annotation(field.annotation))
    } | {
        name: field.description or ""
        for name, field in explain_fields(Config).items()
        if not is_settings(strip_annotation(field.annotation))
    }


@dataclass(frozen=True, kw_only=True)
class _Nature:
    """What a setting is, whatever its value."""

    about: str
    schema: Mapping[str, Any]
    unit: str


@cache
def _find_nature(holder: type[BaseModel], name: str) -> _Nature:
    """Return what the field of a class of settings is; making its JSON Schema takes a millisecond."""
    field = explain_fields(holder)[name]
    unit = _UNIT.search(name)
    return _Nature(
        about=" ".join((field.description or "").split()),
        schema=_make_schema(field.annotation, field),
        unit=_UNITS[unit[1]] if unit else "",
    )


def _describe(
    loaded: LoadedConfig, trees: Sequence[Mapping[str, Any]], key: Key, *, is_unsaved: bool
) -> dict[str, Any]:
    holder, _ = find_field(Config, key[:-1])
    nature = _find_nature(strip_annotation(holder), key[-1])
    default, written, in_force = (redact_value(get_value(tree, key), key[-1]) for tree in trees)
    return {
        "key": format_key(key),
        "section": key[0],
        "about": nature.about,
        "schema": nature.schema,
        "default": default,
        "value": in_force if is_unsaved else written,
        "origin": loaded.find_origin(*key),
        "locked": loaded.find_winner(*key),
        "unsaved": is_unsaved,
        "waits": not is_unsaved and get_value(trees[1], key) != get_value(trees[2], key),
        "unit": nature.unit,
    }


def _make_schema(annotation: Any, field: FieldInfo) -> dict[str, Any]:
    """Make the JSON Schema of one value; None stands for `unset`, which every surface shows as empty."""
    inner = strip_annotation(annotation)
    typed: Any = Annotated[inner, *field.metadata] if field.metadata else inner
    schema = TypeAdapter(typed).json_schema(ref_template="{model}")
    return {name: value for name, value in schema.items() if name in _KEPT}


def dump_value(config: Config, key: Key) -> Any:
    """Return the value of a setting as JSON has it, as `describe_settings` does."""
    return redact_value(get_value(config.model_dump(mode="json"), key), key[-1])
