"""Whether a server that is away is expected back: by its starts and ends, and as a model is told of it."""

import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ToolFailedError
from performer.core.events.parts import ServiceDown
from performer.tools.mcp.absence import Absence
from performer.tools.mcp.settings import McpSettings
from performer.tools.toolbox import Toolbox
from tests.fakes.mcp.web import FakeWeb
from tests.performer.tools.mcp.standing import standing

pytestmark = pytest.mark.anyio


async def test_it_is_told_when_a_server_is_back_with_the_time_of_its_start(virtual_clock: VirtualClock) -> None:
    absence = Absence(virtual_clock, "zoo")
    absence.note_start()
    await virtual_clock.advance(4)
    absence.note_back()
    absence.note_gone(again_in_s=8, needs_person=False)

    assert absence.describe("it ended") == "zoo is restarting, try again in 12 s"
    await virtual_clock.advance(9.5)
    assert absence.describe("it ended") == "zoo is restarting, try again in 3 s"
    await virtual_clock.advance(30)
    assert absence.describe("it ended") == "zoo is restarting, try again in 1 s"


async def test_after_a_minute_it_is_not_expected_any_more_and_when_it_is_back_it_is(
    virtual_clock: VirtualClock,
) -> None:
    absence = Absence(virtual_clock, "zoo")
    expected = [absence.is_expected]
    for again_in_s in (30, 31):
        absence.note_gone(again_in_s=again_in_s, needs_person=False)
        expected.append(absence.is_expected)
        await virtual_clock.advance(again_in_s)
    expected.append(absence.is_expected)
    absence.note_back()

    assert [*expected, absence.is_expected] == [True, True, True, False, True]


async def test_one_that_only_a_person_can_mend_is_not_expected(virtual_clock: VirtualClock) -> None:
    absence = Absence(virtual_clock, "zoo")
    absence.note_gone(again_in_s=300, needs_person=True)

    assert not absence.is_expected
    assert absence.describe("it refuses us (401)") == "zoo is not there: it refuses us (401). Let it go."


async def test_its_tools_are_offered_while_it_restarts_and_can_be_called_for_as_long_as_it_is_away(
    virtual_clock: VirtualClock,
) -> None:
    async with FakeWeb() as web, standing(virtual_clock, {"zoo": McpSettings(url=web.address, trusted=True)}) as it:
        await web.stop()
        await virtual_clock.advance(1)
        await it.heard(ServiceDown)
        offered = [Toolbox(it.servers.tools()).offered("outside")]
        await virtual_clock.advance(60)
        offered.append(Toolbox(it.servers.tools()).offered("outside"))

        assert [[each.name for each in specs] for specs in offered] == [["mcp.zoo.look"], []]
        with pytest.raises(ToolFailedError, match="zoo is restarting, try again in 1 s"):
            await it.call("mcp.zoo.look")
