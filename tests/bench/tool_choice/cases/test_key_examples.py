"""Each key of a file of cases has an example, and the example is read."""

from dataclasses import fields
from pathlib import Path

import pytest

from bench.tool_choice.cases.case import ArgumentRule, Case, ExpectedCall, ScriptedResult, SeenPicture
from bench.tool_choice.cases.case_file import read_cases
from bench.tool_choice.cases.key_examples import find_example, list_known_keys

PATHS: dict[type, tuple[str, ...]] = {
    Case: (),
    ExpectedCall: ("expects",),
    ArgumentRule: ("expects", "rules", "text"),
    ScriptedResult: ("results", "overlay_text"),
    SeenPicture: ("sees",),
}
USUAL = {
    "group": 'group = "custom"',
    "id": 'id = "custom-gg"',
    "why": 'why = "A."',
    "says": 'says = "Hi."',
    "offers": 'offers = ["overlay_text"]',
}
TOGETHER = {"padding": "fact", "fact": "padding"}


@pytest.mark.parametrize("part", PATHS)
def test_each_key_has_an_example(part: type) -> None:
    for field in fields(part):
        assert find_example((*PATHS[part], field.name)).startswith(f"{field.name} = ")


@pytest.mark.parametrize("key", [each.name for each in fields(Case) if each.name != "group"])
def test_an_example_of_a_case_is_read(key: str, tmp_path: Path) -> None:
    keys = [key, *filter(None, [TOGETHER.get(key)])]
    lines = {**USUAL, **{each: find_example((each,)) for each in keys}}
    file = tmp_path / "mine.toml"
    file.write_text("\n".join([lines.pop("group"), "[[case]]", *lines.values()]), encoding="utf-8")

    assert read_cases([file])


@pytest.mark.parametrize("rule", [each.name for each in fields(ArgumentRule)])
def test_an_example_of_a_rule_is_read(rule: str, tmp_path: Path) -> None:
    argument = "duration_s" if rule == "between" else "text"
    named = 'arguments = { text = "GG" }, ' if rule == "between" else ""
    example = find_example(("expects", "rules", argument, rule))
    call = f'{{ tool = "overlay_text", {named}rules = {{ {argument} = {{ {example} }} }} }}'
    lines = {**USUAL, "expects": f"expects = [{call}]"}
    file = tmp_path / "mine.toml"
    file.write_text("\n".join([lines.pop("group"), "[[case]]", *lines.values()]), encoding="utf-8")

    assert read_cases([file])


def test_the_name_of_a_tool_or_an_argument_is_no_key() -> None:
    assert find_example(("results", "turns")) == find_example(("results",))
    assert find_example(("expects", "rules", "name")) == find_example(("expects", "rules"))
    assert find_example(("nothing",)) == ""


def test_the_keys_beside_a_misspelt_one_are_those_of_its_part() -> None:
    assert list_known_keys(("expects", "rules", "name", "matchs")) == [each.name for each in fields(ArgumentRule)]
    assert "says" in list_known_keys(("sayz",))
