"""All servers together: one that dies leaves the others alone."""

import pytest

from performer.core.clock import SystemClock
from performer.core.events.parts import ServiceDown
from tests.performer.tools.mcp.standing import lean, standing

pytestmark = pytest.mark.anyio


async def test_a_dead_server_takes_only_its_own_tools_away(clock: SystemClock) -> None:
    settings = {"lean": lean(), "gone": lean("--end", "3")}

    async with standing(clock, settings) as it:
        down = await it.heard(ServiceDown)

        assert (down.service, down.reason) == ("mcp gone", "it ended with code 3: There is no sky today")
        assert {name.split(".")[1] for name in it.names} == {"lean"}
        assert [(role.plays, role.state) for role in it.servers.roles()] == [
            ("lean: 15 tools", "works"),
            ("gone: is not there", "down"),
        ]
        assert [role.fix and (role.fix.op, role.fix.args) for role in it.servers.roles()] == [
            None,
            ("mcp.restart", {"name": "gone"}),
        ]
