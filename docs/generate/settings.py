"""The settings: one table a section, made from the settings classes."""

import json
import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from docs.generate.markdown import code, sentence, table
from performer.config.config import Config
from performer.config.keys import find_tables_class, is_settings, strip_annotation
from performer.core.settings import explain_fields

_UNITS: Final = {
    "_s": "seconds",
    "_ms": "milliseconds",
    "_db": "decibels",
    "_hz": "times a second",
    "_days": "days",
    "_chars": "characters",
    "_per_min": "a minute",
    "_per_hour": "an hour",
    "num_ctx": "tokens",
    "num_predict": "tokens",
    "tokens": "tokens",
    "num_thread": "threads",
    "rate": "samples a second",
    "raw_rate": "samples a second",
}
"""By the end of a number's name."""
_KINDS: Final = {bool: "`true` or `false`", str: "text", int: "whole number", float: "number"}
_HEAD: Final = ("setting", "default", "takes", "what it does")


@dataclass(frozen=True)
class _Section:
    """A section of the settings: what holds it, its values where it is always there, and what is said of it."""

    title: str
    kind: type[BaseModel]
    values: BaseModel | None
    path: tuple[str, ...]
    about: str


def settings() -> str:
    """Return all sections, each with its settings."""
    return "\n".join(_told(_Section("", Config, Config(), (), ""), {}))


def _told(section: _Section, told: dict[type[BaseModel], str]) -> Iterator[str]:
    """Yield the blocks of a section, then those of the sections in it; what was told before is only named."""
    own = vars(section.kind)["__annotations__"] if section.kind.__base__ in told else explain_fields(section.kind)
    fields = {name: each for name, each in explain_fields(section.kind).items() if name in own}
    rows = [row for name in fields for row in _rows(section, name)]
    if rows:
        yield f"{table(_HEAD, rows)}\n"
    for each in _below(section, fields):
        yield f"{'#' * min(len(section.path) + 2, 4)} `{each.title}`\n\n{sentence(each.about)}\n"
        if each.kind in told:
            yield f"It holds what `{told[each.kind]}` holds.\n"
            continue
        told[each.kind] = each.title
        yield from _told(each, told)


def _rows(section: _Section, name: str) -> Iterator[tuple[str, str, str, str]]:
    """Yield the row of a plain setting; of a rule that says little, what it says; of a section nothing."""
    field, where = section.kind.model_fields[name], (*section.path, name)
    value = _value(section, name)
    if _settings_in(field.annotation) is None:
        yield _row(where, field, value)
    elif isinstance(value, BaseModel) and _is_sparse(value):
        known = explain_fields(type(value))
        yield from (_row((*where, key), known[key], each) for key, each in value if each is not None)


def _below(section: _Section, fields: Mapping[str, FieldInfo]) -> Iterator[_Section]:
    """Yield the sections right below one: of its fields, then the tables that may be named in it."""
    for name, field in fields.items():
        inner, where = _settings_in(field.annotation), (*section.path, name)
        if inner is None:
            continue
        value, many = _value(section, name), get_origin(strip_annotation(field.annotation))
        if many is tuple:
            yield _Section(f"[[{name}]]", inner, None, where, field.description or "")
        elif many is dict:
            yield _Section(f"[{_dotted(where)}.NAME]", inner, None, (*where, "NAME"), inner.__doc__ or "")
        elif isinstance(value, BaseModel) and not _is_sparse(value):
            yield _Section(f"[{_dotted(where)}]", inner, value, where, inner.__doc__ or "")
    named = find_tables_class(section.kind)
    if named:
        yield _Section(f"[{_dotted(section.path)}.NAME]", named, None, (*section.path, "NAME"), named.__doc__ or "")


def _value(section: _Section, name: str) -> object:
    field = section.kind.model_fields[name]
    return field.default if section.values is None else getattr(section.values, name)


def _dotted(key: tuple[str, ...]) -> str:
    return ".".join(key)


def _row(where: tuple[str, ...], field: FieldInfo, value: object) -> tuple[str, str, str, str]:
    """Return a setting's row: key, default, what it takes, and its sentence."""
    about = " ".join((field.description or "").split()) or "How often the tool may be called."
    return code(_dotted(where)), _default(field, value), _takes(where[-1], field), about


def _default(field: FieldInfo, value: object) -> str:
    if value is PydanticUndefined or field.is_required():
        return "must be set"
    if value in (None, "", (), {}):
        return "none"
    if isinstance(value, tuple | list):
        return code(json.dumps([str(each) for each in value])) if value else "none"
    return code(json.dumps(value) if isinstance(value, bool) else str(value))


def _takes(name: str, field: FieldInfo) -> str:
    """Return what values a setting takes: choices, or kind, unit and range."""
    parts = [_kind(field.annotation)]
    if parts[0] in ("number", "whole number"):
        unit = next((unit for end, unit in _UNITS.items() if name == end or (end[0] == "_" and name.endswith(end))), "")
        parts = [unit or parts[0], _range(field)]
    return ", ".join(filter(None, parts))


def _kind(annotation: Any) -> str:
    bare = strip_annotation(annotation)
    if get_origin(bare) is Literal:
        return ", ".join(code(str(each)) for each in get_args(bare))
    if get_origin(bare) in (Union, types.UnionType):
        return " or ".join(dict.fromkeys(_kind(each) for each in get_args(bare)))
    if get_origin(bare) in (tuple, list):
        return "list"
    if get_origin(bare) is dict:
        return "table"
    if isinstance(bare, type) and issubclass(bare, BaseModel):
        return "table"
    return _KINDS.get(bare, "text")


def _range(field: FieldInfo) -> str:
    """Return the least and the most of a number, as far as they are said."""
    said: dict[str, Any] = {}
    for each in field.metadata:
        said |= {name: getattr(each, name) for name in ("ge", "gt", "le", "lt") if hasattr(each, name)}
    most = _number(said["le"]) if "le" in said else ""
    if "ge" in said:
        return f"{_number(said['ge'])} to {most}" if most else f"{_number(said['ge'])} or more"
    if "gt" in said:
        return f"more than {_number(said['gt'])}" + (f", up to {most}" if most else "")
    return f"up to {most}" if most else ""


def _number(value: float) -> str:
    return f"{int(value):,}" if value == int(value) else str(value)


def _settings_in(annotation: Any) -> type[BaseModel] | None:
    """Return the settings class that a field holds, one or many of; None for a plain value."""
    bare = strip_annotation(annotation)
    if get_origin(bare) in (tuple, dict):
        bare = next((each for each in get_args(bare) if is_settings(each)), None)
    return bare if is_settings(bare) else None


def _is_sparse(value: BaseModel) -> bool:
    """Return whether a section is a rule that says little: what it leaves out is told with the tables by name."""
    return all(field.default is None for field in type(value).model_fields.values())
