"""The studio's waiting, by a clock that stands still: how often it looks, and when it gives up."""

from collections.abc import Mapping

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ToolFailedError
from performer.tools.mcp.presets.pixellab import make_pixellab_tools
from performer.tools.mcp.presets.presets import PresetContext, ServerCaller
from performer.tools.result import TextPart, ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Toolbox
from tests.performer.tools.mcp.standing import MemoryKeyValueStore

pytestmark = pytest.mark.anyio

NUMBER = "00000000-0000-4000-8000-000000000000"


class Slow(ServerCaller):
    """Draws for ever, and notes when it is asked."""

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock
        self.asked_s: list[float] = []

    async def ask(self, tool: str, arguments: Mapping[str, object]) -> ToolResult:
        if tool == "create_character":
            return ToolResult(parts=(TextPart(text=f"Character ID: {NUMBER}"),))
        self.asked_s.append(self._clock.now())
        if 100 < self._clock.now() < 130:
            raise ToolFailedError("pixellab is gone; it is being started again")
        return ToolResult(parts=(TextPart(text="status: processing"),))

    def takes(self, tool: str) -> frozenset[str]:
        return frozenset()


async def test_it_looks_ever_less_often_forgives_a_gap_and_gives_up_before_it_would_be_ended(
    virtual_clock: VirtualClock,
) -> None:
    server, failed = Slow(virtual_clock), list[str]()
    kit = PresetContext(
        clock=virtual_clock,
        name="pixellab",
        url="https://api.pixellab.ai/mcp",
        server=server,
        store=MemoryKeyValueStore(),
    )
    box = Toolbox(make_pixellab_tools(kit))

    async def generate() -> None:
        try:
            await box.call(ToolCall(id="c", name="sprite_generate", arguments={"description": "a cat"}, may="outside"))
        except ToolFailedError as failure:
            failed.append(str(failure))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(generate)
        await virtual_clock.advance(329)
        still_waits = not failed
        await virtual_clock.advance(2)

    pauses = [later - earlier for earlier, later in zip(server.asked_s, server.asked_s[1:], strict=False)]
    assert still_waits
    assert failed == ["pixellab is still drawing. Later sprite_rotate shows it."]
    assert pauses[0] == 4
    assert pauses == sorted(pauses)
    assert max(pauses) == 20
    assert len(pauses) < 25
