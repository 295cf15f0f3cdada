"""Every template of the product, filled with a blocked word at each place for others' words: no word of it gets out."""

import ast
from datetime import UTC, datetime
from string import Formatter

import pytest

from performer.core.files.home import CHECKOUT
from performer.core.own_text import own
from performer.guard.guard import Guard
from performer.guard.own_sentence import LEFT_OUT

WORD = "plonk"


def list_templates() -> list[str]:
    """Return the templates that stand in a call of `own` anywhere in the product."""
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in sorted((CHECKOUT / "performer").rglob("*.py"))]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    first = [call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "own" and call.args]
    return [each.value for each in first if isinstance(each, ast.Constant) and isinstance(each.value, str)]


def fill(template: str, text: str) -> dict[str, object]:
    """Return pieces for each place of a template: a text, or a number or time where only such a one fits."""
    return {name: choose(spec or " ", text) for _, name, spec, _ in Formatter().parse(template) if name}


def choose(spec: str, text: str) -> object:
    """Return what fits a place of this format."""
    if spec.startswith("%"):
        return datetime(2026, 11, 26, 23, 7, tzinfo=UTC)
    if spec[-1] == "d":
        return 269
    return 26.9 if spec[-1] in "fg%" else text


@pytest.fixture(scope="module")
def templates() -> list[str]:
    return list_templates()


def test_no_foreign_word_gets_out_and_every_sentence_stays(templates: list[str]) -> None:
    guard = Guard(words=[WORD])

    for template in templates:
        told = guard.tell(own(template, **fill(template, WORD)), limit=1000, where="console")

        assert told == template.format_map(fill(template, LEFT_OUT)), template
    assert len(templates) > 500


def test_the_products_words_pass_though_each_of_them_is_blocked(templates: list[str]) -> None:
    words = {word for template in templates for word in template.split() if word.isalpha() and len(word) > 3}
    guard = Guard(words=sorted(words)[:2000])

    for template in templates:
        told = guard.tell(own(template, **fill(template, "x")), limit=1000, where="console")

        assert told == template.format_map(fill(template, "x"))
