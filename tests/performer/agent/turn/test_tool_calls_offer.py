"""What a turn is offered of a large box, what it reads of long results, and calls that are cancelled."""

from dataclasses import replace
from functools import partial

import anyio
import pytest

from performer.agent.turn.tool_calls import Caller, Misprints, ToolCallRunner
from performer.core.clock import VirtualClock
from performer.core.events.stream import EventStream
from performer.core.events.turns import ToolFailed as Failed
from performer.core.prompt_files import load_prompt
from performer.core.untrusted_text import QuoteMarks
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.models.model import ChatMessage, ToolCalls, ToolMessage
from performer.tools.find import FIND_TOOLS
from performer.tools.hooks.traced import make_trace_hook
from performer.tools.offer import ToolOffer
from performer.tools.tool import Privilege, Tool, ToolCall
from performer.tools.toolbox import Toolbox
from tests.performer.tools.test_offer import tool

pytestmark = pytest.mark.anyio


async def weather(_call: ToolCall, place: str = "here") -> str:
    """Tell the weather."""
    return f"sun for {_call.agent or 'the show'}"


async def flood() -> str:
    """Tell much."""
    return "word " * 1000


def many(*more: Tool) -> list[Tool]:
    return [*(tool(f"t{number}") for number in range(20)), *more]


def make_runner(
    clock: VirtualClock, *tools: Tool, may: Privilege = "fun", agent: str = "", stream: EventStream | None = None
) -> ToolCallRunner:
    stream = stream or EventStream(clock)
    misprints = Misprints(Runtime(clock, stream, Guard()))
    box = Toolbox(tools, [make_trace_hook(stream, clock)])
    return ToolCallRunner(
        box,
        misprints,
        Caller(turn=7, may=may, agent=agent),
        quotes=QuoteMarks("k7f3"),
        offer=partial(ToolOffer, most=4),
    )


def names(did: ToolCallRunner) -> list[str]:
    return [spec.name for spec in did.specs]


async def done(did: ToolCallRunner, tool: str, number: int = 1, **arguments: object) -> tuple[ChatMessage, ...]:
    step = ToolCalls(calls=(ToolCall(id=f"c{number}", name=tool, arguments=arguments),))
    return await did.do(step, number=number, asked_s=0.0, said="")


def answer(messages: tuple[ChatMessage, ...]) -> str:
    last = messages[-1]
    assert isinstance(last, ToolMessage)
    return last.text


async def test_what_was_found_is_offered_from_the_next_step_on_and_stays(virtual_clock: VirtualClock) -> None:
    did = make_runner(virtual_clock, *many(Tool.of(weather), FIND_TOOLS))
    before = names(did)

    read = answer(await done(did, "find_tools", query="weather"))
    after = names(did)
    await done(did, "weather", 2)

    assert before == ["t0", "t1", "t2", "find_tools"]
    assert read == "«k7f3 You may call these now: - weather: Tell the weather. k7f3»"
    assert after == ["t0", "t1", "weather", "find_tools"]
    assert names(did) == after


async def test_a_tool_that_is_not_offered_runs_all_the_same_and_once(virtual_clock: VirtualClock) -> None:
    asked: list[str] = []

    async def forecast(place: str) -> str:
        """Tell how the weather will be."""
        asked.append(place)
        return f"rain in {place}"

    did = make_runner(virtual_clock, *many(Tool.of(forecast), FIND_TOOLS))
    news: list[bool] = []
    read: list[str] = []
    for number, place in enumerate(("Rome", "Oslo", "Rome", "Rome")):
        read.append(answer(await done(did, "forecast", number, place=place)))
        news.append(did.has_news)

    assert asked == ["Rome", "Oslo"]
    assert read[2:] == [load_prompt("called_before")] * 2
    assert news == [True, True, True, False]


async def test_a_tool_that_is_not_offered_needs_its_privilege_too(virtual_clock: VirtualClock) -> None:
    did = make_runner(virtual_clock, *many(Tool.of(weather, privilege="outside"), FIND_TOOLS))

    assert "needs the owner's yes" in answer(await done(did, "weather"))


async def test_a_sub_agents_calls_carry_its_name(virtual_clock: VirtualClock) -> None:
    assert "sun for researcher-1" in answer(
        await done(make_runner(virtual_clock, Tool.of(weather), agent="researcher-1"), "weather")
    )


async def test_a_long_result_is_cut_and_says_so_outside_of_the_marks(virtual_clock: VirtualClock) -> None:
    read = answer(await done(make_runner(virtual_clock, Tool.of(flood)), "flood"))

    quoted, _, said = read.partition("… k7f3» ")
    assert len(quoted) == len("«k7f3 ") + 1999
    assert said == "(cut; 4,999 characters in all)"


async def test_a_call_is_cancelled_by_its_id_and_the_turn_goes_on(virtual_clock: VirtualClock) -> None:
    stream, begun, ended = EventStream(virtual_clock), anyio.Event(), anyio.Event()

    async def dig() -> None:
        """Dig."""
        begun.set()
        try:
            await anyio.sleep_forever()
        finally:
            ended.set()

    did = make_runner(virtual_clock, Tool.of(dig), Tool.of(weather), stream=stream)
    read: list[str] = []

    async def call() -> None:
        read.append(answer(await done(did, "dig")))

    with stream.whole("test") as reader:
        async with anyio.create_task_group() as group:
            group.start_soon(call)
            await begun.wait()
            assert not did.cancel("c9")
            assert did.cancel("c1")
        told = [published.event for published in reader.taken()]

    assert read == ["«k7f3 It was cancelled. Let it go. k7f3»"]
    assert ended.is_set()
    assert [type(event) for event in told[1:]] == [Failed]
    assert not did.cancel("c1")
    assert "sun" in answer(await done(did, "weather", 2))


async def test_a_tool_that_is_not_offered_is_known_by_how_it_is_spelt_to_models(virtual_clock: VirtualClock) -> None:
    async def send(text: str) -> str:
        """Send."""
        return f"sent {text}"

    made = Tool.of(send)
    did = make_runner(virtual_clock, *many(replace(made, spec=replace(made.spec, name="discord.send"))))

    assert "discord.send" not in names(did)
    assert "sent hi" in answer(await done(did, "discord_send", text="hi"))
