from dataclasses import dataclass, field, replace

import pytest

from performer.errors import ToolRefused
from performer.tools import Privilege, Tool, Toolbox, ToolCall
from performer.tools.hooks import confirm, named
from performer.tools.hooks.confirm import NeedsYes
from performer.tools.rules import Rules
from performer.tools.settings import ToolRule
from tests.performer.tools.hooks.calls import shout, shouting

pytestmark = pytest.mark.anyio


@dataclass
class Pile:
    """A desk with nobody at it."""

    calls: list[str] = field(default_factory=list)

    async def park(self, call: ToolCall) -> str:
        self.calls.append(call.name)
        return "It waits."


async def asked(rule: ToolRule, *, may: Privilege = "outside", tool: Tool) -> bool:
    pile = Pile()
    box = Toolbox([tool], [confirm(pile, Rules({"sho*": rule}).asks)], may_ask=True)
    await box.call(replace(shouting(), may=may))
    return bool(pile.calls)


ASKING = Tool.of(shout, asks=True)
QUIET = Tool.of(shout)
OUTSIDE = Tool.of(shout, privilege="outside")
NEVER, OWNER, NOTHING = ToolRule(confirm="never"), ToolRule(confirm="owner"), ToolRule()


@pytest.mark.parametrize(
    ("tool", "rule", "is_asked"),
    [
        (QUIET, NOTHING, False),
        (QUIET, OWNER, True),
        (ASKING, NOTHING, True),
        (ASKING, NEVER, False),
        (ASKING, OWNER, True),
        (OUTSIDE, NOTHING, False),
    ],
)
async def test_a_person_is_asked_as_the_rule_says_or_else_the_tool(
    tool: Tool, rule: ToolRule, *, is_asked: bool
) -> None:
    assert await asked(rule, tool=tool) is is_asked


@pytest.mark.parametrize("rule", [NOTHING, NEVER, OWNER])
async def test_no_rule_lifts_what_a_turn_may_not_do(rule: ToolRule) -> None:
    assert await asked(rule, tool=OUTSIDE, may="fun")


@pytest.mark.parametrize("needs", [Rules({"shout": OWNER}).asks, named(["shout"])])
async def test_nobody_is_asked_about_a_tool_that_the_box_does_not_have(needs: NeedsYes) -> None:
    pile = Pile()
    child = Toolbox([QUIET], [confirm(pile, needs)], may_ask=True).only("look_*")

    with pytest.raises(ToolRefused, match="There is no tool 'shout'"):
        await child.call(shouting())
    assert pile.calls == []


async def test_tools_are_named_by_their_beginning_too() -> None:
    assert named(["play_sfx", "sho*"])(shouting())
    assert not named(["shou", "play*"])(shouting())
