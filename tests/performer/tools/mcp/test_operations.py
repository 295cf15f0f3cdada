"""The operations on servers of tools, with a real one."""

import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ConfigError
from performer.tools.mcp.operations import McpOperations
from tests.performer.tools.mcp.standing import lean, standing

pytestmark = pytest.mark.anyio


async def test_servers_and_what_they_have_are_told(clock: SystemClock) -> None:
    async with standing(clock, lean("--broken", trusted=False, tools=("add", "shapeless"))) as it:
        operations = McpOperations(it.servers)

        (server,) = await operations.all({})
        (tool,) = await operations.tools({"server": "lean"})

    left_out = ["'shapeless': its schema is none", "number 18: it has no name"]
    facts = {"name": "lean", "is_up": True, "trouble": "", "misfits": [], "left_out": left_out}
    assert server == {**facts, "tools": {"add": "new"}}
    assert (tool["name"], tool["is_read_only"], tool["state"]) == ("mcp.lean.add", True, "new")
    assert tool["description"] == "Add two numbers, version 1."


async def test_what_was_read_is_allowed_and_nothing_else(clock: SystemClock) -> None:
    async with standing(clock, lean(trusted=False)) as it:
        operations = McpOperations(it.servers)
        tools = {each["own_name"]: each["digest"] for each in await operations.tools({"server": "lean"})}

        read = {"add": tools["add"], "fail": "another digest"}
        allowed = await operations.allow({"server": "lean", "tools": read})

        assert allowed == it.names == ["mcp.lean.add"]


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [({"server": "moon", "tools": {"a": "b"}}, "no MCP server 'moon'"), ({"server": "lean"}, "'tools' is missing")],
)
async def test_what_does_not_fit_is_refused(clock: SystemClock, arguments: dict[str, object], wrong: str) -> None:
    async with standing(clock, lean()) as it:
        with pytest.raises(ConfigError, match=wrong):
            await McpOperations(it.servers).allow(arguments)
