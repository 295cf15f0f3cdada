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


def of(argument: object, b: object = None, **more: Any) -> dict[str, Any]:
    properties = {"a": argument, **({"b": b} if b else {})}
    return {"type": "object", "properties": properties, **more}


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {}},
        {"type": "object", "properties": {"a": True, "b": {"type": ["string", "null"]}}, "required": ["a", "a"]},
        of({"$ref": "#/$defs/A B"}, **{"$defs": {"A B": TEXT}, "additionalProperties": False}),
        of({"$ref": "#/definitions/A"}, definitions={"A": {"items": {"$ref": "#/definitions/A"}}}),
        of({"$ref": "#/properties/b/anyOf/1"}, properties={"a": TEXT, "b": {"anyOf": [TEXT, {"type": "null"}]}}),
        of({"anyOf": [TEXT, {"enum": [1, None]}], "default": {"type": "?", "title": 7}}),
        {"type": "object", "properties": {"a": {"items": [TEXT, TEXT]}, "type": TEXT, "required": TEXT}},
        {"type": "object", "properties": {"title": {"pattern": "^[a-z]+$"}, "pattern": {"minimum": 3}}},
        of({"prefixItems": [TEXT, {"type": "integer"}]}),
        of({"prefixItems": [TEXT], "items": False}),
        of({"const": None}, oneOf=[{"required": ["a"]}, {"properties": {"b": {"const": "c"}}}]),
        of({"default": {"$ref": "nothing"}, "dependentRequired": {"type": ["a"]}, "x-order": []}),
        of({"$ref": "#/$defs/A"}, **{"$defs": {"A": {"anyOf": [TEXT, {"items": {"$ref": "#/$defs/A"}}]}}}),
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
        ({"required": "a", "type": "string"}, TEXT),
        ({"minimum": 3, "exclusiveMinimum": True}, {"minimum": 3}),
        ({"minimum": "0", "maximum": 10**400, "multipleOf": 0, "type": "number"}, {"type": "number"}),
        ({"minItems": -1, "maxItems": 1.5, "type": "array"}, {"type": "array"}),
        ({"enum": [], "anyOf": [], "allOf": [], "oneOf": 5, "prefixItems": ["?"], "type": "string"}, TEXT),
        ({"type": "any", "title": "When"}, {"title": "When"}),
        ({"type": "STRING"}, TEXT),
        ({"type": {"no": 1}}, {}),
        ({"items": {"type": "text"}}, {"items": {}}),
        ({"items": [TEXT, {"type": "text"}]}, {"items": [TEXT, {}]}),
        ({"items": 7, "additionalProperties": "false", "type": "array"}, {"type": "array"}),
        ({"properties": "b", "type": "object"}, {"type": "object"}),
        ({"pattern": "(", "type": "string"}, TEXT),
        ({"pattern": r"\p{L}+", "type": "string"}, TEXT),
        ({"pattern": 7, "type": "string"}, TEXT),
        ({"enum": None, "required": None, "default": None}, {"default": None}),
        ({"$ref": 7, "title": "Day"}, {"title": "Day"}),
        ({"$ref": {"x": 1}}, {}),
        ({"$ref": "#/$defs/No"}, {}),
        ({"$ref": "#/type"}, {}),
        ({"$ref": "#day"}, {}),
        ({"$ref": "https://x.test/day.json#/$defs/A", "title": "Day"}, {"title": "Day"}),
    ],
)
def test_a_flawed_keyword_that_nobody_misses_is_dropped(argument: dict[str, Any], left: dict[str, Any]) -> None:
    definitions = {"$defs": {"description": argument}}

    assert clean_schema(of(argument)) == of(left)
    assert clean_schema(definitions)["$defs"] == {"description": left}


@pytest.mark.parametrize(
    ("schema", "left"),
    [
        ({"properties": []}, {"properties": {}}),
        ({"properties": {"a": []}, "$defs": []}, {"properties": {"a": {}}, "$defs": {}}),
        (
            of({"items": [], "additionalProperties": [], "default": []}),
            of({"items": {}, "additionalProperties": {}, "default": []}),
        ),
        (of("text"), of({})),
        (of(None), of({})),
    ],
)
def test_an_empty_list_and_what_is_no_schema_stand_for_an_empty_one(
    schema: dict[str, Any], left: dict[str, Any]
) -> None:
    assert clean_schema(schema) == {"type": "object", **left}


@pytest.mark.parametrize("kind", [["object"], ["object", "null"], "OBJECT", "any", None, {"no": 1}, []])
def test_arguments_are_an_object_whatever_else_they_may_be(kind: object) -> None:
    assert clean_schema(of(TEXT, type=kind)) == of(TEXT)


def test_a_reference_is_decoded() -> None:
    definitions = {"$defs": {"List[My Type]": TEXT, "100%25": TEXT}}

    clean = clean_schema(of({"$ref": "#/$defs/List%5BMy%20Type%5D"}, b={"$ref": "#/$defs/100%25"}, **definitions))

    assert clean == of({"$ref": "#/$defs/List[My Type]"}, b={"$ref": "#/$defs/100%25"}, **definitions)


def test_a_part_that_models_servers_cannot_be_referred_to_is_one_of_the_definitions_too() -> None:
    odd = {"a": {"items": {"$ref": "#"}}, "b": {"$ref": "#/$defs/A~1B"}}
    clean = clean_schema({"properties": odd, "$defs": {"A/B": TEXT, "part_1": TEXT}})

    named = {"a": {"items": {"$ref": "#/$defs/part_2"}}, "b": {"$ref": "#/$defs/part_3"}}
    root = {"properties": named, "type": "object"}
    assert clean == {**root, "$defs": {"A/B": TEXT, "part_1": TEXT, "part_2": root, "part_3": TEXT}}


def test_a_long_chain_of_references_stays_as_it_is() -> None:
    chain = {f"{at}": {"$ref": f"#/$defs/{at + 1}"} for at in range(600)}
    schema = of({"$ref": "#/$defs/0"}, **{"$defs": {**chain, "600": TEXT}})

    assert clean_schema(schema) == schema


def test_what_is_only_referred_to_is_looked_through_too() -> None:
    flawed = {"description": "A.<|im_end|>", "type": "text", "anyOf": 5, "$ref": {"x": 1}}
    at, where = {"$ref": "#/components/schemas/A"}, {"components": {"schemas": {"A": flawed}}}

    assert clean_schema(of(at, **where)) == of(at, components={"schemas": {"A": {"description": "A."}}})


def test_a_reference_to_a_value_is_dropped() -> None:
    schema = {"default": {"anyOf": 5, "$ref": {"x": 1}}}

    assert clean_schema(of({"$ref": "#/properties/b/default"}, b=schema)) == of({}, b=schema)


@pytest.mark.parametrize(
    ("schema", "left"),
    [
        (of({"$ref": "#/properties/a"}), of({})),
        (
            of({"$ref": "#/$defs/A"}, **{"$defs": {"A": {"anyOf": [TEXT, {"$ref": "#/$defs/A"}]}}}),
            of({}, **{"$defs": {"A": {"anyOf": [TEXT, {}]}}}),
        ),
        (
            of({"$ref": "#/x/A"}, x={"A": {"$ref": "#/x/B"}, "B": {"allOf": [{"$ref": "#/x/A"}]}}),
            of({}, x={"A": {}, "B": {"allOf": [{}]}}),
        ),
    ],
)
def test_a_reference_that_leads_round_in_a_circle_is_dropped(schema: dict[str, Any], left: dict[str, Any]) -> None:
    assert clean_schema(schema) == left


def test_prose_is_shortened_before_a_schema_is_measured_and_each_letter_counts_as_one() -> None:
    japanese = {f"field_{at}": {"type": "string", "description": "天" * 156} for at in range(24)}
    long = {f"field_{at}": {"type": "string", "description": "word " * 500} for at in range(24)}

    assert clean_schema({"properties": japanese})["properties"] == japanese
    assert len(clean_schema({"properties": long})["properties"]) == 24


@pytest.mark.parametrize(
    ("schema", "flaw"),
    [
        (None, "is none"),
        ({"type": "array"}, "is of 'array', not of an object"),
        ({"type": ["string", "null"]}, "is of \"['string', 'null']\", not of an object"),
        (DEEP, "is nested deeper than 40 levels"),
        (of({"enum": ["x" * 20_000]}), "has more than 20000 characters"),
        (of({"description": "x" * 500_000}), "has more than 500000 characters"),
        ({"properties": "a"}, "is broken: 'properties' cannot be \"a\""),
        ({"properties": ["a"]}, "is broken: 'properties' cannot be [\"a\"]"),
        ({"$ref": "https://x.test/a"}, "is broken: '$ref' is 'https://x.test/a', which leads nowhere"),
        ({"$ref": "#/$defs/No"}, "is broken: '$ref' is '#/$defs/No', which leads nowhere"),
        ({"$ref": 7}, "is broken: '$ref' is '7', which leads nowhere"),
        ({"$ref": "#"}, "is broken: '$ref' is '#', which leads nowhere"),
    ],
)
def test_a_tool_of_which_nobody_could_tell_how_it_is_called_is_left_out_with_the_reason(
    schema: object, flaw: str
) -> None:
    with pytest.raises(ValueError, match="its schema") as told:
        clean_schema(schema)

    assert str(told.value) == f"its schema {flaw}"


def test_a_strangers_words_in_a_reason_are_short_and_harmless() -> None:
    with pytest.raises(ValueError, match="is broken") as told:
        clean_schema({"properties": "<|im_start|>\x1b[2J" + "x" * 500})

    assert len(str(told.value)) < 220
    assert "<|" not in str(told.value)
