"""Sub-agents at a real server's wire: the show goes first, and whoever is cancelled leaves nothing behind."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

import anyio
import pytest

from performer.agent.profiles.profile import ProfileSettings
from performer.agent.prompt.scene import Scene
from performer.agent.prompt.settings import SceneSettings
from performer.agent.subagents.models import SubAgentModels
from performer.agent.turn.settings import TurnSettings
from performer.agent.turn.turn import Performer, TurnModels, TurnTools
from performer.core import events
from performer.core.clock import SystemClock
from performer.core.cues import OperatorCue
from performer.core.errors import ToolFailedError
from performer.core.events.stream import EventStream
from performer.core.untrusted_text import state_to_model as told
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.models.model import StepRequest, UserMessage
from performer.models.selection.build import EndpointFactory, ModelTeam, build_model_team
from performer.models.settings import ModelSettings
from performer.vision.frame import Frame
from tests.fakes.ollama import BLIND, FakeOllama
from tests.fakes.ollama_wire import Reply
from tests.performer.agent.subagents.parts import AgentRig, agent_rig, stated

pytestmark = pytest.mark.anyio

AT_ONCE = 4
TABLES = {"helper": ProfileSettings(tools=("look_up", "delegate")), "scout": ProfileSettings(tools=("look_up",))}


@asynccontextmanager
async def played_by(ollama: FakeOllama, clock: SystemClock) -> AsyncIterator[ModelTeam]:
    """Have an Ollama lead."""
    stream = EventStream(clock)
    async with AsyncExitStack() as stack:
        settings = ModelSettings(spec=f"ollama:{BLIND.name}@{ollama.url}", mode="native")
        brain = await build_model_team(EndpointFactory(clock, stack), stream, settings)
        assert brain.lead is not None
        with stream.whole("test", events.ServiceUp) as reader:
            async with anyio.create_task_group() as tasks:
                await tasks.start(brain.lead.run)
                while not brain.lead.leads:
                    await reader.wait()
                    reader.taken()
                yield brain
                tasks.cancel_scope.cancel()


def at_home(clock: SystemClock, brain: ModelTeam) -> AgentRig:
    model = SubAgentModels(brain.lead)("")
    return agent_rig(clock, model, tables=TABLES)


def is_the_shows(body: dict[str, Any]) -> bool:
    return not body["messages"][-1]["content"].startswith("Your task")


async def test_the_show_is_answered_while_a_helper_is_and_the_helper_afterwards(clock: SystemClock) -> None:
    def answer(body: dict[str, Any]) -> Reply:
        return Reply(text="For the show.") if is_the_shows(body) else Reply(text="It is blue.", hold=not held)

    held: list[bool] = []
    came: list[str] = []
    async with FakeOllama(BLIND, default=answer) as ollama, played_by(ollama, clock) as brain:
        at = at_home(clock, brain)

        async def child() -> None:
            came.append(await at.send())

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(child)
            await ollama.wait_for(lambda _: bool(ollama.asked))
            held.append(True)
            question = StepRequest(messages=(UserMessage(text=told("And now?", 20)),), cue=OperatorCue())
            with anyio.fail_after(20):
                step = await brain.model.step(question, came.append)

    assert step.text == "For the show."  # type: ignore[union-attr]  # reason: a last word
    assert came[-1] == "It is blue."
    assert (ollama.disconnects, [is_the_shows(body) for body in ollama.asked]) == (1, [False, True, False])


async def test_a_turn_sends_a_helper_and_says_what_it_brought_back(clock: SystemClock) -> None:
    async with FakeOllama(BLIND) as ollama, played_by(ollama, clock) as brain:
        ollama.reply(calls=[("delegate", {"prototype": "helper", "task": "Which colour is the sky?"})])
        ollama.reply("Hear, hear!", calls=[("look_up", {"what": "sky"})])
        ollama.reply("The sky is blue. Tell everybody at once!")
        ollama.reply("Blue, they say.")
        at = at_home(clock, brain)
        with at.reader as reader:
            await _performer(clock, at, brain).perform(7, OperatorCue(text="Which colour?"))
            came = stated(reader)

    assert [event.text for event in came if isinstance(event, events.SentenceReady)] == ["Blue, they say."]
    said = [event.text for event in came if isinstance(event, events.AgentSaid)]
    assert said == ["Hear, hear!", "The sky is blue.", "Tell everybody at once!"]
    (returned,) = [event for event in came if isinstance(event, events.ToolReturned) and event.tool == "delegate"]
    assert returned.text == "The sky is blue. Tell everybody at once!"
    read = ollama.asked[-1]["messages"][-1]["content"]
    assert read.startswith("«")
    assert "The sky is blue." in read
    # A helper's system prompt is its own, and the show's is not among it.
    assert "owl" not in str(ollama.asked[1]["messages"])


@pytest.mark.parametrize("helpers", [32, pytest.param(200, marks=pytest.mark.slow)])
async def test_helpers_that_are_cancelled_at_any_moment_leave_no_task_and_no_request(
    clock: SystemClock, helpers: int
) -> None:
    chance = random.Random(5)

    def answer(body: dict[str, Any]) -> Reply:
        if body["messages"][-1]["role"] == "tool" or not body.get("tools"):
            return Reply(text="It is blue.")
        tool = chance.choice([("look_up", {"what": "sky"}), ("delegate", {"prototype": "scout", "task": "Look."})])
        return Reply(calls=[tool])

    before = asyncio.all_tasks()
    async with FakeOllama(BLIND, default=answer) as ollama, played_by(ollama, clock) as brain:
        at = at_home(clock, brain)
        with at.reader as reader:
            for first in range(0, helpers, AT_ONCE):
                await _cancelled(at, ollama, range(first, first + AT_ONCE), chance.randrange(14))
            came = stated(reader)
        assert tuple(at.agents.parents._at_work) == ()
        assert brain.lead is not None
        assert brain.lead.leads
        with anyio.fail_after(20):
            assert await at.send(turn=helpers) == "It is blue."
        # Each request that came was answered or hung up on: the server talks with nobody.
        await ollama.wait_for(lambda it: not it.talking)
    assert asyncio.all_tasks() <= before
    began = [event.agent for event in came if isinstance(event, events.AgentStarted)]
    over = [event.agent for event in came if isinstance(event, events.AgentEnded)]
    assert sorted(began) == sorted(over)
    ends = [event.came for event in came if isinstance(event, events.AgentEnded)]
    assert ends.count("cancelled") > helpers / 4
    assert ends.count("done") > AT_ONCE


async def _cancelled(at: AgentRig, ollama: FakeOllama, turns: range, requests: int) -> None:
    """Send a helper for each of these turns, and cancel those that are still at work after so many requests."""
    until = len(ollama.asked) + requests
    left = len(turns)

    async def send(turn: int) -> None:
        nonlocal left
        with suppress(ToolFailedError):
            await at.send(turn=turn)
        left -= 1
        if not left:
            sending.cancel_scope.cancel()

    async with anyio.create_task_group() as sending:
        for turn in turns:
            sending.start_soon(send, turn)
        await ollama.wait_for(lambda it: len(it.asked) >= until)
        sending.cancel_scope.cancel()


def _performer(clock: SystemClock, at: AgentRig, brain: ModelTeam) -> Performer:
    async def describe(_frame: Frame, _cue: object) -> str:
        return "nothing"

    return Performer(
        Runtime(clock, at.stream, Guard(finders=())),
        TurnSettings(),
        Scene(clock, at.stream, SceneSettings(), fresh_s=6),
        TurnModels(model=brain.model, describe=describe),
        TurnTools(box=at.box),
    )
