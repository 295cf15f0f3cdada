"""The operations on all tools: what they tell, and what they change while the show goes on."""

from collections.abc import Sequence
from typing import Any

import pytest

from performer.config.changes import ConfigChanges
from performer.config.config import Config
from performer.config.file import ConfigFile
from performer.config.in_force import SettingsInForce
from performer.config.operations import ConfigOperations
from performer.core.clock import VirtualClock
from performer.core.errors import ConfigError
from performer.core.events.stream import EventStream
from performer.guard.guard import Guard
from performer.stage.server.status import Status
from performer.tools.chain import HookChain
from performer.tools.operations import ToolOperations, count_budgets
from performer.tools.tool import Tool
from tests.performer.tools.test_chain import Shop

pytestmark = pytest.mark.anyio


async def show_emote() -> str:
    """Wave. With the left wing."""
    return "waved"


async def open_door() -> str:
    """Open the door, plonk."""
    return "open"


class House:
    """Two tools and their hooks, with a configuration that keeps what is changed."""

    def __init__(self, clock: VirtualClock, folder: Any, **rules: Any) -> None:
        self.chain: HookChain = Shop(clock, **rules).chain
        self.file = ConfigFile(folder / "config.toml", environ={})
        status = Status(EventStream(clock), Guard())
        changes = ConfigChanges(SettingsInForce(Config(), self.chain.live), self.file)
        settings = ConfigOperations(changes, status, lambda _: None)
        self.operations = ToolOperations(self, Guard(words=["plonk"]), settings.config_set, lambda _name, said: said)

    def list_tools(self) -> Sequence[Tool]:
        outside = Tool.of(open_door, privilege="outside", server="house")
        return [Tool.of(show_emote, is_read_only=True), outside]

    async def told(self, name: str) -> dict[str, Any]:
        return next(each for each in await self.operations.all({}) if each["name"] == name)


@pytest.fixture
def house(virtual_clock: VirtualClock, tmp_path: Any) -> House:
    return House(virtual_clock, tmp_path, show_emote={"rate": "4/min"})


async def test_every_tool_is_told_with_whose_it_is_and_how_far_it_reaches(house: House) -> None:
    told = await house.operations.by_name()["tools.list"]({})

    facts = ("name", "server", "description", "privilege", "is_read_only", "is_on", "asks", "may_ask", "rate")
    assert [tuple(each[fact] for fact in facts) for each in told] == [
        ("show_emote", "", "Wave. With the left wing.", "fun", True, True, "never", ("never", "always"), "4/min"),
        ("open_door", "house", "Open the door, plonk.", "outside", False, True, "outside", ("outside", "always"), None),
    ]
    assert told[0]["use"] == {"used": 0, "most": 4, "window_s": 60.0}


async def test_a_strangers_words_pass_the_guard(house: House) -> None:
    assert "plonk" not in (await house.told("open_door"))["says"]


async def test_a_tool_that_is_switched_off_is_off_at_once_and_told_on(house: House) -> None:
    await house.operations.set({"tool": "show_emote", "on": False})

    assert not (await house.told("show_emote"))["is_on"]
    assert not house.chain.rules.can_use(house.list_tools()[0])
    assert house.file.load().config.tools.rules["show_emote"].deny is True


async def test_rate_and_asking_hold_at_once(house: House) -> None:
    said = await house.operations.set({"tool": "show_emote", "rate": "2/h", "asks": "always"})

    told = await house.told("show_emote")
    assert (told["rate"], told["asks"]) == ("2/h", "always")
    assert "It holds now." in said


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        ({"tool": "show_emoet", "on": False}, "There is no tool 'show_emoet'. Did you mean 'show_emote'"),
        ({"tool": "show_emote"}, "Expected 'on', 'rate' or 'asks'"),
        ({"tool": "show_emote", "rate": "often"}, "A rate is written like 3/min"),
        ({"tool": "show_emote", "asks": "sometimes"}, "'sometimes'"),
        ({"tool": "open_door", "asks": "never"}, "leads beyond the show"),
    ],
)
async def test_what_does_not_fit_is_refused_with_its_remedy(
    house: House, arguments: dict[str, Any], wrong: str
) -> None:
    with pytest.raises(ConfigError, match=wrong):
        await house.operations.set(arguments)


async def test_a_tool_that_a_list_names_goes_on_asking(virtual_clock: VirtualClock, tmp_path: Any) -> None:
    house = House(virtual_clock, tmp_path, confirm=["show_emote"])

    with pytest.raises(ConfigError, match=r"tools\.confirm names it"):
        await house.operations.set({"tool": "show_emote", "asks": "never"})
    assert (await house.told("show_emote"))["asks"] == "always"


def test_budgets_are_those_of_tools_with_a_rate(house: House) -> None:
    counted = count_budgets(house.chain, house.list_tools())

    assert counted["tools"] == {"show_emote": {"used": 0, "most": 4, "window_s": 60.0}}
    assert counted["together"]["most"] == 20
