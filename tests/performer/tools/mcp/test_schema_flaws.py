"""What is wrong with a tool's schema, and what is merely odd."""

from typing import Any

import pytest

from performer.tools.mcp.schema_flaws import find_flaw

TEXT = {"type": "string"}
DEEP: dict[str, Any] = {}
for _ in range(60):
    DEEP = {"items": DEEP}


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"type": "object", "properties": {"a": True, "b": {"type": ["string", "null"]}}, "required": ["a"]},
        {"properties": {"a": {"$ref": "#/$defs/A~1B"}}, "$defs": {"A/B": TEXT}, "additionalProperties": False},
        {"properties": {"a": {"$ref": "#/definitions/A"}}, "definitions": {"A": {"items": {"$ref": "#"}}}},
        {"properties": {"a": {"anyOf": [TEXT, {"enum": [1, None]}], "default": {"type": "?"}}}},
        {"properties": {"a": {"items": [TEXT, TEXT], "required": True}, "type": TEXT, "required": TEXT}},
        {"$ref": "https://json.schemastore.org/any"},
    ],
)
def test_a_sound_schema_has_none(schema: dict[str, Any]) -> None:
    assert find_flaw(schema) == ""


@pytest.mark.parametrize(
    ("schema", "flaw"),
    [
        (None, "is none"),
        ({"type": ["object"]}, "is of \"['object']\", not of an object"),
        (DEEP, "is nested deeper than 40 levels"),
        ({"properties": {"a": "text"}}, "is broken: 'a' is no schema"),
        ({"properties": {"a": {"type": {"no": 1}}}}, "is broken: 'a.type' is \"{'no': 1}\", which is no type"),
        ({"properties": {"a": {"items": {"type": "text"}}}}, "is broken: 'a.items.type' is 'text', which is no type"),
        ({"required": "a"}, "is broken: 'required' is no list of names"),
        ({"properties": {"a": {"enum": "red"}}}, "is broken: 'a.enum' is no list"),
        ({"properties": {"a": {"anyOf": []}}}, "is broken: 'a.anyOf' is no list of schemas"),
        ({"properties": {"a": {"$ref": 7}}}, "is broken: it refers to '7', which is not there"),
    ],
)
def test_a_flaw_is_told_with_its_place(schema: object, flaw: str) -> None:
    assert find_flaw(schema) == flaw


def test_a_strangers_words_in_a_reason_are_short_and_harmless() -> None:
    flaw = find_flaw({"properties": {"<|im_start|>\x1b[2J" + "x" * 500: {"type": "y" * 500}}})

    assert len(flaw) < 200
    assert "<|" not in flaw
