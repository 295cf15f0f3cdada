"""Schemas made plain."""

from performer.models.toolcalls.text.schema.nodes import (
    Node,
    can_have_more,
    find_kind,
    list_members,
    list_options,
    list_properties,
    list_required,
    resolve_node,
)

TEXT = {"type": "string"}


def test_a_reference_is_followed_with_what_stands_beside_it() -> None:
    root = {"$defs": {"a/b": TEXT}}

    assert resolve_node({"$ref": "#/$defs/a~1b", "title": "A"}, root) == {"type": "string", "title": "A"}
    assert resolve_node({"$ref": "elsewhere"}, root) == {}


def test_all_parts_are_folded_into_one() -> None:
    parts = [{"properties": {"a": TEXT}, "required": ["a"]}, {"properties": {"b": TEXT}, "required": ["b"]}]
    node = resolve_node({"allOf": parts}, {})

    assert list_properties(node) == {"a": TEXT, "b": TEXT}
    assert list_required(node) == ["a", "b"]


def test_a_union_is_split_into_its_members() -> None:
    assert list_options({"anyOf": [TEXT, {"type": ["integer", "null"]}]}, {}) == [
        TEXT,
        {"type": "integer"},
        {"type": "null"},
    ]
    assert list_options({"type": "string", "nullable": True}, {})[1] == {"type": "null"}


def test_a_schema_that_refers_to_itself_ends() -> None:
    root = {"$defs": {"a": {"anyOf": [{"$ref": "#/$defs/a"}, TEXT]}}}

    assert TEXT in list_options({"$ref": "#/$defs/a"}, root)


def test_a_kind_is_told_from_keywords_when_it_is_not_said() -> None:
    nodes: list[Node] = [TEXT, {"properties": {}}, {"items": {}}, {}]

    assert [find_kind(node) for node in nodes] == ["string", "object", "array", ""]
    assert list_members({"const": 5}) == [5]
    assert list_members(TEXT) is None


def test_an_object_without_description_keeps_any_key() -> None:
    assert can_have_more({})
    assert not can_have_more({"properties": {}})
    assert can_have_more({"properties": {}, "additionalProperties": TEXT})
    assert list_properties({"required": ["a"]}) == {"a": {}}
