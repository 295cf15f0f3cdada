"""JSON schemas, strictly: whether a value fits as it is, without any of the repairs that the product makes."""

from collections.abc import Mapping
from typing import Any

from jsonschema import Draft202012Validator, SchemaError  # type: ignore[import-untyped]  # it ships no types

from performer.tools.tool import ToolSpec


def find_misfit(spec: ToolSpec, arguments: object) -> str | None:
    """Return why the arguments of a call do not fit its tool's schema; None when they do."""
    return _find_first(spec.parameters, arguments)


def find_value_misfit(spec: ToolSpec, name: str, value: object) -> str | None:
    """Return why a value does not fit the schema of one argument; None when it does."""
    schema = spec.parameters["properties"][name]
    return _find_first({**schema, "$defs": spec.parameters.get("$defs", {})}, value)


def find_schema_fault(schema: Mapping[str, Any]) -> str | None:
    """Return why something is no JSON schema; None when it is one."""
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        return str(error.message)
    return None


def _find_first(schema: Mapping[str, Any], value: object) -> str | None:
    return next((error.message for error in Draft202012Validator(schema).iter_errors(value)), None)
