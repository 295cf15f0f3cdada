from dataclasses import dataclass, field, replace

import pytest

from performer.core.errors import ToolRefusedError
from performer.tools.hooks.permission import NeedsYes, make_confirm_hook, make_name_rule, make_shut_hook
from performer.tools.rules import ToolRules
from performer.tools.settings import ToolRule
from performer.tools.tool import Privilege, Tool, ToolCall
from performer.tools.toolbox import Toolbox
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
    box = Toolbox([tool], [make_confirm_hook(pile.park, ToolRules({"sho*": rule}).asks)], may_ask=True)
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


@pytest.mark.parametrize("needs", [ToolRules({"shout": OWNER}).asks, make_name_rule(["shout"])])
async def test_nobody_is_asked_about_a_tool_that_the_box_does_not_have(needs: NeedsYes) -> None:
    pile = Pile()
    child = Toolbox([QUIET], [make_confirm_hook(pile.park, needs)], may_ask=True).only("look_*")

    with pytest.raises(ToolRefusedError, match="There is no tool 'shout'"):
        await child.call(shouting())
    assert pile.calls == []


async def test_tools_are_named_by_their_beginning_too() -> None:
    assert make_name_rule(["play_sfx", "sho*"])(shouting())
    assert not make_name_rule(["shou", "play*"])(shouting())


@pytest.mark.parametrize("names", [(), ("whisper",), ("shouts",)])
async def test_a_tool_that_is_not_kept_out_is_called(names: tuple[str, ...]) -> None:
    box = Toolbox([Tool.of(shout)], [make_shut_hook(make_name_rule(names))])

    assert (await box.call(shouting())).text == "shouted hey"


@pytest.mark.parametrize("names", [("shout",), ("sho*",), ("*",)])
async def test_a_tool_that_is_kept_out_tells_the_model_so(names: tuple[str, ...]) -> None:
    with pytest.raises(ToolRefusedError, match=r"shout is not used here\. Let it go\."):
        await Toolbox([Tool.of(shout)], [make_shut_hook(make_name_rule(names))]).call(shouting())
