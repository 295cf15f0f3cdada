"""A tool's JSON schema as a model reads it: its prose short and harmless, and without flaws.

A model's server refuses a whole request for one flaw, with all the sound tools in it. So a flawed keyword is dropped
wherever it stands: the model may then write more than is right, and the tool's own server checks its arguments in any
case. A tool is left out only where nobody could tell from what is left how it is called.
"""

import json
import re
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import count
from typing import Annotated, Any, Final, Literal
from urllib.parse import unquote

from pydantic import AfterValidator, Field, TypeAdapter, ValidationError

from performer.core.untrusted_text import make_plain

_DEEPEST: Final = 40
_MOST_CHARS: Final = 20_000
"""Of a schema, as JSON, when its prose has been shortened."""
_MOST_TOLD: Final = 500_000
"""Characters of a schema, as JSON, as its server tells it."""
_PROSE_CHARS: Final = 300
"""Of each description in a schema."""
_SHOWN: Final = 60
"""Characters of a stranger's words in a reason."""
_PROSE: Final = frozenset({"description", "title", "$comment"})
"""What is prose in a schema; all else of it decides which arguments are right."""
_VALUES: Final = frozenset({"const", "default", "dependentRequired", "enum", "examples"})
"""Keywords that hold values, and no schemas."""
_BY_NAME: Final = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
"""Keywords that hold schemas by name."""
_CHOICES: Final = ("anyOf", "oneOf", "allOf")
"""Keywords that hold a list of schemas, each for what the value is itself."""
_HELD: Final = ("items", "additionalProperties", "not", "contains", "propertyNames", "if", "then", "else")
"""Keywords that hold one schema."""

Schema = Mapping[str, Any]


def _check_pattern(pattern: str) -> str:
    """Return a pattern that can be read here; a sound one of another dialect may not be."""
    with warnings.catch_warnings(action="ignore"), suppress(re.error, RecursionError, OverflowError):
        re.compile(pattern)
        return pattern
    raise ValueError


_Kind = Literal["string", "number", "integer", "boolean", "object", "array", "null"]
_Schema = dict[str, Any] | bool
_KIND: Final = TypeAdapter[Any](_Kind | Annotated[list[_Kind], Field(min_length=1)])
_NUMBER: Final = TypeAdapter[Any](Annotated[float, Field(allow_inf_nan=False)])
_COUNT: Final = TypeAdapter[Any](Annotated[float, Field(ge=0, multiple_of=1)])
_SCHEMAS: Final = TypeAdapter[Any](Annotated[list[_Schema], Field(min_length=1)])
_KEYWORDS: Final[Mapping[str, TypeAdapter[Any]]] = {
    "type": _KIND,
    "enum": TypeAdapter(Annotated[list[Any], Field(min_length=1)]),
    "required": TypeAdapter(list[str]),
    "pattern": TypeAdapter(Annotated[str, AfterValidator(_check_pattern)]),
    "multipleOf": TypeAdapter(Annotated[float, Field(gt=0, allow_inf_nan=False)]),
    "examples": TypeAdapter(list[Any]),
    **dict.fromkeys((*_PROSE, "$ref", "$schema", "$id", "format"), TypeAdapter(str)),
    **dict.fromkeys(("deprecated", "readOnly", "writeOnly"), TypeAdapter(bool)),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), _NUMBER),
    **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"), _COUNT),
    **dict.fromkeys(_BY_NAME, TypeAdapter(dict[str, Any])),
    **dict.fromkeys(_HELD, TypeAdapter(_Schema)),
    "items": TypeAdapter(_Schema | list[_Schema]),
    **dict.fromkeys((*_CHOICES, "prefixItems"), _SCHEMAS),
}
"""What each keyword may hold; one that holds something else is dropped."""


def clean_schema(schema: object) -> dict[str, Any]:
    """Return the schema of a tool's arguments as a model may read it.

    Raises:
        ValueError: when nobody could tell from it how the tool is called, or it is too deep or long; with the reason.
    """
    if unfit := _find_misfit(schema):
        raise ValueError(f"its schema {unfit}")
    assert isinstance(schema, Mapping), "another is a misfit"
    clean = {"properties": {}, **_clean(schema), "type": "object"}
    _check_length(clean, _MOST_CHARS)
    _mend_references(clean)
    _check_length(clean, _MOST_CHARS)
    if not clean["properties"] and "$ref" not in clean and (lost := schema.get("$ref")) is not None:
        raise ValueError(f"its schema is broken: '$ref' is {_show(lost)}, which leads nowhere")
    return clean


def _find_misfit(schema: object) -> str:
    """Return why a schema is not even looked through; empty when it is."""
    if not isinstance(schema, Mapping):
        return "is none"
    if _is_deeper(schema, _DEEPEST):
        return f"is nested deeper than {_DEEPEST} levels"
    _check_length(schema, _MOST_TOLD)
    kind, arguments = schema.get("type"), schema.get("properties")
    if _may_hold(_KIND, kind) and "object" not in (kind if isinstance(kind, list) else [kind]):
        return f"is of {_show(kind)}, not of an object"
    if isinstance(arguments, Mapping) or arguments in (None, []):
        return ""
    return f"is broken: 'properties' cannot be {make_plain(json.dumps(arguments, ensure_ascii=False), _SHOWN)}"


def _is_deeper(value: object, most: int) -> bool:
    level = [value]
    for _ in range(most):
        level = [each for held in level if isinstance(held, Mapping | list) for each in _list_held(held)]
        if not level:
            return False
    return True


def _list_held(held: Schema | list[Any]) -> list[Any]:
    return list(held.values()) if isinstance(held, Mapping) else held


def _check_length(schema: Schema, most: int) -> None:
    """Raise ValueError for a schema with too many characters."""
    if len(json.dumps(schema, ensure_ascii=False)) > most:
        raise ValueError(f"its schema has more than {most} characters")


def _may_hold(adapter: TypeAdapter[Any], held: object) -> bool:
    try:
        adapter.validate_python(held, strict=True)
    except ValidationError:
        return False
    return True


def _clean(schema: Any) -> Any:
    """Return a schema, or a list of them, without what is flawed; what is unknown here is taken for a schema too."""
    match schema:
        case Mapping():
            cleaned = {keyword: _clean_keyword(keyword, held) for keyword, held in schema.items()}
            return {keyword: held for keyword, held in cleaned.items() if _is_sound(keyword, held)}
        case list():
            return [_clean(each) for each in schema]
        case _:
            return schema


def _clean_keyword(keyword: str, held: Any) -> Any:
    if keyword in _VALUES:
        return held
    if keyword in _PROSE and isinstance(held, str):
        return make_plain(held, _PROSE_CHARS)
    if keyword == "type" and isinstance(held, str):
        return held.lower()  # Gemini's dialect has STRING
    if held == [] and keyword in (*_BY_NAME, *_HELD):
        return {}  # PHP writes an empty table like an empty list
    if keyword in _BY_NAME and isinstance(held, Mapping):
        return {name: _clean(each) if isinstance(each, Mapping | bool) else {} for name, each in held.items()}
    return _clean(held)


def _is_sound(keyword: str, held: object) -> bool:
    if keyword in _KEYWORDS:
        return _may_hold(_KEYWORDS[keyword], held)
    return held is not None or keyword in _VALUES


def _mend_references(root: dict[str, Any]) -> None:
    """Write the references in a schema so that models' servers can follow them, and drop those that nobody can."""
    parts = dict(_walk(root, "#"))
    leads = {at: _read_reference(part["$ref"], parts) for at, part in parts.items() if "$ref" in part}
    endless = _find_endless(parts, leads)
    sound = {at: target for at, target in leads.items() if target in parts and at not in endless}
    names = _define_odd_parts(root, parts, sound.values())
    for at in leads:
        if at in sound:
            parts[at]["$ref"] = names.get(sound[at], sound[at])
        else:
            del parts[at]["$ref"]


def _walk(part: Any, at: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a schema and all in it, each with the reference that leads to it."""
    if isinstance(part, dict):
        yield at, part
        for keyword, held in part.items():
            inside = f"{at}/{_escape(keyword)}"
            if keyword in _BY_NAME:
                yield from _walk_each(held, inside)
            elif keyword not in _VALUES:
                yield from _walk(held, inside)
    elif isinstance(part, list):
        yield from _walk_each(dict(enumerate(part)), at)


def _walk_each(parts: Mapping[Any, Any], at: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, each in parts.items():
        yield from _walk(each, f"{at}/{_escape(str(name))}")


def _escape(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def _read_reference(reference: str, parts: Mapping[str, Schema]) -> str:
    """Return a reference as `_walk` writes it; it may be encoded as in an address."""
    return reference if reference in parts else unquote(reference)


def _find_endless(parts: Mapping[str, Schema], leads: Mapping[str, str]) -> set[str]:
    """Return the parts from which references and choices lead round in a circle, whatever the value is."""
    going = {at: {leads.get(at, ""), *_list_choices(at, part)} & parts.keys() for at, part in parts.items()}
    led_to = defaultdict[str, list[str]](list)
    for at, others in going.items():
        for other in others:
            led_to[other].append(at)
    ended = [at for at, others in going.items() if not others]
    for end in ended:
        for at in led_to[end]:
            going[at].remove(end)
            if not going[at]:
                ended.append(at)
    return going.keys() - set(ended)


def _list_choices(at: str, part: Schema) -> list[str]:
    return [f"{at}/{keyword}/{number}" for keyword in _CHOICES for number in range(len(part.get(keyword, ())))]


def _define_odd_parts(root: dict[str, Any], parts: Mapping[str, Schema], targets: Iterable[str]) -> dict[str, str]:
    """Define parts that models' servers cannot be referred to once more; return how they are referred to then.

    llama.cpp knows no reference to the whole schema, and reads no `~`.
    """
    names = dict[str, str]()
    for target in sorted(each for each in set(targets) if each == "#" or "~" in each):
        definitions = root.setdefault("$defs", {})
        name = next(each for number in count(1) if (each := f"part_{number}") not in definitions)
        part = parts[target]
        definitions[name] = {key: held for key, held in part.items() if key not in ("$defs", "definitions")}
        names[target] = f"#/$defs/{name}"
    return names


def _show(value: object) -> str:
    return repr(make_plain(str(value), _SHOWN))
