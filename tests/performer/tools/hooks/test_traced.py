from collections.abc import AsyncIterator

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ToolFailedError
from performer.core.events.stream import EventStream
from performer.core.events.turns import ToolFailed, ToolProgressed
from performer.core.own_text import own
from performer.guard.guard import Guard
from performer.tools.hooks.rate_limit import limit_per_tool, make_rate_limit_hook
from performer.tools.hooks.traced import make_trace_hook
from performer.tools.rates import RateLimit
from performer.tools.result import Progress, Report, TextPart
from performer.tools.tool import Tool, ToolCall
from performer.tools.toolbox import Toolbox
from tests.performer.tools.hooks.calls import heard_by, shout, shouting

pytestmark = pytest.mark.anyio


async def test_each_call_is_stated_with_what_became_of_it(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    hooks = [
        make_trace_hook(stream, virtual_clock),
        make_rate_limit_hook(virtual_clock, limit_per_tool({"shout": RateLimit(1, 60.0)})),
    ]
    box = Toolbox([Tool.of(shout)], hooks)

    heard = await heard_by(stream, box, shouting("one"), shouting("two"))

    assert [type(event).__name__ for event in heard] == ["ToolCalled", "ToolReturned", "ToolCalled", "ToolRefused"]
    assert {event.turn for event in heard} == {4}


async def test_a_false_alarm_takes_no_word_of_ours_from_a_reason(virtual_clock: VirtualClock) -> None:
    async def fail() -> str:
        """Fail."""
        raise ToolFailedError(own("plonk: '{name}' failed", name="a plonk"))

    stream = EventStream(virtual_clock)
    hooks = [make_trace_hook(stream, virtual_clock, Guard(words=["plonk"]).recorded)]
    _, failed = await heard_by(stream, Toolbox([Tool.of(fail)], hooks), ToolCall(id="1", name="fail"))

    assert isinstance(failed, ToolFailed)
    assert failed.reason == "plonk: 'a ●●●' failed"


async def test_a_call_that_is_cut_has_its_end_stated_too(virtual_clock: VirtualClock) -> None:
    async def nap() -> str:
        """Nap."""
        await virtual_clock.sleep(60)
        return "rested"

    stream = EventStream(virtual_clock)
    box = Toolbox([Tool.of(nap)], [make_trace_hook(stream, virtual_clock)])
    with stream.whole("test") as reader:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(box.call, ToolCall(id="1", name="nap"))
            await virtual_clock.advance(1)
            tasks.cancel_scope.cancel()
        _, failed = [published.event for published in reader.taken()]

    assert isinstance(failed, ToolFailed)
    assert failed.reason == "it was ended before it was done"


async def test_what_a_call_reports_is_stated_as_others_may_read_it(virtual_clock: VirtualClock) -> None:
    async def count() -> AsyncIterator[object]:
        """Count."""
        yield Progress(text="one plonk", done=1, total=2)
        yield "two plonk"

    stream, told = EventStream(virtual_clock), list[Report]()
    box = Toolbox([Tool.of(count)], [make_trace_hook(stream, virtual_clock, Guard(words=["plonk"]).recorded)])
    heard = await heard_by(stream, box, ToolCall(id="1", name="count", report=told.append))

    assert [type(event).__name__ for event in heard] == ["ToolCalled", *["ToolProgressed"] * 2, "ToolReturned"]
    assert "plonk" not in repr(heard)
    assert told == [Progress(text="one plonk", done=1, total=2), TextPart(text="two plonk")]


async def test_a_flood_of_reports_does_not_flood_the_stream(virtual_clock: VirtualClock) -> None:
    async def babble() -> AsyncIterator[object]:
        """Babble."""
        for number in range(20_000):
            yield Progress(done=number)
        await virtual_clock.sleep(6)
        yield Progress(text="at last")

    stream = EventStream(virtual_clock)
    box = Toolbox([Tool.of(babble)], [make_trace_hook(stream, virtual_clock)])
    with stream.whole("test") as reader:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(box.call, ToolCall(id="1", name="babble"))
            await virtual_clock.advance(10)
        heard = [each.event for each in reader.taken() if isinstance(each.event, ToolProgressed)]

    assert len(heard) == 21
    assert heard[-1].text == "at last"
