"""The operations about jobs: which are under way, and how one is cancelled by its number."""

import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ConfigError
from performer.core.events.parts import ErrandEnded
from performer.core.events.turns import ToolProgressed
from performer.tools.jobs.operations import JobOperations
from tests.performer.tools.jobs.running import drawing, road
from tests.performer.tools.jobs.test_jobs import sent

pytestmark = pytest.mark.anyio


async def test_what_it_tells_meanwhile_is_told_and_kept_in_mind(virtual_clock: VirtualClock) -> None:
    async with road(virtual_clock) as it:
        await sent(it, virtual_clock, drawing())
        told = await it.heard(ToolProgressed)
        (line,) = await JobOperations(it.errands, it.guard).under_way({})

        assert (told.call, told.text, told.done, told.total) == ("c-fox", "sketching a fox", 1, 4)
        assert (line["number"], line["tool"], line["server"], line["left_s"]) == (1, "draw", "easel", 359.0)
        assert (line["progress"], line["done"], line["arguments"]) == ("sketching a fox", 1, {"what": "fox"})
        assert [role.plays for role in it.errands.roles()] == ["1 long call is under way"]


async def test_it_is_cancelled_by_its_number(virtual_clock: VirtualClock) -> None:
    async with road(virtual_clock) as it:
        await sent(it, virtual_clock, drawing())
        operations = JobOperations(it.errands, it.guard).by_name()

        with pytest.raises(ConfigError, match=r"no errand number 7. Those under way: 1\."):
            await operations["errands.cancel"]({"number": 7})
        assert await operations["errands.cancel"]({"number": 1}) == "number 1, draw, is cancelled"
        await it.heard(ErrandEnded)
        assert await operations["errands.cancel"]({"number": 1}) == "too late: number 1 is cancelled already"
        assert (it.broken_off, it.answers) == (["fox"], [])
