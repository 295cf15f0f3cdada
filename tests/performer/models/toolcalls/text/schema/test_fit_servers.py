"""Arguments for tools of servers, whose schemas are of other makes than ours, put right as ours are."""

from typing import Any

import pytest

from performer.models.toolcalls.text.schema.fit import FittedArguments, fit_arguments
from performer.tools.mcp.definition import ToolDefinition

TEXT: dict[str, Any] = {"type": "string"}
POST: dict[str, Any] = {"type": "object", "properties": {"text": TEXT}, "required": ["text"]}
BY_ID: dict[str, Any] = {"type": "object", "properties": {"id": TEXT}, "required": ["id"]}


@pytest.mark.parametrize(
    ("schema", "printed", "right"),
    [
        (POST, {"msg": "hi"}, {"text": "hi"}),
        ({**POST, "required": []}, {"msg": "hi"}, {"text": "hi"}),
        ({**POST, "additionalProperties": False, "$schema": "x"}, {"msg": "hi"}, {"text": "hi"}),
        ({**POST, "additionalProperties": True}, {"msg": "hi"}, {"text": "hi"}),
        ({"properties": {"location": TEXT}, "required": ["location"]}, {"city": "Kyiv"}, {"location": "Kyiv"}),
        ({"properties": {"path": TEXT}, "required": ["path"]}, {"file": "a.txt"}, {"path": "a.txt"}),
        ({"allOf": [POST]}, {"msg": "hi"}, {"text": "hi"}),
        ({"type": "object", "oneOf": [BY_ID, POST]}, {"msg": "hi"}, {"text": "hi"}),
        ({"type": "object", "anyOf": [POST, BY_ID]}, {"id": "7"}, {"id": "7"}),
        ({"properties": {"input": {"$ref": "#/$defs/P"}}, "$defs": {"P": POST}}, {"input": {"msg": "hi"}}, "in input"),
        ({"properties": {"input": POST}, "required": ["input"]}, {"msg": "hi"}, "in input"),
        ({"properties": {"input": POST}, "required": ["input"]}, {"input": '{"msg": "hi"}'}, "in input"),
    ],
)
def test_a_servers_tool_gets_its_arguments_by_their_right_names(
    schema: dict[str, Any], printed: object, right: object
) -> None:
    spec = ToolDefinition.of("zoo", {"name": "post", "inputSchema": schema}).spec

    expected = {"input": {"text": "hi"}} if right == "in input" else right
    assert fit_arguments(printed, spec) == FittedArguments(arguments=expected)  # type: ignore[arg-type]  # a table's cell


def test_of_several_forms_the_first_says_what_is_missing() -> None:
    spec = ToolDefinition.of("zoo", {"name": "post", "inputSchema": {"type": "object", "oneOf": [POST, BY_ID]}}).spec

    assert fit_arguments({}, spec) == fit_arguments(
        {}, ToolDefinition.of("zoo", {"name": "post", "inputSchema": POST}).spec
    )
