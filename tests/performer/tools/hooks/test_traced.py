import anyio
import pytest

from performer.clock import VirtualClock
from performer.events import EventStream
from performer.tools import Tool, Toolbox, ToolCall
from performer.tools.hooks import per_tool, rate_limit, traced
from performer.tools.rate import Rate
from tests.performer.tools.hooks.calls import heard_by, shout, shouting

pytestmark = pytest.mark.anyio


async def test_each_call_is_stated_with_what_became_of_it(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    hooks = [traced(stream, virtual_clock), rate_limit(virtual_clock, per_tool({"shout": Rate(1, 60.0)}))]
    box = Toolbox([Tool.of(shout)], hooks)

    heard = await heard_by(stream, box, shouting("one"), shouting("two"))

    assert [type(event).__name__ for event in heard] == ["ToolCalled", "ToolReturned", "ToolCalled", "ToolRefused"]
    assert {event.turn for event in heard} == {4}


async def test_a_call_that_is_cut_has_its_end_stated_too(virtual_clock: VirtualClock) -> None:
    async def nap() -> str:
        """Nap."""
        await virtual_clock.sleep(60)
        return "rested"

    stream = EventStream(virtual_clock)
    box = Toolbox([Tool.of(nap)], [traced(stream, virtual_clock)])
    with stream.whole("test") as reader:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(box.call, ToolCall(id="1", name="nap"))
            await virtual_clock.advance(1)
            tasks.cancel_scope.cancel()
        heard = [type(published.event).__name__ for published in reader.taken()]

    assert heard == ["ToolCalled", "ToolFailed"]
