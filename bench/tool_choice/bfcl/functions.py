"""The functions that BFCL offers, as tools: its words for types become JSON's, and dots of names underscores."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic import BaseModel

from performer.tools.tool import ToolSpec

_TYPES: Final = {
    "string": "string",
    "char": "string",
    "integer": "integer",
    "long": "integer",
    "number": "number",
    "float": "number",
    "double": "number",
    "boolean": "boolean",
    "bool": "boolean",
    "array": "array",
    "list": "array",
    "tuple": "array",
    "dict": "object",
    "object": "object",
}
"""JSON's word for each of BFCL's, in small letters; a word that is not here (`any`) stands for no type at all."""
_KEPT: Final = ("description", "default", "enum", "minimum", "maximum", "minItems", "maxItems")


class WrittenFunction(BaseModel):
    """A function as a file of BFCL has it."""

    name: str
    description: str = ""
    parameters: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class BfclFunction:
    """A function: what a model is shown of it, and what the rules of equality need."""

    name: str
    """As the file has it, with dots."""
    spec: ToolSpec
    """As a model is shown it: JSON's types, and underscores in the place of dots."""
    arguments: Mapping[str, Mapping[str, Any]]
    """Each argument's schema in BFCL's own words."""
    required: tuple[str, ...]


def make_function(written: WrittenFunction) -> BfclFunction:
    """Return a function; raise ValueError when its parameters are no schema of arguments."""
    schema = convert_schema(written.parameters)
    required = schema.get("required", [])
    parameters = {"properties": {}, **schema, "type": "object", "required": required}
    name = written.name.replace(".", "_")
    return BfclFunction(
        name=written.name,
        spec=ToolSpec(name=name, description=written.description, parameters=parameters),
        arguments=written.parameters.get("properties") or {},
        required=tuple(required),
    )


def convert_schema(written: Mapping[str, Any]) -> dict[str, Any]:
    """Convert a schema of BFCL, and all in it, to a JSON schema; raise ValueError when one in it is none."""
    schema: dict[str, Any] = {key: written[key] for key in _KEPT if key in written}
    if kind := _TYPES.get(str(written.get("type", "")).lower()):
        schema["type"] = kind
    if written.get("properties"):
        schema["properties"] = _convert_all(written["properties"])
    if isinstance(written.get("required"), list):
        schema["required"] = written["required"]
    if isinstance(written.get("items"), dict):
        schema["items"] = convert_schema(written["items"])
    return schema


def _convert_all(written: Any) -> dict[str, Any]:
    if not isinstance(written, dict) or not all(isinstance(each, dict) for each in written.values()):
        raise ValueError("its `properties` are not an object with a schema for each argument")
    return {name: convert_schema(each) for name, each in written.items()}
