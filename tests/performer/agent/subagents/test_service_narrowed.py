"""What sub-agents may do: always less than whoever sends them."""

from functools import partial

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.agent.profiles.profile import ProfileSettings
from performer.core.clock import SystemClock, VirtualClock
from performer.core.errors import ToolRefusedError
from performer.tools.offer import ToolOffer
from performer.tools.result import ToolResult
from performer.tools.settings import ToolRule
from performer.tools.tool import ToolCall
from performer.tools.toolbox import HookSet, Proceed
from tests.performer.agent.subagents.parts import agent_rig
from tests.performer.agent.turn.performing import Lines, calls, frame, says

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("tool", ["wave", "send_out", "overlay_text", "remember"])
async def test_a_helper_may_not_use_what_its_prototype_does_not_allow(virtual_clock: VirtualClock, tool: str) -> None:
    model = Lines(calls(tool), says("Then not."))
    at = agent_rig(virtual_clock, model, tables={"helper": ProfileSettings(tools=("look_up",))})

    assert await at.send() == "Then not."

    assert [spec.name for spec in model.asked[0].tools] == ["look_up"]
    assert at.made_calls == []


async def test_a_helper_is_told_of_as_many_tools_at_once_as_is_set(virtual_clock: VirtualClock) -> None:
    model = Lines(says("Done."))
    at = agent_rig(virtual_clock, model, offer=partial(ToolOffer, most=1, first=("look_up",)))

    await at.send()

    assert [spec.name for spec in model.asked[0].tools] == ["look_up"]


async def test_a_helper_may_do_no_more_than_the_call_that_sent_it(virtual_clock: VirtualClock) -> None:
    tables = {"helper": ProfileSettings(tools=("send_out",))}
    at = agent_rig(virtual_clock, Lines(calls("send_out"), says("No."), calls("send_out"), says("Yes.")), tables=tables)

    await at.send(may="fun")
    assert at.made_calls == []
    await at.send(may="outside")

    assert [call.may for call in at.made_calls] == ["outside"]


async def test_the_owners_yes_to_send_a_helper_is_for_nothing_that_the_helper_does(virtual_clock: VirtualClock) -> None:
    tables = {"helper": ProfileSettings(tools=("send_out",))}
    at = agent_rig(virtual_clock, Lines(calls("send_out"), says("No.")), tables=tables)

    assert await at.send(may="outside", turn=None) == "No."  # so an approved call is made

    assert at.made_calls == []


async def test_a_helper_that_has_read_anything_or_seen_the_screen_may_only_play(virtual_clock: VirtualClock) -> None:
    tables = {
        "helper": ProfileSettings(tools=("send_out", "look_up")),
        "watcher": ProfileSettings(tools=("send_out",), sees=True),
    }
    model = Lines(calls("look_up"), calls("send_out"), says("No."), calls("send_out"), says("No."))
    at = agent_rig(virtual_clock, model, tables=tables, look=frame)

    await at.send(may="outside")
    await at.send(prototype="watcher", may="outside")

    assert [call.name for call in at.made_calls] == ["look_up"]


async def test_only_who_shall_see_is_shown_the_screen_and_only_a_model_that_can(virtual_clock: VirtualClock) -> None:
    tables = {"helper": ProfileSettings(), "watcher": ProfileSettings(sees=True, model="describe")}
    seeing, blind = Lines(says("A."), says("B.")), Lines(says("C."), sees=False)
    at = agent_rig(virtual_clock, seeing, tables=tables, look=frame)
    await at.send()
    await at.send(prototype="watcher")
    at = agent_rig(virtual_clock, seeing, tables=tables, look=frame, models={"describe": blind})
    await at.send(prototype="watcher")

    shown = [message.pictures for asked in (*seeing.asked, *blind.asked) for message in asked.messages[1:2]]  # type: ignore[union-attr]  # reason: the second is the task
    assert shown == [(), (b"jpeg",), ()]


async def test_the_rules_of_a_prototype_hold_over_all_its_helpers(virtual_clock: VirtualClock) -> None:
    def hooks(_rules: object) -> HookSet:
        left = [1]

        async def once(call: ToolCall, proceed: Proceed) -> ToolResult:
            if not left:
                raise ToolRefusedError("once is enough")
            left.pop()
            return await proceed(call)

        return HookSet(of_turn=(once,))

    tables = {"helper": ProfileSettings(tools=("look_up",), rules={"look_up": ToolRule(turn_calls=1)})}
    model = Lines(calls("look_up"), says("A."), calls("look_up"), says("B."))
    at = agent_rig(virtual_clock, model, tables=tables, hooks=hooks)

    await at.send()
    await at.send()

    assert len(at.made_calls) == 1


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.sampled_from(["wave", "look_up", "send_out", "delegate", "*", "l*"]), max_size=3).map(tuple),
    st.booleans(),
)
def test_whatever_a_prototype_says_a_helper_has_less_than_its_parent(tools: tuple[str, ...], read_only: bool) -> None:
    async def offered() -> tuple[set[str], set[str]]:
        model = Lines(says("Done."))
        tables = {"helper": ProfileSettings(tools=tools, read_only=read_only)}
        at = agent_rig(SystemClock(), model, tables=tables)
        await at.send(may="outside")
        return {spec.name for spec in model.asked[0].tools}, {spec.name for spec in at.box().specs}

    childs, parents = anyio.run(offered)

    assert childs <= parents
    assert not read_only or childs <= {"look_up"}
    assert "wave" not in childs or "wave" in tools
