"""What of a tool's schema a model reads, what is wrong with one, and what is merely odd."""

from typing import Any

import pytest

from performer.tools.mcp.tool_schema import clean_schema

TEXT = {"type": "string"}
DEEP: dict[str, Any] = {}
for _ in range(60):
    DEEP = {"items": DEEP}
NEARLY_DEEP: dict[str, Any] = {}
for _ in range(36):
    NEARLY_DEEP = {"not": NEARLY_DEEP}


def of(argument: object, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"a": argument}, **more}


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {}},
        {"type": "object", "properties": {"a": True, "b": {"type": ["string", "null"]}}, "required": ["a", "a"]},
        of({"$ref": "#/$defs/A~1B"}, **{"$defs": {"A/B": TEXT}, "additionalProperties": False}),
        of({"$ref": "#/definitions/A"}, definitions={"A": {"items": {"$ref": "#/definitions/A"}}}),
        of({"$ref": "#/properties/b/anyOf/1"}, properties={"a": TEXT, "b": {"anyOf": [TEXT, {"type": "null"}]}}),
        of({"anyOf": [TEXT, {"enum": [1, None]}], "default": {"type": "?", "title": 7}}),
        {"type": "object", "properties": {"a": {"items": [TEXT, TEXT]}, "type": TEXT, "required": TEXT}},
        {"type": "object", "properties": {"title": {"pattern": "^[a-z]+$"}, "pattern": {"minimum": 3}}},
        of({"prefixItems": [TEXT, {"type": "integer"}]}),
        of({"pattern": "[[a]", "maxLength": 3.0}),
        of(NEARLY_DEEP),
    ],
)
def test_a_sound_schema_stays_as_it_is(schema: dict[str, Any]) -> None:
    assert clean_schema(schema) == schema


@pytest.mark.parametrize(
    ("argument", "left"),
    [
        ({"description": 7, "title": ["?"], "type": "string"}, TEXT),
        ({"deprecated": "yes", "examples": "Kyiv", "type": "string"}, TEXT),
        ({"required": True, "type": "string"}, TEXT),
        ({"minimum": 3, "exclusiveMinimum": True}, {"minimum": 3}),
        ({"pattern": "(", "type": "string"}, TEXT),
        ({"pattern": r"\p{L}+", "type": "string"}, TEXT),
        ({"pattern": 7, "type": "string"}, TEXT),
        ({"enum": None, "required": None, "default": None}, {"default": None}),
    ],
)
def test_a_flawed_keyword_that_nobody_misses_is_dropped(argument: dict[str, Any], left: dict[str, Any]) -> None:
    definitions = {"$defs": {"description": argument}}

    assert clean_schema(of(argument)) == of(left)
    assert clean_schema(definitions)["$defs"] == {"description": left}


@pytest.mark.parametrize(
    ("schema", "flaw"),
    [
        (None, "is none"),
        ({"type": ["object"]}, "is of \"['object']\", not of an object"),
        (DEEP, "is nested deeper than 40 levels"),
        (of("text"), 'is broken: \'properties\' cannot be {"a": "text"}'),
        (of({"type": {"no": 1}}), "is broken: 'a.type' cannot be {\"no\": 1}"),
        (of({"items": {"type": "text"}}), "is broken: 'a.items.type' cannot be \"text\""),
        (of({"items": [TEXT, {"type": "text"}]}), "is broken: 'a.items.type' cannot be \"text\""),
        (of({"prefixItems": [{"type": "text"}]}), "is broken: 'a.prefixItems.type' cannot be \"text\""),
        ({"properties": "a"}, "is broken: 'properties' cannot be \"a\""),
        ({"required": "a"}, "is broken: 'required' cannot be \"a\""),
        (of({"minimum": "3"}), "is broken: 'a.minimum' cannot be \"3\""),
        (of({"maxLength": -1}), "is broken: 'a.maxLength' cannot be -1"),
        (of({"maxItems": 1.5}), "is broken: 'a.maxItems' cannot be 1.5"),
        (of({"enum": "red"}), "is broken: 'a.enum' cannot be \"red\""),
        (of({"enum": []}), "is broken: 'a.enum' cannot be []"),
        (of({"anyOf": []}), "is broken: 'a.anyOf' cannot be []"),
        (of({"$ref": 7}), "is broken: 'a.$ref' cannot be 7"),
        (of({"$ref": "#/$defs/No"}), "is broken: 'a.$ref' is '#/$defs/No', which is no part of the schema"),
        (of({"$ref": "#/type"}), "is broken: 'a.$ref' is '#/type', which is no part of the schema"),
        (of({"items": {"$ref": "#"}}), "is broken: 'a.items.$ref' is '#', which is no part of the schema"),
        ({"$ref": "https://x.test/a"}, "is broken: '$ref' is 'https://x.test/a', which is no part of the schema"),
        (of({"$ref": "#/properties/a"}), "is broken: '#/properties/a' refers on without end"),
        (
            of({"$ref": "#/$defs/A"}, **{"$defs": {"A": {"anyOf": [TEXT, {"$ref": "#/$defs/A"}]}}}),
            "is broken: '#/$defs/A' refers on without end",
        ),
    ],
)
def test_a_flaw_is_told_with_its_place(schema: object, flaw: str) -> None:
    with pytest.raises(ValueError, match="its schema") as told:
        clean_schema(schema)

    assert str(told.value) == f"its schema {flaw}"


def test_a_strangers_words_in_a_reason_are_short_and_harmless() -> None:
    with pytest.raises(ValueError, match="is broken") as told:
        clean_schema({"properties": {"<|im_start|>\x1b[2J" + "x" * 500: {"type": "y" * 500}}})

    assert len(str(told.value)) < 220
    assert "<|" not in str(told.value)
