from collections.abc import Iterator
from dataclasses import replace

import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ToolRefusedError
from performer.core.events.stream import EventStream
from performer.core.events.turns import ToolRefused as ToolRefusedEvent
from performer.guard.guard import Guard
from performer.guard.normalise.readings import NormalizedText
from performer.guard.settings import GuardSettings
from performer.guard.verdict import GuardHit
from performer.tools.hooks.guarded import make_guard_hook
from performer.tools.hooks.traced import make_trace_hook
from performer.tools.tool import Tool, ToolCall
from performer.tools.toolbox import Toolbox
from tests.performer.tools.hooks.calls import heard_by, shout, shouting

pytestmark = pytest.mark.anyio


class Denied:
    """Finds what is dropped, whatever becomes of other words."""

    def find(self, reading: NormalizedText) -> Iterator[GuardHit]:
        at = reading.written.find("denied")
        if at >= 0:
            yield GuardHit(start=at, end=at + len("denied"), category="denial", rule="a rule")


async def test_blocked_text_reaches_neither_tool_nor_events(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    guard = Guard(words=["plonk"])
    box = Toolbox([Tool.of(shout)], [make_guard_hook(guard, stream), make_trace_hook(stream, virtual_clock)])

    heard = await heard_by(stream, box, shouting("you PLONK"), ToolCall(id="2", name="plonk"))

    assert [type(event).__name__ for event in heard] == ["SentenceBlocked", "ToolCalled", "ToolRefused"] * 2
    assert [event.tool for event in heard if isinstance(event, ToolRefusedEvent)] == ["shout", "(blocked)"]
    assert "plonk" not in repr(heard).lower()


async def test_a_masked_name_stays_masked_when_the_call_is_blocked_for_another_word(
    virtual_clock: VirtualClock,
) -> None:
    stream = EventStream(virtual_clock)
    guard = Guard(GuardSettings.model_validate({"actions": {"own": "mask"}}), ["plonk"], finders=[Denied()])
    box = Toolbox([Tool.of(shout)], [make_guard_hook(guard, stream)])

    heard = await heard_by(stream, box, ToolCall(id="1", name="plonk", arguments={"text": "denied"}))

    assert "plonk" not in repr(heard)


async def test_nested_texts_are_guarded_too(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    box = Toolbox([Tool.of(shout)], [make_guard_hook(Guard(words=["plonk"]), stream)])

    with pytest.raises(ToolRefusedError, match="cannot go on stage"):
        await box.call(ToolCall(id="1", name="shout", arguments={"text": "a", "more": [{"deep": "plonk"}]}))


async def test_a_text_may_be_as_long_as_where_it_goes(virtual_clock: VirtualClock) -> None:
    long = "hey there " * 30
    hook = make_guard_hook(Guard(), EventStream(virtual_clock))

    assert long.strip() in (await Toolbox([Tool.of(shout, chars=400)], [hook]).call(shouting(long))).text
    assert len((await Toolbox([Tool.of(shout)], [hook]).call(shouting(long))).text) < 140


async def test_a_number_that_is_somebodys_goes_nowhere(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    box = Toolbox([Tool.of(shout)], [make_guard_hook(Guard(), stream)])

    with pytest.raises(ToolRefusedError, match="cannot go on stage"):
        await box.call(ToolCall(id="1", name="shout", arguments={"text": "a", "number": 4111111111111111}))
    assert (
        await box.call(ToolCall(id="2", name="shout", arguments={"text": "a", "number": 12_500_000}))
    ).text == "shouted a"


async def test_a_name_that_passed_is_stopped_once_the_streamer_lists_it(virtual_clock: VirtualClock) -> None:
    stream, guard = EventStream(virtual_clock), Guard()
    box = Toolbox([Tool.of(shout)], [make_guard_hook(guard, stream), make_trace_hook(stream, virtual_clock)])
    calls = [shouting(plonk=1), replace(shouting(), name="plonk")]
    await box.call(calls[0])
    with pytest.raises(ToolRefusedError, match="There is no tool 'plonk'"):
        await box.call(calls[1])
    with stream.whole("test") as reader:
        guard.lists.replace(["plonk"], [])
        for call in calls:
            with pytest.raises(ToolRefusedError, match="cannot go on stage"):
                await box.call(call)
        after = repr([each.event for each in reader.taken()])

    assert "plonk" not in after
