"""Files of cases: TOML, one group a file, with the fields of `case.Case` as keys.

A file has `group` and a list of `[[case]]` tables; `docs` describes every key from the fields themselves.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from bench.tool_choice.case import ArgumentRule, Case, ExpectedCall, Group
from bench.tool_choice.catalogue import FILLERS, load_catalogue
from bench.tool_choice.schema import find_value_misfit
from performer.core.errors import ConfigError
from performer.core.text import format_near_miss
from performer.tools.tool import ToolSpec

SHIPPED: Final = Path(__file__).with_name("cases")
_CASE: Final = TypeAdapter(Case)
_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_MOST_FILLERS: Final = 120


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    group: Group
    case: list[dict[str, Any]]


def read_shipped_cases() -> tuple[Case, ...]:
    """Read the cases that ship, in the order of their files' names."""
    return read_cases(sorted(SHIPPED.glob("*.toml")))


def read_cases(files: Iterable[Path]) -> tuple[Case, ...]:
    """Read files of cases.

    Raises:
        ConfigError: for a file, a key or a case that is wrong, by file, case and key, with the remedy.
    """
    cases: dict[str, Case] = {}
    for file in files:
        for case in _read_file(file):
            if case.id in cases:
                raise ConfigError(f"{file.name}: case '{case.id}': its id is taken already. Give it another one.")
            check_case(case, file.name)
            cases[case.id] = case
    return tuple(cases.values())


def _read_file(file: Path) -> Iterator[Case]:
    try:
        written = _File.model_validate(tomllib.loads(file.read_text("utf-8")))
    except OSError as error:
        raise ConfigError(f"The cases {file} cannot be read: {error.strerror}. Name another file.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{file.name} is no TOML: {error}. Mend it there.") from None
    except ValidationError as error:
        raise ConfigError(f"{file.name}: {_format_wrong(error)}") from None
    for number, each in enumerate(written.case, 1):
        name = each.get("id", f"number {number}")
        try:
            # As JSON, so that a list is taken for a tuple as in any other strict reading.
            yield _CASE.validate_json(json.dumps({"group": written.group, **each}))
        except ValidationError as error:
            raise ConfigError(f"{file.name}: case '{name}': {_format_wrong(error)}") from None
        except (TypeError, ValueError) as error:
            raise ConfigError(f"{file.name}: case '{name}': {error}. Use texts, numbers, lists and tables.") from None


def _format_wrong(error: ValidationError) -> str:
    first = error.errors()[0]
    key = ".".join(str(part) for part in first["loc"])
    if first["type"] in {"unexpected_keyword_argument", "extra_forbidden"}:
        near = format_near_miss(str(first["loc"][-1]), _find_known_keys(first["loc"]))
        return f"key '{key}' is unknown. {near}"
    return f"key '{key}': {first['msg']}."


def _find_known_keys(loc: Sequence[int | str]) -> list[str]:
    parts = [each for each in loc if isinstance(each, str)]
    owner = ArgumentRule if "rules" in parts[:-1] else ExpectedCall if "expects" in parts[:-1] else Case
    return [*owner.__dataclass_fields__]


def check_case(case: Case, place: str) -> None:
    """Raise ConfigError for a case that contradicts itself or the tools that it offers."""
    for key, wrong in _list_faults(case):
        raise ConfigError(f"{place}: case '{case.id}': key '{key}': {wrong}")


def _list_faults(case: Case) -> Iterator[tuple[str, str]]:
    if not _ID.fullmatch(case.id):
        yield "id", f"'{case.id}' is no id. Use small letters, digits and hyphens."
    if not case.why.strip():
        yield "why", "it is empty. Say in a sentence why the case is there."
    if not (case.says or case.sees):
        yield "says", "nothing is said or seen. Give the case `says` or `sees`."
    if case.padding and not case.fact:
        yield "fact", "`padding` needs a fact to be found in it."
    if case.most_steps < 2 or case.turns < 1:
        yield "most_steps" if case.most_steps < 2 else "turns", "it is too small: at least 2 steps, and 1 turn."
    yield from _list_offer_faults(case)
    yield from _list_expectation_faults(case)


def _list_offer_faults(case: Case) -> Iterator[tuple[str, str]]:
    catalogue = load_catalogue()
    for offer in case.offers:
        if offer.startswith(FILLERS):
            count = offer.removeprefix(FILLERS)
            if not count.isdecimal() or not 0 < int(count) <= _MOST_FILLERS:
                yield "offers", f"'{offer}' asks for no number of fillers: fillers:1 to fillers:{_MOST_FILLERS}."
        elif offer not in catalogue:
            yield "offers", f"there is no tool '{offer}'. {format_near_miss(offer, [*catalogue])}"
    named = [("forbids", each) for each in case.forbids if each != "*"] + [("results", each) for each in case.results]
    for key, tool in named:
        if tool not in catalogue:
            yield key, f"there is no tool '{tool}'. {format_near_miss(tool, [*catalogue])}"
    for tool in {each.tool for each in case.expects} & set(case.forbids):
        yield "forbids", f"'{tool}' is expected and forbidden. Leave out one of both."


def _list_expectation_faults(case: Case) -> Iterator[tuple[str, str]]:
    for number, expected in enumerate(case.expects):
        if expected.tool not in case.offers:
            near = format_near_miss(expected.tool, case.offers)
            yield f"expects.{number}.tool", f"'{expected.tool}' is not offered. {near}"
            continue
        yield from ((f"expects.{number}.{key}", wrong) for key, wrong in _list_schema_faults(expected))


def _list_schema_faults(expected: ExpectedCall) -> Iterator[tuple[str, str]]:
    spec = load_catalogue()[expected.tool].spec
    known = spec.parameters["properties"]
    for key, names in (
        ("arguments", expected.arguments),
        ("rules", expected.rules),
        ("without", expected.without),
    ):
        for name in names:
            if name not in known:
                yield f"{key}.{name}", f"{spec.name} has no such argument. {format_near_miss(name, [*known])}"
                return
    for name in {*spec.parameters.get("required", ())} - {*expected.arguments} - {*expected.rules}:
        yield f"arguments.{name}", f"{spec.name} requires it, and nothing is expected of it. Add it, or a rule."
    for name, value in expected.arguments.items():
        yield from ((f"arguments.{name}", wrong) for wrong in _list_unfit(spec, name, value))
    for name, rule in expected.rules.items():
        yield from ((f"rules.{name}", wrong) for wrong in _list_rule_faults(spec, name, rule))


def _list_rule_faults(spec: ToolSpec, name: str, rule: ArgumentRule) -> Iterator[str]:
    if sum(map(bool, (rule.one_of, rule.between, rule.contains, rule.matches, rule.is_free))) != 1:
        yield f"give exactly one of {', '.join(ArgumentRule.__dataclass_fields__)}."
    for value in (*rule.one_of, *(rule.between or ())):
        yield from _list_unfit(spec, name, value)
    if rule.matches:
        try:
            re.compile(rule.matches)
        except re.error as error:
            yield f"'{rule.matches}' is no regular expression: {error}."


def _list_unfit(spec: ToolSpec, name: str, value: object) -> Iterator[str]:
    """Yield why no call with this value could ever be right: it does not fit the schema."""
    if misfit := find_value_misfit(spec, name, value):
        yield f"{value!r} does not fit the schema of {spec.name}: {misfit}. Expect what can be called."
