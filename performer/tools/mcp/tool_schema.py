"""A tool's JSON schema as a model reads it: its prose short and harmless, and without flaws.

A model's server refuses a whole request for one flaw, with all the sound tools in it. So a tool with a flaw is left
out; but a flawed keyword that nobody misses is dropped, for the tool's own server checks its arguments in any case.
"""

import json
import re
import warnings
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Annotated, Any, Final, Literal

from pydantic import Field, TypeAdapter, ValidationError

from performer.core.untrusted_text import make_plain

_DEEPEST: Final = 40
_MOST_CHARS: Final = 20_000
"""Of a schema, as JSON."""
_PROSE_CHARS: Final = 300
"""Of each description in a schema."""
_SHOWN: Final = 60
"""Characters of a stranger's words in a reason."""
_PROSE: Final = frozenset({"description", "title", "$comment"})
"""What is prose in a schema; all else of it decides which arguments are right, and stays as it is."""
_ANNOTATIONS: Final[Mapping[str, type]] = {
    **dict.fromkeys((*_PROSE, "$schema", "$id", "format"), str),
    **dict.fromkeys(("deprecated", "readOnly", "writeOnly"), bool),
    "examples": list,
}
_TRUTHS_ONCE: Final = frozenset({"required", "exclusiveMinimum", "exclusiveMaximum"})
"""Keywords that had a truth value in drafts 3 and 4."""
_VALUES: Final = frozenset({"const", "default", "enum", "examples"})
"""Keywords that hold values, and no schemas."""
_BY_NAME: Final = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
"""Keywords that hold schemas by name."""
_CHOICES: Final = ("anyOf", "oneOf", "allOf")
_HELD: Final = (
    *_CHOICES,
    *("prefixItems", "items", "additionalProperties", "not", "contains", "propertyNames", "if", "then", "else"),
)
"""Keywords that hold one schema, or a list of schemas."""

Schema = Mapping[str, Any]

_Kind = Literal["string", "number", "integer", "boolean", "object", "array", "null"]
_Schema = dict[str, Any] | bool
_Listed = Annotated[list[_Schema], Field(min_length=1)]
_NUMBER: Final = TypeAdapter[Any](Annotated[float, Field(allow_inf_nan=False)])
_COUNT: Final = TypeAdapter[Any](Annotated[float, Field(ge=0, multiple_of=1)])
_KEYWORDS: Final[Mapping[str, TypeAdapter[Any]]] = {
    "type": TypeAdapter(_Kind | Annotated[list[_Kind], Field(min_length=1)]),
    "enum": TypeAdapter(Annotated[list[Any], Field(min_length=1)]),
    "required": TypeAdapter(list[str]),
    "$ref": TypeAdapter(str),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), _NUMBER),
    "multipleOf": TypeAdapter(Annotated[float, Field(gt=0)]),
    **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"), _COUNT),
    **dict.fromkeys(_BY_NAME, TypeAdapter(dict[str, _Schema])),
    **dict.fromkeys(_HELD, TypeAdapter(_Schema)),
    "items": TypeAdapter(_Schema | list[_Schema]),
    **dict.fromkeys((*_CHOICES, "prefixItems"), TypeAdapter(_Listed)),
}
"""What each keyword may hold."""


def clean_schema(schema: object) -> dict[str, Any]:
    """Return the schema of a tool's arguments as a model may read it.

    Raises:
        ValueError: when it is broken, too deep or too long; with the reason.
    """
    if unfit := _find_misfit(schema):
        raise ValueError(f"its schema {unfit}")
    clean = {"properties": {}, **_clean(schema), "type": "object"}
    if flaw := next(_find_flaws(clean), ""):
        raise ValueError(f"its schema is broken: {flaw}")
    return clean


def _find_misfit(schema: object) -> str:
    """Return why a schema is not even looked through; empty when it is."""
    if not isinstance(schema, Mapping):
        return "is none"
    if _is_deeper(schema, _DEEPEST):
        return f"is nested deeper than {_DEEPEST} levels"
    if schema.get("type", "object") != "object":
        return f"is of {_show(schema['type'])}, not of an object"
    return f"has more than {_MOST_CHARS} characters" if len(json.dumps(schema)) > _MOST_CHARS else ""


def _is_deeper(value: object, most: int) -> bool:
    level = [value]
    for _ in range(most):
        level = [each for held in level if isinstance(held, Mapping | list) for each in _list_held(held)]
        if not level:
            return False
    return True


def _list_held(held: Schema | list[Any]) -> list[Any]:
    return list(held.values()) if isinstance(held, Mapping) else held


def _clean(schema: Any) -> Any:
    """Return a schema, or a list of them, without what nobody misses."""
    match schema:
        case Mapping():
            kept = ((keyword, held) for keyword, held in schema.items() if not _is_needless(keyword, held))
            return {keyword: _clean_keyword(keyword, held) for keyword, held in kept}
        case list():
            return [_clean(each) for each in schema]
        case _:
            return schema


def _clean_keyword(keyword: str, held: Any) -> Any:
    if keyword in _VALUES:
        return held
    if keyword in _PROSE:
        return make_plain(held, _PROSE_CHARS)
    if keyword in _BY_NAME and isinstance(held, Mapping):
        return {name: _clean(each) for name, each in held.items()}
    return _clean(held)


def _is_needless(keyword: str, held: object) -> bool:
    """Whether a keyword is flawed, or of an old draft, and yet the schema says enough without it."""
    if keyword in _ANNOTATIONS:
        return not isinstance(held, _ANNOTATIONS[keyword])
    if keyword == "pattern":
        return not _is_pattern(held)
    if keyword in _TRUTHS_ONCE and isinstance(held, bool):
        return True
    return held is None and keyword not in ("const", "default")


def _is_pattern(held: object) -> bool:
    """Whether a pattern can be read here; a sound one of another dialect may not."""
    with warnings.catch_warnings(action="ignore"), suppress(re.error, RecursionError, OverflowError):
        return isinstance(held, str) and bool(re.compile(held))
    return False


def _find_flaws(root: Schema) -> Iterator[str]:
    for where, schema in _walk(root, ""):
        for keyword, held in schema.items():
            if not _is_held_by(keyword, held):
                shown = make_plain(json.dumps(held, ensure_ascii=False), _SHOWN)
                yield f"{_show(where + keyword)} cannot be {shown}"
        if "$ref" in schema and _find_referred(schema["$ref"], root) is None:
            yield f"{_show(where + '$ref')} is {_show(schema['$ref'])}, which is no part of the schema"
    if circular := _find_circular(root):
        yield f"{_show(circular)} refers on without end"


def _is_held_by(keyword: str, held: object) -> bool:
    """Whether a keyword may hold a value; those that are unknown here may hold any."""
    try:
        return keyword not in _KEYWORDS or bool([_KEYWORDS[keyword].validate_python(held, strict=True)])
    except ValidationError:
        return False


def _walk(schema: object, where: str) -> Iterator[tuple[str, Schema]]:
    """Yield a schema and all in it, each with its place."""
    if not isinstance(schema, Mapping):
        return
    yield where, schema
    for keyword in _BY_NAME:
        for name, each in schema.get(keyword, {}).items():
            yield from _walk(each, f"{where}{name}.")
    for keyword in _HELD:
        held = schema.get(keyword)
        for each in held if isinstance(held, list) else [held]:
            yield from _walk(each, f"{where}{keyword}.")


def _find_referred(reference: str, root: Schema) -> object:
    """Return the part of a schema that a reference such as `#/$defs/A` leads to; None where there is no such part.

    Models' servers know no other kind of reference.
    """
    start, *parts = reference.split("/")
    found: Any = root if start == "#" and parts else None
    for part in parts:
        name = part.replace("~1", "/").replace("~0", "~")
        if isinstance(found, Mapping):
            found = found.get(name)
        elif isinstance(found, list) and name.isdecimal():
            found = dict(enumerate(found)).get(int(name[:6]))
        else:
            return None
    return found if isinstance(found, Mapping | bool) else None


def _find_circular(root: Schema) -> str:
    """Return a reference that, followed by way of choices alone, comes to no end; empty where there is none."""
    references = {schema["$ref"] for _, schema in _walk(root, "") if "$ref" in schema}
    leads = {each: set(_list_references(_find_referred(each, root))) for each in references}
    while ended := [each for each, others in leads.items() if not any(other in leads for other in others)]:
        for each in ended:
            del leads[each]
    return min(leads, default="")


def _list_references(schema: Any) -> Iterator[str]:
    """Yield the references to what a schema's value is as well."""
    if isinstance(schema, Mapping):
        yield from [schema["$ref"]] if "$ref" in schema else []
        for keyword in _CHOICES:
            for each in schema.get(keyword, []):
                yield from _list_references(each)


def _show(value: object) -> str:
    return repr(make_plain(str(value).rstrip("."), _SHOWN))
