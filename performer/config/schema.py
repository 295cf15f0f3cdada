"""The schema of the settings: what a control surface must know to show each of them and to let it be changed."""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Any, Final

from pydantic import BaseModel, TypeAdapter
from pydantic.fields import FieldInfo

from performer.config.config import Config
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


def describe_settings(loaded: LoadedConfig, in_force: Config, live: Collection[str]) -> list[dict[str, Any]]:
    """Describe every setting that there is, section by section, in the order of the configuration file.

    Each has `key`, `section`, `about` (a sentence), `schema` (JSON Schema of its value), `unit`, `default`, `value`,
    `origin` (`default`, a file, `environment`, `options`), `locked` (what wins over the file, empty when nothing does),
    `live` (whether a change holds at once) and `waits` (whether the value holds from the next start on). A section of
    tables that the streamer names is one setting.

    Args:
        loaded: What is set: it holds at the next start, all of it.
        in_force: What holds now.
        live: The keys, as `section.key`, whose changes hold at once.
    """
    default = Config()
    return [_describe(loaded, in_force, default, key, live) for key in iterate_settings(loaded.config)]


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


def _describe(
    loaded: LoadedConfig, in_force: Config, default: Config, key: Key, live: Collection[str]
) -> dict[str, Any]:
    name = format_key(key)
    unit = _UNIT.search(key[-1])
    value = get_value(loaded.config, key)
    return {
        "key": name,
        "section": key[0],
        **_describe_kind(key),
        "default": _dump(get_value(default, key), key),
        "value": _dump(value, key),
        "origin": loaded.find_origin(*key),
        "locked": loaded.find_winner(*key),
        "live": name in live,
        "waits": value != get_value(in_force, key),
        "unit": _UNITS[unit[1]] if unit else "",
    }


@lru_cache(maxsize=1024)
def _describe_kind(key: Key) -> Mapping[str, Any]:
    """Return what never changes of a setting: its sentence and its schema, which take a millisecond to make."""
    holder, _ = find_field(Config, key[:-1]) if len(key) > 1 else (Config, 0)
    field = explain_fields(strip_annotation(holder)).get(key[-1]) if is_settings(strip_annotation(holder)) else None
    about = " ".join((field.description if field and field.description else "").split())
    return {"about": about, "schema": _make_schema(find_field(Config, key)[0], field)}


@lru_cache(maxsize=1024)
def _make_dumper(key: Key) -> TypeAdapter[Any]:
    return TypeAdapter(find_field(Config, key)[0])


def _make_schema(annotation: Any, field: FieldInfo | None) -> dict[str, Any]:
    """Make the JSON Schema of one value; None stands for `unset`, which every surface shows as empty."""
    limits = field.metadata if field else []
    inner = strip_annotation(annotation)
    typed: Any = Annotated[inner, *limits] if limits else inner
    schema = TypeAdapter(typed).json_schema(ref_template="{model}")
    return {name: value for name, value in schema.items() if name in _KEPT}


def _dump(value: Any, key: Key) -> Any:
    """Return a value as JSON has it, None where it is unset, and without secrets."""
    return redact_value(_make_dumper(key).dump_python(value, mode="json") if value is not None else None, key[-1])
