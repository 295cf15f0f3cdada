"""What the owner has allowed of a server, and what the settings say of its tools in vain."""

from dataclasses import replace

import pytest

from performer.core.clock import SystemClock
from performer.core.events.parts import FileRefused
from performer.core.events.stream import EventStream
from performer.tools.mcp.allowed_tools import AllowedDefinitions, MisfitReporter
from performer.tools.mcp.definition import ToolDefinition
from performer.tools.mcp.presets.presets import WEATHER
from performer.tools.mcp.server_spec import ServerSpec
from performer.tools.mcp.settings import McpSettings
from performer.tools.mentions import ToolMentions
from tests.performer.tools.mcp.standing import MemoryKeyValueStore, make_runtime

pytestmark = pytest.mark.anyio
FORECAST = ToolDefinition.of("weather", {"name": "forecast", "description": "Tells the weather."})
OTHERWISE = replace(FORECAST, digest="another")
SPEC = ServerSpec.of("weather", McpSettings(command="sky"))


async def test_a_definition_is_allowed_as_it_was_and_over_restarts() -> None:
    store = MemoryKeyValueStore()
    allowed = AllowedDefinitions(SPEC, store)
    await allowed.read()
    before = allowed.state(FORECAST)
    await allowed.allow([FORECAST])
    again = AllowedDefinitions(SPEC, store)
    unread = again.state(FORECAST)
    await again.read()

    assert (before, unread, again.state(FORECAST), again.state(OTHERWISE)) == ("new", "new", "allowed", "changed")
    assert (again.is_allowed(FORECAST), again.is_allowed(OTHERWISE)) == (True, False)


@pytest.mark.parametrize("kept", ["{", "[]", "5", ""])
async def test_of_what_cannot_be_read_nothing_is_allowed(kept: str) -> None:
    store = MemoryKeyValueStore()
    await store.keep("mcp.weather.allowed", kept)
    allowed = AllowedDefinitions(SPEC, store)
    await allowed.read()

    assert allowed.state(FORECAST) == "new"


def test_a_trusted_server_and_a_known_digest_need_no_yes() -> None:
    preset = replace(WEATHER, harmless={"forecast": FORECAST.digest})
    known = AllowedDefinitions(replace(SPEC, preset=preset), MemoryKeyValueStore())
    trusted = ServerSpec.of("weather", McpSettings(command="sky", trusted=True))

    assert AllowedDefinitions(trusted, MemoryKeyValueStore()).is_allowed(OTHERWISE)
    assert (known.state(FORECAST), known.state(OTHERWISE)) == ("allowed", "new")


async def test_what_fits_nothing_is_told_once(clock: SystemClock) -> None:
    stream = EventStream(clock)
    mentions = ToolMentions(lists={"tools.first": ["mcp.weather.forecasts"]})
    reporter = MisfitReporter(make_runtime(clock, stream), "weather", mentions)
    with stream.whole("test", FileRefused) as reader:
        for names in (["mcp.weather.forecast"], ["mcp.weather.forecast"], ["mcp.weather.forecasts"]):
            reporter.tell(names, [])
        stream.close()
        told = [published.event async for published in reader]

    assert len(told) == 1
    assert reporter.newest == ()
