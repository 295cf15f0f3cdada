"""What programs may do with a show from outside: which tools, past which hooks, and what they are told."""

from collections.abc import Mapping
from contextlib import closing, suppress
from typing import Any

import pytest

from performer.core.clock import VirtualClock
from performer.core.cues import SayCue
from performer.core.errors import ServiceError, ToolFailedError, ToolRefusedError
from performer.core.events.stream import EventStream
from performer.core.events.turns import ToolCalled, ToolReturned
from performer.core.remembered_conversation import STAGE
from performer.guard.guard import Guard
from performer.guard.settings import GuardSettings
from performer.memory.notes import PROGRAMS, Notes, make_memory_tools
from performer.tools.hooks.guarded import make_guard_hook
from performer.tools.hooks.traced import make_trace_hook
from performer.tools.programs import MOST_PROGRAMS, OFFERED, ProgramTools, make_say_tool
from performer.tools.result import Progress
from performer.tools.tool import Tool, ToolCall
from performer.tools.toolbox import Toolbox
from tests.performer.memory.inline import InlineStore

pytestmark = pytest.mark.anyio


async def overlay_text(text: str) -> str:
    """Show a text."""
    return f"{text} is up; mail plonk@example.com"


async def describe_frame(call: ToolCall) -> str:
    """Look."""
    call.report(Progress(text="half plonk", done=1, total=2))
    raise ToolFailedError("The plonk does not answer.")


async def discord_send(text: str) -> str:
    """Write in Discord."""
    return text


class Desk:
    """A desk with a few tools and the hooks of every box."""

    def __init__(self, clock: VirtualClock, *, level: str = "standard", calls_per_min: int = 10) -> None:
        stream = EventStream(clock)
        self._reader = stream.whole("test")
        self.guard = Guard(GuardSettings.model_validate({"level": level}), words=["plonk"], clock=clock)
        self.said: list[SayCue] = []
        self.told: list[Progress] = []
        self.is_paused = False
        self.full = ""
        say = make_say_tool(clock, self.guard, give=self._give, is_paused=lambda: self.is_paused)
        looks = Tool.of(describe_frame, is_read_only=True)
        tools = [Tool.of(overlay_text), looks, Tool.of(discord_send, privilege="outside"), say]
        hooks = [make_guard_hook(self.guard, stream), make_trace_hook(stream, clock)]
        self.desk = ProgramTools(clock, self.guard, lambda: Toolbox(tools, hooks), calls_per_min=calls_per_min)

    async def call(self, tool: str, agent: str = "Editor 2.0", **arguments: object) -> Mapping[str, Any]:
        return await self.desk.call(agent, tool, arguments, self.told.append)

    def events(self) -> list[object]:
        return [published.event for published in self._reader.taken()]

    def _give(self, cue: SayCue) -> None:
        if self.full:
            raise ServiceError(self.full)
        self.said.append(cue)


async def test_only_what_is_for_programs_is_listed_and_called(virtual_clock: VirtualClock) -> None:
    it = Desk(virtual_clock)

    listed = {each["name"]: each["is_read_only"] for each in it.desk.tools()}
    with pytest.raises(ToolRefusedError, match="There is no tool 'discord_send'"):
        await it.call("discord_send", text="hi")

    assert listed == {"overlay_text": False, "describe_frame": True, "say": False}
    assert set(listed) < set(OFFERED)


async def test_a_call_passes_the_hooks_under_its_programs_name(virtual_clock: VirtualClock) -> None:
    it = Desk(virtual_clock)

    came = await it.call("overlay_text", text="hello")
    with pytest.raises(ToolRefusedError, match="That text cannot go on stage"):
        await it.call("overlay_text", text="you plonk")

    assert came == {"parts": [{"kind": "text", "text": "hello is up; mail ●●●"}]}
    events = it.events()
    assert [each.agent for each in events if isinstance(each, ToolCalled)] == ["mcp Editor 2.0"] * 2
    assert [each.turn for each in events if isinstance(each, ToolReturned)] == [None]


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("", "agent"),
        ("a plonk", "agent"),
        ("\u202e<b>evil</b>\n" + "x" * 99, "b evil b " + "x" * 23),
        ("researcher-1", "researcher-1"),
    ],
)
async def test_what_a_program_calls_itself_is_bounded_and_past_the_guard(
    virtual_clock: VirtualClock, given: str, name: str
) -> None:
    it = Desk(virtual_clock)

    await it.call("overlay_text", agent=given, text="hi")

    assert [each.agent for each in it.events() if isinstance(each, ToolCalled)] == [f"mcp {name}"]


async def test_progress_and_failures_are_told_past_the_guard(virtual_clock: VirtualClock) -> None:
    it = Desk(virtual_clock)

    with pytest.raises(ToolFailedError, match="The ●●● does not answer"):
        await it.call("describe_frame")

    assert it.told == [Progress(text="half ●●●", done=1, total=2)]


async def test_each_program_has_calls_of_its_own(virtual_clock: VirtualClock) -> None:
    it = Desk(virtual_clock, calls_per_min=2)
    for agent in ("Editor", "Bot", "Editor", "Bot"):
        await it.call("overlay_text", agent, text="hi")

    for agent in ("Editor", "Bot"):
        with pytest.raises(ToolRefusedError, match="A program may make 2 calls a minute"):
            await it.call("overlay_text", agent, text="hi")
    await it.call("overlay_text", "Third", text="hi")
    await virtual_clock.advance(30)
    await it.call("overlay_text", "Editor", text="hi")


async def test_a_program_gets_no_more_calls_by_other_names(virtual_clock: VirtualClock) -> None:
    it = Desk(virtual_clock, calls_per_min=2)

    async def made() -> int:
        count = 0
        for at in range(50):
            with suppress(ToolRefusedError):
                await it.call("overlay_text", f"bot {at}", text="hi")
                count += 1
        return count

    at_once = await made()
    await virtual_clock.advance(60)

    assert at_once == MOST_PROGRAMS + 2
    assert await made() == at_once


async def test_what_a_program_says_waits_as_somebody_elses_words(virtual_clock: VirtualClock) -> None:
    it = Desk(virtual_clock)
    await virtual_clock.advance(5)

    came = await it.call("say", text="Good\nevening. ")

    assert it.said == [SayCue(text="Good evening.", at_s=5, is_own=False)]
    assert "as soon as there is room" in came["parts"][0]["text"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("  ", "is empty"),
        ("you plonk", "cannot go on stage"),
        ("what a shitty boss", "cannot go on stage"),
    ],
)
async def test_what_a_program_has_said_is_held_to_the_strictest_level(
    virtual_clock: VirtualClock, text: str, why: str
) -> None:
    it = Desk(virtual_clock, level="loose")

    with pytest.raises(ToolRefusedError, match=why):
        await it.call("say", text=text)
    assert it.said == []


async def test_its_say_is_held_to_that_level_whatever_hooks_stand_before(virtual_clock: VirtualClock) -> None:
    guard = Guard(GuardSettings(level="loose"), clock=virtual_clock)
    say = make_say_tool(virtual_clock, guard, give=lambda _cue: None, is_paused=lambda: False)

    with pytest.raises(ToolRefusedError, match="cannot be said on stream"):
        await Toolbox([say]).call(ToolCall(id="1", name="say", arguments={"text": "what a shitty boss"}))


@pytest.mark.parametrize("level", ["family", "standard", "loose"])
async def test_what_a_program_shows_is_held_to_that_level_too(virtual_clock: VirtualClock, level: str) -> None:
    it = Desk(virtual_clock, level=level)

    with pytest.raises(ToolRefusedError, match="cannot go on stage"):
        await it.call("overlay_text", text="what a shitty boss")
    mild = await it.call("overlay_text", text="oh damn, hello")

    assert mild["parts"][0]["text"].startswith("oh ●●●, hello is up")


async def test_what_the_show_itself_shows_is_held_to_its_own_level(virtual_clock: VirtualClock) -> None:
    it = Desk(virtual_clock)
    box = Toolbox([Tool.of(overlay_text)], [make_guard_hook(it.guard, EventStream(virtual_clock))])

    shown = await box.call(ToolCall(id="1", name="overlay_text", arguments={"text": "what a shitty boss, oh damn"}))

    assert shown.text.startswith("what a ●●● boss, oh damn is up")


async def test_in_a_pause_or_a_crowd_a_program_is_told_that_nothing_is_said(virtual_clock: VirtualClock) -> None:
    it = Desk(virtual_clock)
    it.full = "3 lines are waiting already"

    with pytest.raises(ToolRefusedError, match="say: 3 lines are waiting already"):
        await it.call("say", text="hi")
    it.is_paused = True
    with pytest.raises(ToolRefusedError, match="the show is paused"):
        await it.call("say", text="hi")


async def test_programs_read_only_what_programs_noted(virtual_clock: VirtualClock) -> None:
    with closing(InlineStore()) as store:
        notes = Notes(virtual_clock, store)
        await notes.keep("what a viewer told", STAGE)
        box = Toolbox(make_memory_tools(notes))
        desk = ProgramTools(virtual_clock, Guard(clock=virtual_clock), lambda: box, calls_per_min=9)

        await desk.call("a", "remember", {"text": "the build is green"}, print)
        found = await desk.call("b", "recall", {}, print)

        assert [note.text for note in await notes.list_newest(channel=PROGRAMS)] == ["the build is green"]
    assert found["parts"][0]["text"].endswith("the build is green")
    assert "viewer" not in found["parts"][0]["text"]
