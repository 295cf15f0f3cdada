from dataclasses import replace

import pytest

from performer.tools import Tool, ToolCall, ToolSpec
from performer.tools.rules import Rules
from performer.tools.settings import ToolRule
from tests.performer.tools.hooks.calls import shout

NOTHING = Rules({})


def of(tool: Tool | None) -> ToolCall:
    return ToolCall(id="1", name="shout", tool=tool)


def ruled(**rule: object) -> Rules:
    return Rules({"shout": ToolRule.model_validate(rule)})


def test_what_is_said_of_nothing_leaves_a_tool_as_it_is() -> None:
    call = of(Tool.of(shout, is_long=True, asks=True))

    assert NOTHING.is_long(call)
    assert NOTHING.asks(call)
    assert not NOTHING.asks_more(call)
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
    rules = Rules({"*": ToolRule(deny=True)})
    for number in range(100):
        assert rules.denies(ToolCall(id="1", name=f"made_up_{number}"))

    assert not rules._known


def test_a_rule_that_cannot_hold_is_told_with_the_near_miss() -> None:
    rules = ruled(clamp={"texts": [0, 1]}, retry=2)

    assert list(rules.misfits([Tool.of(shout)])) == [
        "[tools.shout] clamp: it has no 'texts'. Did you mean 'text'?",
        "[tools.shout] retry: it is not known to do no harm twice, so it is never tried again.",
    ]
    assert list(ruled(cache=True).misfits([Tool.of(shout)])) == [
        "[tools.shout] cache: it may change something, which the same call would then not do again."
    ]
    assert list(ruled(clamp={"text": [0, 1]}).misfits([Tool.of(shout, is_repeatable=True)])) == []


def test_of_a_place_within_others_the_near_miss_is_told_whole() -> None:
    inner = {"type": "array", "items": {"properties": {"x": {"type": "number"}}}}
    spec = ToolSpec(name="shout", description="", parameters={"properties": {"points": inner}})

    told = ruled(clamp={"points[].x": [0, 1], "points.x": [0, 1]}).misfits([replace(Tool.of(shout), spec=spec)])

    assert list(told) == ["[tools.shout] clamp: it has no 'points.x'. Did you mean 'points[].x'?"]


def test_a_rule_that_fits_none_of_a_servers_tools_is_told_with_the_near_miss() -> None:
    names = ["get_curent_time", "get_current_time", "get_*", "put_*", "*", "sing"]
    rules = Rules({f"mcp.time.{name}": ToolRule(deny=True) for name in names} | {"mcp.sky.blue": ToolRule(deny=True)})

    assert list(rules.strangers("time", ["mcp.time.get_current_time", "mcp.time.convert_time"])) == [
        """[tools."mcp.time.get_curent_time"]: time has no such tool. Did you mean 'mcp.time.get_current_time'?""",
        '[tools."mcp.time.put_*"]: time has no such tool. It has 2 others.',
        '[tools."mcp.time.sing"]: time has no such tool. It has 2 others.',
    ]
