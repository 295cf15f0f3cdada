"""Files of cases: TOML, with `group` and a list of `[[case]]` tables, whose keys are the fields of `case.Case`.

A case may name another group than its file does.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from typing import Any, Final

import tomlkit
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError
from tomlkit.items import Item, Table

from bench.tool_choice.cases.case import Case, Group
from bench.tool_choice.cases.case_check import check_case
from bench.tool_choice.cases.key_examples import find_example, list_known_keys
from bench.tool_choice.cases.probe_cases import make_probe_cases
from bench.tool_choice.cases.toml_file import format_fault, read_toml
from performer.core.errors import ConfigError

SHIPPED: Final = Path(__file__).with_name("shipped")
_CASE: Final = TypeAdapter(Case)
_HEAD_EXAMPLES: Final = {"group": find_example(["group"]), "case": "[[case]]"}


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    group: Group
    case: list[dict[str, Any]]


def read_shipped_cases() -> tuple[Case, ...]:
    """Read the cases that ship, in the order of their files' names, and behind them those of the product's probe."""
    return (*read_cases(sorted(SHIPPED.glob("*.toml"))), *make_probe_cases())


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
        written = _File.model_validate(read_toml(file))
    except ValidationError as error:
        fault = format_fault(error, lambda _path: _File.model_fields, lambda path: _HEAD_EXAMPLES[path[0]])
        raise ConfigError(f"{file.name}: {fault}") from None
    for number, each in enumerate(written.case, 1):
        place = f"{file.name}: case '{each.get('id', f'number {number}')}'"
        try:
            # As JSON, so that a list is taken for a tuple as in any other strict reading.
            yield _CASE.validate_json(_format_json({"group": written.group, **each}, place))
        except ValidationError as error:
            raise ConfigError(f"{place}: {format_fault(error, list_known_keys, find_example)}") from None


def _format_json(written: Mapping[str, Any], place: str) -> str:
    for key, value in written.items():
        try:
            json.dumps(value)
        except TypeError:
            wrong = "it has a date or a time in it, which no key takes. Put that into quotes."
            raise ConfigError(f"{place}: key '{key}': {wrong}") from None
    return json.dumps(written)


def write_cases(cases: Iterable[Case]) -> str:
    """Write cases as TOML, from which `read_cases` reads the same values; fields with their usual value are left out.

    Raises:
        ConfigError: for a value that TOML cannot hold, by its case.
    """
    written = list(cases)
    group: Group = written[0].group if written else "custom"
    document = tomlkit.document()
    document["group"] = group
    document.add(tomlkit.nl())
    document["case"] = tables = tomlkit.aot()
    for case in written:
        tables.append(_make_table(case, group))
    return tomlkit.dumps(document)


def _make_table(case: Case, group: Group) -> Table:
    table = tomlkit.table()
    for name, value in _list_changed(case).items():
        if name != "group" or value != group:
            try:
                table[name] = _make_item(value)
            except (TypeError, ValueError) as error:
                wrong = f"{error}. Use texts, numbers, lists and tables."
                raise ConfigError(f"case '{case.id}': key '{name}': {wrong}") from None
    return table


def _make_item(value: Any) -> Item:
    """Make an item of TOML, its inner tables on one line, as they are written by hand."""
    if is_dataclass(value):
        return _make_item(_list_changed(value))
    if isinstance(value, Mapping):
        table = tomlkit.inline_table()
        for key, each in value.items():
            table[key] = _make_item(each)
        return table
    if isinstance(value, list | tuple):
        array = tomlkit.array()
        array.extend(map(_make_item, value))
        return array
    made: Item = tomlkit.item(value)
    return made


def _list_changed(value: Any) -> dict[str, Any]:
    """Return the fields of a dataclass that have not their usual value."""
    return {each.name: getattr(value, each.name) for each in fields(value) if getattr(value, each.name) != _usual(each)}


def _usual(field: Field[Any]) -> object:
    return field.default if field.default_factory is MISSING else field.default_factory()
