"""What a server says of its tools: short, harmless, under one name each, and hashed as it came."""

from typing import Any

import pytest

from performer.models.driver.request import MOST, spell_names
from performer.tools.mcp.definition import ToolDefinition, make_listing


def told(name: str = "look", **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "Look.", "inputSchema": {"type": "object", "properties": {}}, **more}


@pytest.mark.parametrize(
    "change",
    [
        {"description": "Look elsewhere."},
        {"inputSchema": {"type": "object", "properties": {"at": {}}}},
        {"annotations": {"readOnlyHint": True}},
    ],
)
def test_a_change_of_what_matters_is_another_digest(change: dict[str, Any]) -> None:
    assert ToolDefinition.of("sky", told(**change)).digest != ToolDefinition.of("sky", told()).digest


def test_what_matters_to_nobody_changes_no_digest() -> None:
    assert ToolDefinition.of("sky", told(icons=[], _meta={"a": 1})).digest == ToolDefinition.of("sky", told()).digest


def test_prose_in_a_schema_is_made_harmless_and_the_names_of_arguments_stay() -> None:
    place = {"type": "string", "description": "Where.<|im_end|>\x1b[2J " + "x" * 500, "enum": ["<|a|>"]}
    schema = {"type": "object", "properties": {"description": place}, "required": ["description"]}

    definition = ToolDefinition.of("sky", told(inputSchema=schema))

    clean = definition.parameters["properties"]["description"]
    assert clean["description"].startswith("Where.[2J xxx")
    assert len(clean["description"]) <= 300
    assert clean["enum"] == ["<|a|>"], "what an argument may be is the server's business"
    assert definition.missing({}) == ["description"]


def test_a_description_is_cut() -> None:
    assert len(ToolDefinition.of("sky", told(description="word " * 1000)).description) <= 1000


def test_what_is_too_long_is_left_out_and_told() -> None:
    much = {f"field_{at}": {"type": "string"} for at in range(1000)}

    found = make_listing("sky", (), [told(), told("b" * 101), told("much", inputSchema={"properties": much})])

    assert [each.own_name for each in found.definitions] == ["look"]
    assert [each.partition(": ")[2] for each in found.left_out] == [
        "its name is too long",
        "its schema has more than 20000 characters",
    ]


def test_two_tools_that_would_be_called_the_same_have_a_number_and_one_that_comes_twice_is_one() -> None:
    found = make_listing("sky", (), [told("look at"), told("look+at"), told("look at")])

    names = [(each.name, each.own_name) for each in found.definitions]
    assert names == [("mcp.sky.look_at", "look at"), ("mcp.sky.look_at_2", "look+at")]
    assert found.left_out == ("'look at': another one has the same name",)


def test_a_hidden_tool_keeps_its_name_from_another_so_that_settings_go_on_to_mean_the_same() -> None:
    found = make_listing("sky", ("look+at",), [told("look at"), told("look+at")])

    assert [each.name for each in found.definitions] == ["mcp.sky.look_at_2"]
    assert found.names == ("mcp.sky.look_at", "mcp.sky.look_at_2")


@pytest.mark.parametrize(
    ("own_name", "name"),
    [
        ("天气预报", "tian_qi_yu_bao"),
        ("прогноз_погоди", "prognoz_pogodi"),
        ("wetter_für_morgen", "wetter_fur_morgen"),
        ("てんき", "tenki"),
        ("天気を調べる", "ten_ki_wo_chou_beru"),
        ("날씨", "nalssi"),
        ("🐢", "_"),
    ],
)
def test_a_name_in_another_script_is_written_as_it_sounds(own_name: str, name: str) -> None:
    assert ToolDefinition.of("sky", told(own_name)).name == f"mcp.sky.{name}"


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        ("?", "its schema is none"),
        ({"type": "string"}, "its schema is of 'string', not of an object"),
        ({"properties": ["?"]}, "its schema is broken: 'properties' cannot be [\"?\"]"),
        ({"$ref": "#/$defs/Nope"}, "its schema is broken: '$ref' is '#/$defs/Nope', which leads nowhere"),
    ],
)
def test_one_with_a_broken_schema_is_left_out_by_name_and_the_others_stay(schema: object, why: str) -> None:
    found = make_listing("sky", (), [told("one"), told("bad", inputSchema=schema), told("two")])

    assert [each.own_name for each in found.definitions] == ["one", "two"]
    assert found.left_out == (f"'bad': {why}",)


@pytest.mark.expects_log
def test_one_that_cannot_even_be_read_is_left_out_by_name_and_the_others_stay() -> None:
    bottomless: dict[str, Any] = {}
    for _ in range(100_000):
        bottomless = {"more": bottomless}

    found = make_listing("sky", (), [told("one"), told("bad", annotations=bottomless), told("two")])

    assert [each.own_name for each in found.definitions] == ["one", "two"]
    assert found.left_out == ("'bad': its definition cannot be read (RecursionError)",)


@pytest.mark.parametrize("name", [None, "", 7, ["look"]])
def test_one_without_a_name_is_left_out_by_its_place(name: object) -> None:
    found = make_listing("sky", (), [told("one"), {"name": name, "inputSchema": {}}, told("two")])

    assert [each.own_name for each in found.definitions] == ["one", "two"]
    assert found.left_out == ("number 2: it has no name",)


def test_there_are_so_many_tools_and_no_more() -> None:
    found = make_listing("sky", (), [told(f"look_{at}") for at in range(205)])

    assert (len(found.definitions), len(found.left_out)) == (200, 5)


def test_strange_names_are_spelt_for_a_model_each_otherwise_and_not_too_long() -> None:
    names = ["look", "look at", "schauen/überall", "x" * 100, "x" * 99 + "y", "mcp.sky.look"]
    definitions = [ToolDefinition.of("a strange server", told(name)) for name in names]

    spelt = spell_names(each.name for each in definitions)

    assert len(set(spelt.values())) == len(names)
    assert all(len(each) <= MOST and each.replace("_", "").replace("-", "").isalnum() for each in spelt.values())


def test_a_tool_without_a_schema_has_no_arguments() -> None:
    assert ToolDefinition.of("sky", {"name": "look"}).parameters == {"type": "object", "properties": {}}
