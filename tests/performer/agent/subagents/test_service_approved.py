"""Calls of sub-agents that waited for a yes: they run as their makers', with no more than these had."""

from collections.abc import AsyncIterator
from contextlib import closing
from typing import Any

import anyio
import pytest

from performer.agent.subagents.spending import SubAgentSettings
from performer.core import events
from performer.core.clock import VirtualClock
from performer.models.model import FinalAnswer, OnText, Step, Usage
from performer.tools.tool import PersonsApproval, ToolCall
from tests.performer.agent.subagents.counter import OWNER, SCOUT, baker, counter
from tests.performer.agent.subagents.parts import stated
from tests.performer.agent.turn.performing import Play, calls, says
from tests.performer.memory.inline import InlineStore

pytestmark = pytest.mark.anyio
GONE = "It came to nothing: The helper 'baker' that asked for it is not in the settings any more. Let it go."
NOT_THERE = "It came to nothing: There is no tool 'bake'. "


@pytest.fixture
async def store() -> AsyncIterator[InlineStore]:
    with closing(InlineStore()) as store:
        yield store


def bakes(loaves: int = 9) -> tuple[Play, Play]:
    return calls("bake", loaves=loaves), says("It waits.")


def delegates(prototype: str = "scout") -> tuple[Play, Play]:
    return calls("delegate", prototype=prototype, task="Go."), says("It waits.")


async def test_who_asks_is_told_to_whoever_is_asked(virtual_clock: VirtualClock, store: InlineStore) -> None:
    async with counter(virtual_clock, store, *bakes()) as at:
        await at.send()
        (parked,) = at.approvals.waiting

    assert (parked.agent, parked.lineage, parked.turn) == ("baker-1", ("baker",), 7)
    assert parked.why == "baker-1 asks"


@pytest.mark.parametrize(
    ("rule", "came"),
    [
        ({}, "9 baked"),
        ({"clamp": {"loaves": [1, 3]}}, "3 baked\nloaves was brought to 3: it can be 1 to 3."),
        ({"timeout_s": 2.0}, "It came to nothing: bake took longer than 2 s and was ended."),
    ],
)
async def test_the_rules_of_its_prototype_hold_with_the_yes_too(
    virtual_clock: VirtualClock, store: InlineStore, rule: dict[str, Any], came: str
) -> None:
    takes_s = 5.0 if "timeout_s" in rule else 0.0
    heard: list[str] = []
    async with counter(virtual_clock, store, *bakes(), tables={"baker": baker(**rule)}, takes_s=takes_s) as at:
        await at.send()

        async def approve() -> None:
            heard.append(await at.approve())

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(approve)
            await virtual_clock.advance(6)

    assert heard == [came]
    assert [(call.agent, call.lineage, call.yes) for call in at.baked] == [
        ("baker-1", ("baker",), PersonsApproval(turn=7))
    ]


@pytest.mark.parametrize("rule", [{"rate": "1/min"}, {"turn_calls": 1}, {"confirm": "owner"}])
async def test_nothing_of_its_prototype_counts_or_asks_again(
    virtual_clock: VirtualClock, store: InlineStore, rule: dict[str, Any]
) -> None:
    show = {"bake": {"confirm": "owner"}} if "confirm" not in rule else {}
    tables = {"baker": baker(**rule)}
    plays = (calls("bake", loaves=1), calls("bake", loaves=2), says("They wait."))
    async with counter(virtual_clock, store, *plays, tables=tables, rules=show) as at:
        await at.send()
        assert [await at.approve(number) for number in (1, 2)] == ["1 baked", "2 baked"]


async def test_what_a_helper_that_is_over_had_taken_for_its_call_is_free_again(
    virtual_clock: VirtualClock, store: InlineStore
) -> None:
    tables = {"baker": baker(exclusive="the oven", hold_s=600)}
    async with counter(virtual_clock, store, *bakes(), *bakes(8), tables=tables) as at:
        for loaves in (9, 8):
            await at.send()
            assert await at.approve(len(at.baked) + 1) == f"{loaves} baked"

    assert [call.agent for call in at.baked] == ["baker-1", "baker-2"]


async def test_what_two_helpers_need_for_themselves_is_one_after_the_others_with_a_yes_too(
    virtual_clock: VirtualClock, store: InlineStore
) -> None:
    tables = {"baker": baker(exclusive="the oven")}
    async with counter(virtual_clock, store, *bakes(9), *bakes(8), tables=tables, takes_s=5.0) as at:
        await at.send()
        await at.send()
        with at.reader as reader:
            for number in (1, 2):
                await at.approvals.settle(number, approve=True, who=OWNER)
            await virtual_clock.advance(6)
            came = [each.text for each in stated(reader) if isinstance(each, events.ApprovalEnded)]

    assert came[0].startswith("the oven is held by baker-1")
    assert came[1].startswith("9 baked")


async def test_a_tool_that_its_prototype_has_no_longer_never_runs(
    virtual_clock: VirtualClock, store: InlineStore
) -> None:
    async with counter(virtual_clock, store, *bakes()) as at:
        await at.send()
    async with counter(virtual_clock, store, tables={"baker": SCOUT.model_copy(update={"tools": ("look_up",)})}) as at:
        assert (await at.approve()).startswith(NOT_THERE)

    assert at.baked == []


async def test_with_a_prototype_that_is_gone_nothing_runs(virtual_clock: VirtualClock, store: InlineStore) -> None:
    async with counter(virtual_clock, store, *bakes()) as at:
        await at.send()
    async with counter(virtual_clock, store, tables={"scout": SCOUT}) as at:
        assert await at.approve() == GONE

    assert at.baked == []


async def test_a_helper_of_an_earlier_run_is_none_of_this_one(virtual_clock: VirtualClock, store: InlineStore) -> None:
    tables = {"baker": baker(clamp={"loaves": [1, 3]})}
    async with counter(virtual_clock, store, *bakes(), tables=tables) as at:
        await at.send()
    async with counter(virtual_clock, store, tables=tables) as at:
        assert (await at.approve()).startswith("3 baked")

    assert [(call.agent, call.yes) for call in at.baked] == [("baker-1 of before", PersonsApproval(turn=None))]


async def test_the_shows_own_prototype_holds_with_the_yes_too(virtual_clock: VirtualClock, store: InlineStore) -> None:
    tables = {"performer": baker(clamp={"loaves": [1, 3]})}
    async with counter(virtual_clock, store, tables=tables) as at:
        await at.toolboxes.make_box().call(ToolCall(id="1", name="bake", arguments={"loaves": 9}, turn=7))
        assert (await at.approve()).startswith("3 baked")

    assert at.baked[0].agent == ""


async def test_who_is_sent_with_a_yes_stands_as_deep_as_without_one(
    virtual_clock: VirtualClock, store: InlineStore
) -> None:
    tables = {"baker": baker("delegate", confirm="owner"), "scout": SCOUT}
    plays = (*delegates(), calls("delegate", prototype="scout", task="Go on."), says("I may not."))
    async with counter(virtual_clock, store, *plays, tables=tables, rules={}) as at:
        await at.send()
        with at.stream.whole("agents") as reader:
            assert await at.approve() == "I may not."
            told = stated(reader)

    (started,) = [each for each in told if isinstance(each, events.AgentStarted)]
    assert (started.agent, started.parent) == ("scout-1", "baker-1")
    assert any(isinstance(each, events.ToolRefused) and each.agent == "scout-1" for each in told)


async def test_a_yes_sends_nobody_deeper_than_is_set_by_then(virtual_clock: VirtualClock, store: InlineStore) -> None:
    tables = {"baker": baker("delegate", confirm="owner"), "scout": SCOUT}
    async with counter(virtual_clock, store, *delegates(), tables=tables, rules={}) as at:
        await at.send()
    async with counter(virtual_clock, store, tables=tables, rules={}, settings=SubAgentSettings(depth=1)) as at:
        assert (await at.approve()).startswith("It came to nothing: There is no tool 'delegate'.")


async def test_who_is_sent_with_a_yes_has_no_more_than_its_parent_had(
    virtual_clock: VirtualClock, store: InlineStore
) -> None:
    tables = {"baker": baker("delegate", confirm="owner"), "scout": SCOUT}
    plays = (*delegates(), calls("look_up"), calls("bake", loaves=2), says("No."))
    async with counter(virtual_clock, store, *plays, tables=tables, rules={}) as at:
        await at.send()
        with at.stream.whole("agents") as reader:
            assert await at.approve() == "No."
            told = stated(reader)

    assert [each.tool for each in told if isinstance(each, events.ToolRefused)] == ["look_up"]
    assert [call.lineage for call in at.baked] == [("baker", "scout")]


async def test_a_yes_begins_no_budget_anew(virtual_clock: VirtualClock, store: InlineStore) -> None:
    def costly(on_text: OnText) -> Step:
        on_text("Done.")
        return FinalAnswer(text="Done.", usage=Usage(prompt_tokens=900, answer_tokens=200))

    rules = {"delegate": {"confirm": "owner"}}
    spent = "It came to nothing: delegate: the helpers of a turn may cost 2000 tokens in all; go on with what you have."
    tables, settings = dict.fromkeys(("a", "b", "c"), SCOUT), SubAgentSettings(tokens=2000)
    async with counter(virtual_clock, store, costly, costly, rules=rules, tables=tables, settings=settings) as at:
        for prototype in tables:
            await at.send(prototype)
        assert [await at.approve(number) for number in (1, 2, 3)][2:] == [spent]
