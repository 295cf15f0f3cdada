"""The operations on servers of tools, with a real one."""

import sys
from pathlib import Path
from typing import Any

import anyio
import pytest

from performer.config.changes import ConfigChanges
from performer.config.config import Config
from performer.config.file import ConfigFile
from performer.config.in_force import SettingsInForce
from performer.config.operations import ConfigOperations
from performer.core.clock import SystemClock
from performer.core.errors import ConfigError
from performer.core.events.stream import EventStream
from performer.core.operations import Arguments
from performer.guard.guard import Guard
from performer.stage.server.status import Status
from performer.tools.mcp.kept_keys import KeptKeys
from performer.tools.mcp.operations import McpOperations
from performer.tools.mcp.settings import McpSettings
from tests.performer.tools.mcp.standing import LEAN, Standing, lean, standing

pytestmark = pytest.mark.anyio

NONE: dict[str, McpSettings] = {}


def operating(it: Standing, change: Any = None) -> McpOperations:
    """Return the operations on servers that run; without `change` none of them changes a file."""

    async def refuse(_arguments: Arguments) -> str:
        raise AssertionError("nothing is to be changed here")

    return McpOperations(it.servers, Guard(words=["plonk"]), change or refuse, lambda _keys: None)


class Kept:
    """Servers that run, and a configuration in which changes of them are kept."""

    def __init__(self, it: Standing, clock: SystemClock, folder: Path) -> None:
        self.servers = it.servers
        self.keys = KeptKeys(folder / "mcp.keys", {})
        self.file = ConfigFile(folder / "config.toml", environ={})
        status = Status(EventStream(clock), Guard())
        changes = ConfigChanges(SettingsInForce(Config(), it.servers.live), self.file)
        self.settings = ConfigOperations(changes, status, lambda _: None)
        self.operations = McpOperations(it.servers, Guard(), self.settings.config_set, self.keys.keep)

    async def listed(self, name: str) -> dict[str, Any]:
        """Wait until a server has been tried, and return what is told of it."""
        with anyio.fail_after(30):
            await self.servers.server(name).ready()
        return next(each for each in await self.operations.all({}) if each["name"] == name)


async def test_servers_and_what_they_have_are_told(clock: SystemClock) -> None:
    async with standing(clock, lean("--broken", trusted=False, tools=("add", "shapeless"))) as it:
        operations = operating(it)

        (server,) = await operations.all({})
        (tool,) = await operations.tools({"server": "lean"})

    left_out = ["'shapeless': its schema is none", "number 18: it has no name"]
    facts = {
        "name": "lean",
        "is_up": True,
        "trouble": "",
        "misfits": [],
        "left_out": left_out,
        "is_on": True,
        "where": "",
    }
    assert server == {**facts, "tools": {"add": "new"}}
    assert (tool["name"], tool["is_read_only"], tool["state"]) == ("mcp.lean.add", True, "new")
    assert tool["description"] == "Add two numbers, version 1."


async def test_what_was_read_is_allowed_and_nothing_else(clock: SystemClock) -> None:
    async with standing(clock, lean(trusted=False)) as it:
        operations = operating(it)
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
            await operating(it).allow(arguments)


async def test_a_description_is_shown_as_the_guard_lets_it_pass(clock: SystemClock) -> None:
    async with standing(clock, lean()) as it:
        tools = await operating(it).tools({"server": "lean"})

    assert all("told" in each for each in tools)


async def test_a_server_is_added_while_the_show_goes_on_and_kept_in_the_file(
    clock: SystemClock, tmp_path: Path
) -> None:
    async with standing(clock, NONE) as it:
        kept = Kept(it, clock, tmp_path)

        said = await kept.operations.add({"name": "sky", "command": f"{sys.executable} -I {LEAN}"})

        assert "It holds now." in said
        told = await kept.listed("sky")
        assert (told["is_up"], set(told["tools"].values())) == (True, {"new"})
        assert kept.file.load().config.mcp["sky"].command == sys.executable


async def test_a_name_that_is_taken_is_refused(clock: SystemClock, tmp_path: Path) -> None:
    async with standing(clock, lean()) as it:
        with pytest.raises(ConfigError, match="There is a server 'lean' already"):
            await Kept(it, clock, tmp_path).operations.add({"name": "lean", "preset": "weather"})


async def test_a_key_goes_in_and_never_out(clock: SystemClock, tmp_path: Path) -> None:
    key = "Bearer-of-nobody-4711-abc"
    async with standing(clock, NONE) as it:
        kept = Kept(it, clock, tmp_path)

        told: list[object] = [
            await kept.operations.add({"name": "w", "url": "http://127.0.0.1:9", "headers": {"X-Key": key}})
        ]
        told += [await kept.listed("w"), await kept.settings.config_schema({}), await kept.settings.config_history({})]

        assert key not in repr(told)
        assert key not in (tmp_path / "config.toml").read_text(encoding="utf-8")
        assert kept.keys["MCP_W_X_KEY"] == key


async def test_a_removed_server_is_gone_and_comes_back_with_the_undo(clock: SystemClock, tmp_path: Path) -> None:
    async with standing(clock, NONE) as it:
        kept = Kept(it, clock, tmp_path)
        await kept.operations.add({"name": "sky", "command": f"{sys.executable} -I {LEAN}"})

        await kept.operations.remove({"name": "sky"})

        assert await kept.operations.all({}) == []
        assert kept.file.load().config.mcp == {}
        await kept.settings.config_undo({})
        assert (await kept.listed("sky"))["is_up"]


async def test_a_server_that_is_switched_off_is_told_and_begins_again_with_the_switch(
    clock: SystemClock, tmp_path: Path
) -> None:
    async with standing(clock, NONE) as it:
        kept = Kept(it, clock, tmp_path)
        await kept.operations.add({"name": "sky", "command": f"{sys.executable} -I {LEAN}"})
        await kept.settings.config_set({"key": "mcp.sky.enabled", "value": False})

        (told,) = await kept.operations.all({})

        assert (told["is_on"], told["is_up"], it.servers.tools()) == (False, False, [])
        with pytest.raises(ConfigError, match=r"is off\. Set mcp\.sky\.enabled to true"):
            await kept.operations.restart({"name": "sky"})
        await kept.settings.config_set({"key": "mcp.sky.enabled", "value": True})
        assert (await kept.listed("sky"))["is_up"]


async def test_a_server_is_started_anew_at_once(clock: SystemClock) -> None:
    async with standing(clock, lean("--end", "3")) as it:
        before = it.server

        await operating(it).restart({"name": "lean"})

        assert it.server is not before
        assert it.server.trouble == ""


async def test_presets_that_are_set_up_are_not_offered_again(clock: SystemClock) -> None:
    async with standing(clock, {"coolest_cities": McpSettings(preset="coolest_cities")}) as it:
        offered = {each["name"]: each for each in await operating(it).presets({})}

    assert set(offered) == {"time", "weather", "pixellab"}
    assert offered["pixellab"]["key"] == "PIXELLAB_API_KEY"
