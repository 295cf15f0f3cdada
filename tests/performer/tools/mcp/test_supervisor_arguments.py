"""The arguments that reach real servers, through the hooks of a show: as the model wrote them, or not at all."""

import random
import uuid
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ToolRefusedError
from performer.core.events.stream import EventStream
from performer.core.redact.redact import add_secret
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.tools.chain import HookChain
from performer.tools.mcp.server_spec import ServerSpec
from performer.tools.mcp.settings import McpSettings
from performer.tools.settings import ToolsSettings
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Toolbox
from tests.fakes.mcp.web import FakeWeb
from tests.performer.tools.mcp.standing import lean, standing

pytestmark = pytest.mark.anyio

CHANCE = random.Random(19)
DIGITS = ["".join(CHANCE.choices("0123456789", k=CHANCE.randint(6, 18))) for _ in range(600)]
IDS = [str(uuid.UUID(int=CHANCE.getrandbits(128), version=4)) for _ in range(200)]
CODES = [first + second for first in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" for second in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"][:250]
ROOTS = ("/home/jonas", "C:\\Users\\Jonas", "/Users/jonas", "/mnt/c/Users/Jonas")
PATHS = [f"{ROOTS[each % 4]}/saves/slot {each}.sav" for each in range(100)]
SECRET = "k5-of-these-servers-alone-w8"


class Sky:
    """A server at an address, with the hooks of a show before it."""

    def __init__(self, web: FakeWeb, box: Toolbox) -> None:
        self.web = web
        self._box = box

    async def call(self, **arguments: object) -> str:
        try:
            return (
                await self._box.call(ToolCall(id="1", name="mcp.sky.look", arguments=arguments, may="outside"))
            ).text
        except ToolRefusedError as no:
            return f"no: {no}"


@asynccontextmanager
async def sky(clock: SystemClock, host: str = "127.0.0.1", **more: Any) -> AsyncIterator[Sky]:
    """Have the server; by a host that is none of the loopback's it counts as another machine's."""
    async with FakeWeb() as web:
        settings = McpSettings(url=web.address.replace("127.0.0.1", host), trusted=True, **more)
        async with standing(clock, {"sky": settings}) as it:
            chain = HookChain(Runtime(clock, EventStream(clock), Guard(words=["plonk"])), ToolsSettings())
            yield Sky(web, Toolbox(it.servers.tools(), chain.hooks).approved)  # no rate stands before those


async def test_what_a_server_on_this_machine_is_given_is_what_the_model_wrote(clock: SystemClock) -> None:
    values = [*DIGITS, *IDS, *CODES, *PATHS]
    given: list[dict[str, object]] = [
        {f"value {at}": each for at, each in enumerate(values[begin : begin + 10])} for begin in range(0, 1150, 10)
    ]
    given += [{"number": int(each), each: [{"deep": [each]}]} for each in DIGITS[:50]]
    given += [{"all": values}, {"plonk": " a plonk \n  at large  " * 900}]

    async with sky(clock) as it:
        answers = {await it.call(**each) for each in given}

    assert answers == {"ok"}
    assert it.web.given == given


@pytest.mark.parametrize("path", PATHS[:4])
async def test_private_data_reaches_no_other_machine_but_where_the_settings_let_it(
    clock: SystemClock, path: str
) -> None:
    async with sky(clock, "0.0.0.0") as it:
        assert (await it.call(path=path)).startswith("no: mcp.sky.look was not called: what you gave it holds private")
        assert await it.call(place="Tokyo", code="DE", text="a plonk") == "ok"
    async with sky(clock, "0.0.0.0", private_data=True) as allowed:
        assert await allowed.call(path=path) == "ok"

    assert it.web.given == [{"place": "Tokyo", "code": "DE", "text": "a plonk"}]
    assert allowed.web.given[0] == {"path": path}


@pytest.mark.parametrize("private_data", [False, True])
@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
async def test_no_server_is_told_a_secret(clock: SystemClock, host: str, *, private_data: bool) -> None:
    add_secret(SECRET)

    async with sky(clock, host, private_data=private_data) as it:
        for arguments in ({"text": SECRET}, {"rows": [{SECRET: 1}]}, {"a": SECRET[:9], "b": SECRET[9:]}):
            assert (await it.call(**arguments))[:3] == "no:"

    assert it.web.given == []


async def test_a_program_that_is_started_is_on_this_machine(clock: SystemClock) -> None:
    async with standing(clock, lean()) as it:
        kinds = {tool.texts_for for tool in it.servers.tools()}

    assert kinds == {"program"}


@pytest.mark.parametrize(
    ("settings", "texts_for"),
    [
        ({"command": "uvx"}, "program"),
        ({"url": "http://localhost:8780/mcp"}, "program"),
        ({"url": "http://[::1]:8780/mcp"}, "program"),
        ({"url": "https://wiki.example/mcp"}, "remote program"),
        ({"url": "https://localhost.wiki.example/mcp"}, "remote program"),
        ({"url": "${WIKI}"}, "remote program"),
        ({"url": "https://wiki.example/mcp", "private_data": True}, "program"),
        ({"preset": "pixellab"}, "remote program"),
        ({"preset": "weather"}, "program"),
        ({"preset": "pixellab", "url": "http://127.0.0.1:1/mcp"}, "program"),
    ],
)
def test_where_a_server_is_is_told_by_its_settings(settings: Mapping[str, Any], texts_for: str) -> None:
    assert ServerSpec.of("wiki", McpSettings(**settings)).texts_for == texts_for
