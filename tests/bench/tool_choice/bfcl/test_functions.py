"""Functions as BFCL writes them, made tools."""

from typing import Any

import pytest

from bench.tool_choice.bfcl.functions import WrittenFunction, convert_schema, make_function
from tests.bench.tool_choice.bfcl.copies import LAMP, make


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("string", "string"),
        ("integer", "integer"),
        ("float", "number"),
        ("boolean", "boolean"),
        ("array", "array"),
        ("tuple", "array"),
        ("dict", "object"),
    ],
)
def test_a_word_for_a_type_becomes_that_of_json(written: str, shown: str) -> None:
    assert convert_schema({"type": written}) == {"type": shown}


@pytest.mark.parametrize("word", ["any", "", "HashMapOfSorts"])
def test_a_word_for_no_type_leaves_the_type_out(word: str) -> None:
    assert convert_schema({"type": word, "description": "Anything."}) == {"description": "Anything."}


def test_a_schema_is_converted_to_its_depth() -> None:
    inner = {"type": "dict", "properties": {"at": {"type": "tuple", "items": {"type": "float"}}}, "required": ["at"]}

    shown = convert_schema({"type": "array", "items": inner})

    at = {"type": "array", "items": {"type": "number"}}
    assert shown == {"type": "array", "items": {"type": "object", "properties": {"at": at}, "required": ["at"]}}


def test_choices_and_defaults_are_kept_and_what_is_no_json_schema_is_not() -> None:
    written = {"type": "string", "enum": ["a", "b"], "default": "a", "optional": True, "format": "of its own"}

    assert convert_schema(written) == {"type": "string", "enum": ["a", "b"], "default": "a"}


def test_a_dotted_name_is_shown_with_an_underscore_and_remembered() -> None:
    function = make(LAMP)["lamp.set"]

    assert (function.name, function.spec.name) == ("lamp.set", "lamp_set")


def test_a_function_keeps_its_own_words_for_the_rules_beside_the_schema_that_is_shown() -> None:
    function = make(LAMP)["lamp.set"]

    assert function.arguments["level"]["type"] == "float"
    assert function.spec.parameters["properties"]["level"]["type"] == "number"
    assert function.required == ("room",)


def test_a_function_without_arguments_is_shown_with_an_empty_schema() -> None:
    function = make_function(WrittenFunction(name="bell", parameters={"type": "dict"}))

    assert function.spec.parameters == {"type": "object", "properties": {}, "required": []}


@pytest.mark.parametrize("properties", [["room"], {"room": "string"}])
def test_a_function_whose_arguments_are_no_schemas_is_refused(properties: Any) -> None:
    with pytest.raises(ValueError, match="properties"):
        make_function(WrittenFunction(name="bell", parameters={"properties": properties}))
