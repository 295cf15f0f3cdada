"""How many sub-agents there may be, how long they take, and what they may cost."""

import anyio
import pytest

from performer.agent.profiles.profile import ProfileSettings
from performer.agent.subagents.spending import SubAgentSettings
from performer.core import events
from performer.core.clock import VirtualClock
from performer.core.errors import ToolFailedError, ToolRefusedError
from performer.models.model import FinalAnswer, OnText, Step, ToolCalls, Usage
from performer.tools.tool import ToolCall
from tests.performer.agent.subagents.parts import Slow, agent_rig, sends, stated
from tests.performer.agent.turn.performing import Lines, calls, says

pytestmark = pytest.mark.anyio


async def test_a_helper_may_send_one_but_that_one_nobody(virtual_clock: VirtualClock) -> None:
    tables = {
        "helper": ProfileSettings(tools=("delegate", "look_up")),
        "scout": ProfileSettings(tools=("delegate",)),
    }
    model = Lines(
        calls("delegate", prototype="scout", task="Go."),
        calls("delegate", prototype="scout", task="Go further."),
        says("I may not."),
        says("It may not."),
    )
    at = agent_rig(virtual_clock, model, tables=tables)

    with at.reader as reader:
        assert await at.send() == "It may not."
        told = stated(reader)

    started = [event for event in told if isinstance(event, events.AgentStarted)]
    assert [(event.agent, event.parent) for event in started] == [("helper-1", ""), ("scout-1", "helper-1")]
    assert [[spec.name for spec in asked.tools] for asked in model.asked[:2]] == [["look_up", "delegate"], []]
    (refused,) = [event for event in told if isinstance(event, events.ToolRefused)]
    assert refused.agent == "scout-1"


async def test_a_grandchild_that_calls_past_its_box_sends_nobody_either(virtual_clock: VirtualClock) -> None:
    tables = {"helper": ProfileSettings(tools=("delegate",)), "scout": ProfileSettings()}
    slow = Slow(virtual_clock, calls("delegate", prototype="scout", task="Go."), says("Late."))
    at = agent_rig(virtual_clock, slow, tables=tables)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(at.send)
        await virtual_clock.advance(1.5)
        with pytest.raises(ToolRefusedError, match="you may send nobody"):
            await at.send(agent="scout-1")
        tasks.cancel_scope.cancel()


async def test_a_grandchild_has_no_more_than_its_own_parent(virtual_clock: VirtualClock) -> None:
    tables = {
        "helper": ProfileSettings(tools=("delegate",)),
        "scout": ProfileSettings(tools=("look_up",)),
    }
    model = Lines(calls("delegate", prototype="scout", task="Go."), says("Nothing."), says("Nothing."))
    at = agent_rig(virtual_clock, model, tables=tables)

    await at.send()

    assert model.asked[1].tools == ()


@pytest.mark.parametrize("depth", [0, 1])
async def test_there_are_no_more_layers_than_are_set(virtual_clock: VirtualClock, depth: int) -> None:
    tables = {"helper": ProfileSettings(tools=("delegate",))}
    model = Lines(says("Alone."))
    at = agent_rig(virtual_clock, model, tables=tables, settings=SubAgentSettings(depth=depth))

    assert ("delegate" in [spec.name for spec in at.box().specs]) is bool(depth)
    if depth:
        await at.send()
        assert model.asked[0].tools == ()


async def test_a_turn_may_send_three(virtual_clock: VirtualClock) -> None:
    at = agent_rig(virtual_clock, Lines(*[says("Done.")] * 4))
    for _ in range(3):
        await at.send()

    with pytest.raises(ToolRefusedError, match="you may send 3 helpers in one turn"):
        await at.send()
    assert await at.send(turn=8) == "Done."


async def test_a_helper_may_send_as_many_itself(virtual_clock: VirtualClock) -> None:
    tables = {"helper": ProfileSettings(tools=("delegate",)), "scout": ProfileSettings()}
    plays = [sends("Go.", "scout"), says("Gone."), sends("Go on.", "scout"), says("One is enough.")]
    model = Lines(*plays)
    at = agent_rig(virtual_clock, model, tables=tables, settings=SubAgentSettings(breadth=1))

    with at.reader as reader:
        assert await at.send() == "One is enough."
        told = stated(reader)

    assert [each.agent for each in told if isinstance(each, events.AgentStarted)] == ["helper-1", "scout-1"]
    (refused,) = [each for each in told if isinstance(each, events.ToolRefused)]
    assert "you may send one helper in one turn" in refused.reason


async def test_the_helpers_of_a_turn_share_what_they_may_cost(virtual_clock: VirtualClock) -> None:
    def costly(on_text: OnText) -> Step:
        on_text("Done.")
        return FinalAnswer(text="Done.", usage=Usage(prompt_tokens=900, answer_tokens=100))

    at = agent_rig(virtual_clock, Lines(*[costly] * 3), settings=SubAgentSettings(tokens=2000))
    await at.send()
    await at.send()

    with pytest.raises(ToolRefusedError, match="may cost 2000 tokens in all"):
        await at.send()


async def test_the_steps_of_a_grandchild_count_too(virtual_clock: VirtualClock) -> None:
    tables = {"helper": ProfileSettings(tools=("delegate",)), "scout": ProfileSettings(tools=("look_up",))}
    model = Lines(calls("delegate", prototype="scout", task="Go."), says("Two."), says("Three."))
    at = agent_rig(virtual_clock, model, tables=tables, settings=SubAgentSettings(steps=2))

    with pytest.raises(ToolFailedError, match="may ask their models 2 times in all"):
        await at.send()


async def test_one_helper_costs_no_more_than_its_prototype_says(virtual_clock: VirtualClock) -> None:
    def costly(on_text: OnText) -> Step:
        on_text("Wait.")
        call = ToolCall(id="c", name="look_up", arguments={"what": "sky"})
        return ToolCalls(calls=(call,), preface="Wait.", usage=Usage(prompt_tokens=300))

    tables = {"helper": ProfileSettings(tools=("look_up",), tokens=200)}
    at = agent_rig(virtual_clock, Lines(costly), tables=tables)

    with pytest.raises(
        ToolFailedError, match=r"helper-1 was ended: it may cost 200 tokens\. What it had written: Wait\."
    ):
        await at.send()


async def test_where_a_server_does_not_say_what_an_answer_cost_its_length_counts(virtual_clock: VirtualClock) -> None:
    at = agent_rig(virtual_clock, Lines(says("four" * 100)))

    with at.reader as reader:
        await at.send()
        ended = stated(reader)[-2]

    assert isinstance(ended, events.AgentEnded)
    assert ended.answer_tokens == 100
    assert ended.prompt_tokens > 100


async def test_the_last_step_has_no_tools_and_is_told_so(virtual_clock: VirtualClock) -> None:
    tables = {"helper": ProfileSettings(tools=("look_up",), steps=2)}
    model = Lines(calls("look_up"), says("It is blue."))
    at = agent_rig(virtual_clock, model, tables=tables)

    assert await at.send() == "It is blue."

    assert model.asked[1].tools == ()
    assert "last word" in model.asked[1].messages[-1].text


async def test_a_helper_that_calls_tools_even_then_is_ended_with_what_it_wrote(virtual_clock: VirtualClock) -> None:
    tables = {"helper": ProfileSettings(tools=("look_up",), steps=2)}
    model = Lines(calls("look_up", "First."), calls("look_up", "Second.", what="b"))
    at = agent_rig(virtual_clock, model, tables=tables)

    with pytest.raises(ToolFailedError, match=r"might take no further step\. What it had written: First\. Second\."):
        await at.send()
    assert len(at.made_calls) == 1


async def test_a_helper_with_a_plan_picks_its_tools_first_and_then_writes(virtual_clock: VirtualClock) -> None:
    tables = {"helper": ProfileSettings(tools=("look_up",), plan=True)}
    model = Lines(calls("look_up", what="sky"), says(""), says("It is blue."))
    at = agent_rig(virtual_clock, model, tables=tables)

    assert await at.send() == "It is blue."

    assert [(asked.phase, len(asked.tools)) for asked in model.asked] == [("pick", 1), ("pick", 1), ("write", 0)]
    assert len(at.made_calls) == 1


async def test_a_plan_that_comes_to_nothing_new_ends_in_words(virtual_clock: VirtualClock) -> None:
    tables = {"helper": ProfileSettings(tools=("look_up",), plan=True, steps=9)}
    model = Lines(calls("look_up"), calls("look_up"), calls("look_up"), says("It is blue."))
    at = agent_rig(virtual_clock, model, tables=tables)

    assert await at.send() == "It is blue."
    assert len(at.made_calls) == 1


async def test_a_helper_that_goes_round_in_circles_is_ended(virtual_clock: VirtualClock) -> None:
    at = agent_rig(virtual_clock, Lines(*[calls("look_up")] * 3))

    with pytest.raises(ToolFailedError, match="went round in circles"):
        await at.send()


async def test_a_helper_that_takes_too_long_is_ended(virtual_clock: VirtualClock) -> None:
    tables = {"helper": ProfileSettings(deadline_s=30)}
    model = Slow(virtual_clock, says("Late."), seconds=40)
    at = agent_rig(virtual_clock, model, tables=tables)
    failures: list[str] = []

    async def send() -> None:
        try:
            await at.send()
        except ToolFailedError as failure:
            failures.append(str(failure))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(send)
        await virtual_clock.advance(31)

    assert failures == ["helper-1 was ended: it was not done after 30 s."]
    assert model.asking == 0
