"""Equality: whether a call has the arguments that a case expects, by the tool's schema.

Equal in other spelling counts, as the schema of each argument has it:

- number and integer: the same number, be it a text or not: 5, 5.0, "5" and "5.0"; but not 50, and not true.
- boolean: true and "true", in any case.
- enumeration: any case, with blanks, hyphens and underscores or without; where two members differ in nothing else,
  each is only itself.
- text: case and inner punctuation count, for a text to be copied is one to be copied exactly. Blanks around it,
  typographic quotes, dashes, ellipses and blanks, widths of letters and composed letters do not. A full stop that ends
  the expected text may be left out, for it may have been the end of the sentence around it; one that is added may not.
- list: item by item, in order. Object: key by key; a key that is not expected has to have its schema's default.

An argument that is null is one that is left out, and one that is left out has its schema's default. What should be left
out may also be an empty text, where the schema has a text without a choice: it says as little. Optional arguments of
which a case says nothing may be anything; arguments that the schema does not know may not be there.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bench.tool_choice.cases.case import ArgumentRule, ExpectedCall
from bench.tool_choice.grading.spelling import fold_member, make_plain, read_number, read_truth
from performer.models.toolcalls.text.schema import nodes
from performer.models.toolcalls.text.schema.nodes import Node
from performer.tools.tool import ToolSpec

_LONGEST: Final = 80
"""Characters of a value that is told."""
_MOST_BITS: Final = 1024
"""Of a whole number that is compared as a text."""


def find_difference(expected: ExpectedCall, arguments: Mapping[str, object], spec: ToolSpec) -> str:
    """Return in words which argument of a call differs from the expected ones, and how; empty when the call fits."""
    return next(_list_differences(expected, arguments, spec), "")


def find_value_difference(expected: object, made: object, schema: Node, root: Node) -> str:
    """Return in words how a value differs from the expected one by its schema; empty when it is the same.

    The root is the schema in which the references of the value's own are followed.
    """
    options = nodes.list_options(schema, root)
    found = [_find_plain_difference(expected, made, _Place(node, root)) for node in options]
    return "" if "" in found else found[0]


@dataclass(frozen=True)
class _Place:
    """A schema of one type, and the one in which its references are followed."""

    node: Node
    root: Node

    def find_schema(self, name: str) -> Node:
        return nodes.resolve_node(nodes.list_properties(self.node).get(name, nodes.ANYTHING), self.root)


def _list_differences(expected: ExpectedCall, arguments: Mapping[str, object], spec: ToolSpec) -> Iterator[str]:
    place = _Place(nodes.resolve_node(spec.parameters, spec.parameters), spec.parameters)
    made = _leave_out_null(arguments)
    yield from (f"{spec.name} has no argument {name}" for name in _find_unknown(made, place))
    for name, value in expected.arguments.items():
        if difference := _find_key_difference(value, name, made, place):
            yield difference
    for name, rule in expected.rules.items():
        if difference := _find_rule_difference(rule, name, made, place):
            yield difference
    for name in expected.without:
        if not _is_left_out(name, made, place):
            yield f"{name} is {_format(made[name])}, and should be left out"


def _leave_out_null(arguments: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in arguments.items() if value is not None}


def _find_unknown(made: Mapping[str, object], place: _Place) -> list[str]:
    known = nodes.list_properties(place.node)
    return [] if nodes.can_have_more(place.node) else [name for name in made if name not in known]


def _is_left_out(name: str, made: Mapping[str, object], place: _Place) -> bool:
    if name not in made:
        return True
    schema = place.find_schema(name)
    is_default = "default" in schema and not find_value_difference(schema["default"], made[name], schema, place.root)
    return is_default or _is_empty_text(made[name], schema, place.root)


def _is_empty_text(value: object, schema: Node, root: Node) -> bool:
    if not isinstance(value, str) or make_plain(value):
        return False
    options = nodes.list_options(schema, root)
    return any(nodes.find_kind(each) == "string" and nodes.list_members(each) is None for each in options)


def _find_key_difference(value: object, name: str, made: Mapping[str, object], place: _Place) -> str:
    """Return how the value of a key differs from the expected one; one that is left out has its default."""
    schema = place.find_schema(name)
    there = made.get(name, schema.get("default"))
    if there is None:
        return "" if value is None else f"{name} is left out, and should be {_format(value)}"
    difference = find_value_difference(value, there, schema, place.root)
    return f"{name}{difference}" if difference else ""


def _find_rule_difference(rule: ArgumentRule, name: str, made: Mapping[str, object], place: _Place) -> str:
    schema = place.find_schema(name)
    if name not in made and (rule.is_free or "default" not in schema):
        return f"{name} is left out"
    there = made.get(name, schema.get("default"))
    return "" if _keeps_rule(rule, there, schema, place.root) else f"{name} is {_format(there)}, {_format_rule(rule)}"


def _keeps_rule(rule: ArgumentRule, made: object, schema: Node, root: Node) -> bool:
    if rule.one_of:
        return any(not find_value_difference(each, made, schema, root) for each in rule.one_of)
    if rule.between is not None:
        return _is_between(made, *rule.between)
    if rule.contains:
        return isinstance(made, str) and make_plain(rule.contains).casefold() in make_plain(made).casefold()
    if rule.matches:
        return isinstance(made, str) and is_match(rule.matches, made)
    return True


def is_match(pattern: str, text: str) -> bool:
    """Whether a regular expression finds something in a text as it stands, or in its plain form, in any case."""
    return any(re.search(pattern, each, re.IGNORECASE) for each in (text, make_plain(text)))


def _is_between(made: object, low: float, high: float) -> bool:
    number = read_number(made)
    return number is not None and Decimal(repr(low)) <= number <= Decimal(repr(high))


def _find_plain_difference(expected: object, made: object, place: _Place) -> str:
    """Return the difference by a schema of one type; what it begins with is put behind the argument's name."""
    if isinstance(expected, Mapping) and isinstance(made, Mapping):
        return _find_object_difference(expected, made, place)
    if isinstance(expected, list | tuple) and isinstance(made, list | tuple):
        return _find_list_difference(expected, made, place)
    if _is_same(expected, made, place.node):
        return ""
    return f" is {_format(made)}, not {_format(expected)}"


def _find_object_difference(expected: Mapping[str, object], made: Mapping[str, object], place: _Place) -> str:
    there = _leave_out_null(made)
    for name, value in expected.items():
        if difference := _find_key_difference(value, name, there, place):
            return f".{difference}"
    added = next((name for name in there if name not in expected and not _is_left_out(name, there, place)), None)
    return f".{added} is {_format(there[added])}, and should be left out" if added else ""


def _find_list_difference(expected: Sequence[object], made: Sequence[object], place: _Place) -> str:
    if len(expected) != len(made):
        return f" is {_format(made)}, not {_format(expected)}"
    schema = place.node.get("items", nodes.ANYTHING)
    for number, (one, other) in enumerate(zip(expected, made, strict=True)):
        if difference := find_value_difference(one, other, schema, place.root):
            return f"[{number}]{difference}"
    return ""


def _is_same(expected: object, made: object, node: Node) -> bool:
    members = nodes.list_members(node)
    if members is not None and isinstance(expected, str) and isinstance(made, str):
        return _is_same_member(expected, made, members)
    match nodes.find_kind(node):
        case "number" | "integer":
            return _is_same_number(expected, made)
        case "boolean":
            return read_truth(made) is not None and read_truth(expected) == read_truth(made)
        case "string":
            return _is_same_text(_write(expected), _write(made))
        case _:
            return _is_same_of_any_kind(expected, made)


def _is_same_member(expected: str, made: str, members: Sequence[object]) -> bool:
    return _find_member(expected, members) == _find_member(made, members)


def _find_member(written: str, members: Sequence[object]) -> str:
    """Return the member that is meant; one that could be two of them, or none, as it is written."""
    if written in members:
        return written
    meant = [each for each in members if isinstance(each, str) and fold_member(each) == fold_member(written)]
    return meant[0] if len(meant) == 1 else written


def _is_same_number(expected: object, made: object) -> bool:
    number = read_number(made)
    return number is not None and number == read_number(expected)


def _is_same_text(expected: str | None, made: str | None) -> bool:
    if expected is None or made is None:
        return expected is made
    plain, other = make_plain(expected), make_plain(made)
    return other in {plain, _drop_full_stop(plain)}


def _drop_full_stop(text: str) -> str:
    is_ellipsis = text.endswith("..")
    return text[:-1] if text.endswith((".", "。")) and not is_ellipsis and len(text) > 1 else text


def _write(value: object) -> str | None:
    """Return a text, or a number as one; None for what no text can be made of."""
    match value:
        case str():
            return value
        case bool():
            return None
        case int() if value.bit_length() < _MOST_BITS:
            return str(value)
        case float():
            return str(value)
        case _:
            return None


def _is_same_of_any_kind(expected: object, made: object) -> bool:
    if isinstance(expected, str) and isinstance(made, str):
        return _is_same_text(expected, made)
    if isinstance(expected, int | float) and isinstance(made, int | float):
        return isinstance(expected, bool) == isinstance(made, bool) and expected == made
    return expected is None and made is None


def _format(value: object) -> str:
    try:
        written = json.dumps(value, ensure_ascii=False, default=str)
    except (RecursionError, ValueError):  # nested, or with more digits, than can be written
        return "something endless"
    return written if len(written) <= _LONGEST else f"{written[:_LONGEST]}…"


def _format_rule(rule: ArgumentRule) -> str:
    if rule.one_of:
        return f"none of {_format(list(rule.one_of))}"
    if rule.between is not None:
        return f"not from {rule.between[0]:g} to {rule.between[1]:g}"
    return f"without {_format(rule.contains)} in it" if rule.contains else f"not like {_format(rule.matches)}"
