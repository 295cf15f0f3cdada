"""Every template of the product's own sentences stands in the code, so that no stranger's words can slip in with it."""

import ast
import functools
from collections.abc import Iterator
from string import Formatter

import pytest

from performer.core.files.home import CHECKOUT

NUMBERS = frozenset("dfg%")
"""The ends of formats that only numbers take."""
REASONED = frozenset({"ToolRefusedError", "ToolFailedError", "ToolRefused", "ToolFailed", "LinkChanged"})
"""What is made with a reason."""
WRITES_TEMPLATES = {"own": 0, "join_own": 0}
"""The functions whose first argument must be the product's own words."""


@functools.cache
def list_named_calls() -> list[tuple[str, ast.Call, str]]:
    """Return all calls of the product by a plain name: the file, the call and the name."""
    return [
        (file.relative_to(CHECKOUT).as_posix(), *found)
        for file in sorted((CHECKOUT / "performer").rglob("*.py"))
        for found in find_named_calls(ast.parse(file.read_text(encoding="utf-8")))
    ]


def find_named_calls(tree: ast.Module) -> Iterator[tuple[ast.Call, str]]:
    """Yield the calls by a plain name, with that name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node, node.func.id


def is_own(argument: ast.expr) -> bool:
    """Whether an argument can hold only words of this repository: a literal, or a constant of a module."""
    match argument:
        case ast.Constant(value=str()):
            return True
        case ast.Name(id=name):
            return name.isupper()
        case ast.Subscript(value=value):
            return is_own(value)
        case ast.IfExp(body=body, orelse=other):
            return is_own(body) and is_own(other)
        case _:
            return False


def list_faults(template: str) -> Iterator[str]:
    """Yield the places for texts that touch a letter or another place: a word could grow over the border.

    A place with a number's format is a number's.
    """
    before, was_text = "", False
    for literal, name, spec, _ in Formatter().parse(template):
        if was_text and literal[:1].isalnum():
            yield f"a text touches '{literal[:9]}'"
        is_text = name is not None and (spec or " ")[-1] not in NUMBERS
        if is_text and (literal[-1:].isalnum() or (was_text and not literal and not before)):
            yield f"'{literal[-9:]}' touches {{{name}}}"
        before, was_text = literal, is_text


def test_a_template_is_written_in_the_code_and_parts_others_words() -> None:
    calls = [(file, call) for file, call, name in list_named_calls() if name in WRITES_TEMPLATES]

    for file, call in calls:
        where = f"{file}:{call.lineno}"
        assert call.args, where
        assert is_own(call.args[0]), f"{where}: the first argument is no literal"
        if isinstance(call.args[0], ast.Constant):
            faults = list(list_faults(str(call.args[0].value)))
            assert not faults, f"{where}: {faults}"
    assert len(calls) > 20


def test_no_reason_that_models_and_people_read_is_a_plain_text() -> None:
    """Its words would count as others', and a false alarm would take them away."""
    reasons = [
        each
        for _, call, name in list_named_calls()
        if name in REASONED
        for each in (*call.args[:1], *(word.value for word in call.keywords if word.arg == "reason"))
    ]

    assert [ast.unparse(each) for each in reasons if isinstance(each, ast.JoinedStr | ast.BinOp)] == []
    assert [ast.unparse(each) for each in reasons if isinstance(each, ast.Constant) and each.value] == []
    assert len(reasons) > 80


def test_nobody_makes_an_own_text_by_hand() -> None:
    """Only `own`, `join_own` and their module know which piece is whose."""
    ours = {"performer/core/own_text.py", "performer/guard/own_sentence.py"}
    makers = {file for file, _, name in list_named_calls() if name in {"OwnText", "TextPiece"}}

    assert makers <= ours


@pytest.mark.parametrize(
    ("written", "is_fine"),
    [
        ("own('a {b}')", True),
        ("own('a' if b else 'c')", True),
        ("own(_LINES['a'][0])", True),
        ("own(f'a {b}')", False),
        ("own(b)", False),
        ("own('a' + b)", False),
        ("own(str(b))", False),
    ],
)
def test_a_template_that_could_hold_anything_is_found(written: str, is_fine: bool) -> None:
    (call,) = (call for call, name in find_named_calls(ast.parse(written)) if name in WRITES_TEMPLATES)

    assert is_own(call.args[0]) is is_fine


@pytest.mark.parametrize(("template", "faults"), [("{a}s", 1), ("x{a}", 1), ("{a}{b}", 1), ("{a:d}s {b}, {c}", 0)])
def test_a_place_that_touches_a_letter_is_found(template: str, faults: int) -> None:
    assert len(list(list_faults(template))) == faults
