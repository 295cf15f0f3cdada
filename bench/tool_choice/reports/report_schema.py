"""The schema of a report's file, built from the values that it holds; the documentation has it as a file."""

import ast
import inspect
import json
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from textwrap import dedent
from typing import Any, Literal, get_args, get_type_hints

from pydantic import TypeAdapter

from bench.tool_choice.cases.case import Case
from bench.tool_choice.figures.figures import RunFigures
from bench.tool_choice.reports.report import SCHEMA, VERSION, About
from bench.tool_choice.trial import Trial, TrialVerdict


@dataclass(frozen=True, kw_only=True)
class _WrittenTrial:
    """A trial and the verdict on it."""

    trial: Trial
    verdict: TrialVerdict


@dataclass(frozen=True, kw_only=True)
class _WrittenReport:
    """A report of `performer bench tools`; a field that is left out has its default."""

    schema: Literal["stream-performer/tool-choice"]
    version: int
    """Raised by whatever an older program could not read."""
    about: About
    figures: RunFigures
    cases: tuple[Case, ...]
    """The cases that were played, each once."""
    trials: tuple[_WrittenTrial, ...]
    """In the order in which they were played; each names its case by its id."""
    pool: tuple[Any, ...]
    """Long values of the questions (`body`), where `{"$pool": N}` stands for the value at place N, from 0."""


def build_schema() -> dict[str, Any]:
    """Build the JSON schema of a report of the present version."""
    schema = _drop_titles(TypeAdapter(_WrittenReport).json_schema())
    kinds = {each.__name__: each for each in _list_kinds(_WrittenReport)}
    for name, described in {**schema["$defs"], _WrittenReport.__name__: schema}.items():
        for key, words in _read_field_words(kinds[name]).items():
            described["properties"][key]["description"] = words
    schema["properties"]["schema"] = {"const": SCHEMA}
    schema["properties"]["version"] |= {"const": VERSION}
    schema["$defs"] = {name.strip("_"): kind for name, kind in schema["$defs"].items()}
    text = json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema})
    named: dict[str, Any] = json.loads(text.replace("#/$defs/_", "#/$defs/"))
    return named


def format_schema() -> str:
    """Format the schema as its file has it."""
    return json.dumps(build_schema(), indent=1, ensure_ascii=False) + "\n"


def _drop_titles(value: Any) -> Any:
    """Return a schema without pydantic's titles, which only repeat the names."""
    if isinstance(value, list):
        return [_drop_titles(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {key: _drop_titles(each) for key, each in value.items() if not (key == "title" and isinstance(each, str))}


def _list_kinds(kind: type) -> Iterator[type]:
    """Yield a dataclass and those that its fields are made of."""
    yield kind
    for hint in get_type_hints(kind).values():
        for each in _flatten(hint):
            if isinstance(each, type) and is_dataclass(each):
                yield from _list_kinds(each)


def _flatten(hint: Any) -> Iterator[Any]:
    yield hint
    for each in get_args(hint):
        yield from _flatten(each)


def _read_field_words(kind: Any) -> dict[str, str]:
    """Return by field the docstring under it."""
    body = ast.parse(dedent(inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    known, found = {each.name for each in fields(kind)}, {}
    for field, words in zip(body.body, body.body[1:], strict=False):
        match field, words:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                if name in known:
                    found[name] = inspect.cleandoc(text)
    return found
