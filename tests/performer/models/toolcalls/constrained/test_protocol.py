"""The schema that a server makes its grammar of."""

import json
from typing import Any

from performer.core.untrusted_text import Prompt
from performer.models.toolcalls.constrained.protocol import ConstrainedWording, build_answer_schema, build_pick_schema
from performer.tools.tool import ToolCall, ToolSpec
from tests.performer.models.toolcalls.text.tools import TOOLS


def tool(name: str, **properties: Any) -> ToolSpec:
    return ToolSpec(name=name, description="", parameters={"type": "object", "properties": properties})


def test_words_come_first_and_each_tool_has_its_own_arguments() -> None:
    schema = build_answer_schema(TOOLS)

    assert list(schema["properties"]) == ["say", "calls"]
    first = schema["properties"]["calls"]["items"]["anyOf"][0]["properties"]
    assert first["tool"] == {"type": "string", "enum": [TOOLS[0].name]}
    assert first["arguments"]["required"] == ["text"]


def test_only_what_makes_a_grammar_is_left() -> None:
    parameters = {
        "type": "object",
        "properties": {
            "when": {"$ref": "#/$defs/When"},
            "text": {"type": "string", "pattern": "^(?!x)", "maxLength": 9, "title": "Text", "description": "Words."},
        },
        "$defs": {"When": {"anyOf": [{"type": "integer", "minimum": 1}, {"$ref": "#/$defs/When"}]}},
    }

    schema = build_answer_schema([ToolSpec(name="plan", description="", parameters=parameters)])

    text = json.dumps(schema)
    assert not any(word in text for word in ("$ref", "$defs", "pattern", "maxLength", "minimum", "title", "Words."))
    arguments = schema["properties"]["calls"]["items"]["anyOf"][0]["properties"]["arguments"]
    assert arguments["properties"]["text"] == {"type": "string"}
    assert arguments["properties"]["when"]["anyOf"][0] == {"type": "integer"}


def test_a_crowd_of_tools_makes_a_small_schema() -> None:
    crowd = [tool(f"tool_{each}", **{f"key_{key}": {"type": "string"} for key in range(10)}) for each in range(200)]

    schema = build_answer_schema(crowd)

    items = schema["properties"]["calls"]["items"]["properties"]
    assert items["tool"]["enum"] == [each.name for each in crowd]
    assert items["arguments"] == {"type": "object"}


def test_a_pick_is_one_tool_with_its_own_arguments_or_none() -> None:
    schema = build_pick_schema(TOOLS)

    assert schema["type"] == "object"
    none, *each = schema["anyOf"]
    assert none["properties"]["tool"]["enum"] == ["none"]
    assert none["properties"]["arguments"]["properties"] == {}
    assert [way["properties"]["tool"]["enum"] for way in each] == [[tool.name] for tool in TOOLS]
    assert each[0]["properties"]["arguments"]["required"] == ["text"]


def test_of_a_crowd_any_arguments_may_be_picked() -> None:
    crowd = [tool(f"tool_{each}", **{f"key_{key}": {"type": "string"} for key in range(10)}) for each in range(200)]

    properties = build_pick_schema(crowd)["properties"]

    assert properties["tool"]["enum"] == ["none", *(each.name for each in crowd)]
    assert properties["arguments"] == {"type": "object"}


def test_the_lesson_names_the_tools_and_history_has_the_form_it_teaches() -> None:
    wording = ConstrainedWording()
    call = ToolCall(id="1", name="hush", arguments={})

    assert "show_emote" in wording.teach(TOOLS)
    assert wording.teach([]) == ""
    said = json.loads(wording.format_said(Prompt("Quiet."), [call]))
    assert said == {"say": "Quiet.", "calls": [{"tool": "hush", "arguments": {}}]}
