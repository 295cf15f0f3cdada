from dataclasses import replace

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import PerformerError, ToolFailedError, ToolRefusedError
from performer.tools.hooks.retry import make_retry_hook
from performer.tools.result import Report
from performer.tools.tool import Tool, ToolCall
from performer.tools.toolbox import Toolbox
from tests.performer.tools.hooks.calls import Sayings


class Door:
    """Opens at the third knock."""

    def __init__(self, clock: VirtualClock, no: PerformerError) -> None:
        self.knocks: list[float] = []
        self.told: list[Report] = []
        self._clock, self._no = clock, no

    async def knock(self) -> str:
        """Knock."""
        self.knocks.append(self._clock.now())
        if len(self.knocks) < 3:
            raise self._no
        return "come in"

    async def tried(self, again: int) -> list[str]:
        box, said = Toolbox([Tool.of(self.knock)], [make_retry_hook(self._clock, lambda _call: again)]), Sayings()
        async with anyio.create_task_group() as tasks:
            call = ToolCall(id="1", name="knock")
            tasks.start_soon(said.call, box, replace(call, report=self.told.append))
            await self._clock.advance(30)
        return said.heard


@pytest.mark.anyio
async def test_a_call_that_failed_is_made_again_after_a_while_that_grows(virtual_clock: VirtualClock) -> None:
    door = Door(virtual_clock, ToolFailedError("nobody is in"))

    assert await door.tried(again=2) == ["come in"]
    first, second, third = door.knocks
    assert 0.5 < second - first <= 0.75
    assert 1.0 < third - second <= 1.5
    assert len(door.told) == 2


@pytest.mark.anyio
async def test_it_is_not_made_more_often_than_it_may(virtual_clock: VirtualClock) -> None:
    door = Door(virtual_clock, ToolFailedError("nobody is in"))

    assert await door.tried(again=1) == ["no: nobody is in"]
    assert len(door.knocks) == 2


@pytest.mark.anyio
async def test_a_call_that_was_refused_is_not_made_again(virtual_clock: VirtualClock) -> None:
    door = Door(virtual_clock, ToolRefusedError("the door is painted on"))

    assert await door.tried(again=5) == ["no: the door is painted on"]
    assert len(door.knocks) == 1
