import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.tools.hooks.retry import make_timeout_hook
from performer.tools.tool import Tool, ToolCall
from performer.tools.toolbox import Toolbox
from tests.performer.tools.hooks.calls import Sayings

pytestmark = pytest.mark.anyio


def napping(clock: VirtualClock) -> Tool:
    async def nap() -> str:
        """Nap."""
        await clock.sleep(60)
        return "rested"

    return Tool.of(nap)


async def test_a_call_that_takes_too_long_fails_in_words(virtual_clock: VirtualClock) -> None:
    box = Toolbox([napping(virtual_clock)], [make_timeout_hook(virtual_clock, 20)])
    said = Sayings()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(said.call, box, ToolCall(id="1", name="nap"))
        await virtual_clock.advance(21)

    assert said.heard == ["no: nap took longer than 20 s and was ended."]


async def test_a_tool_that_keeps_the_time_itself_is_told_the_shortest_limit(virtual_clock: VirtualClock) -> None:
    async def look(call: ToolCall) -> str:
        """Look at the time."""
        return f"{call.within_s:g} s"

    limits = [make_timeout_hook(virtual_clock, limit_s) for limit_s in (20, 5, 30)]
    box = Toolbox([Tool.of(look, keeps_time=True)], limits)

    assert (await box.call(ToolCall(id="1", name="look"))).text == "5 s"


async def test_each_call_has_its_own_time_or_none_at_all(virtual_clock: VirtualClock) -> None:
    limits = {"short": 20.0, "long": None}
    box = Toolbox([napping(virtual_clock)], [make_timeout_hook(virtual_clock, lambda call: limits[call.id])])
    said = Sayings()
    async with anyio.create_task_group() as tasks:
        for number in limits:
            tasks.start_soon(said.call, box, ToolCall(id=number, name="nap"))
        await virtual_clock.advance(61)

    assert said.heard == ["no: nap took longer than 20 s and was ended.", "rested"]
