import pytest

from performer.tools.rules import ToolRules
from performer.tools.settings import ToolRule
from performer.tools.tool import Tool, ToolCall
from tests.performer.tools.hooks.calls import shout

NOTHING = ToolRules({})


def of(tool: Tool | None) -> ToolCall:
    return ToolCall(id="1", name="shout", tool=tool)


def ruled(**rule: object) -> ToolRules:
    return ToolRules({"shout": ToolRule.model_validate(rule)})


def test_what_is_said_of_nothing_leaves_a_tool_as_it_is() -> None:
    call = of(Tool.of(shout, is_long=True, asks=True))

    assert NOTHING.is_long(call)
    assert NOTHING.asks(call)
    assert not NOTHING.is_asking_forced(call)
    assert (NOTHING.timeout_s(call), NOTHING.cache_s(call), NOTHING.claim(call)) == (None, None, None)


def test_a_rule_says_otherwise_than_its_tool() -> None:
    rules, call = ruled(long=False, confirm="never"), of(Tool.of(shout, is_long=True, asks=True))

    assert not rules.is_long(call)
    assert not rules.asks(call)


@pytest.mark.parametrize(("said", "kept_s"), [(True, 1800.0), (60, 60.0), (False, None), (0, None)])
def test_an_answer_is_kept_for_half_an_hour_or_as_long_as_said(said: object, kept_s: float | None) -> None:
    assert ruled(cache=said).cache_s(of(None)) == kept_s


@pytest.mark.parametrize(
    ("tool", "again"),
    [(Tool.of(shout), 0), (Tool.of(shout, is_repeatable=True), 3), (Tool.of(shout, is_read_only=True), 3), (None, 0)],
)
def test_only_what_does_no_harm_twice_is_tried_again(tool: Tool | None, again: int) -> None:
    assert ruled(retry=3).again(of(tool)) == again


def test_a_name_that_a_model_made_up_is_not_kept() -> None:
    rules = ToolRules({"*": ToolRule(deny=True)})
    for number in range(100):
        assert rules.denies(ToolCall(id="1", name=f"made_up_{number}"))

    assert not rules._known
