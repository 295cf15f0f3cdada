"""What the tests of servers of OpenAI's kind share: a fake one, and a driver for its model."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest

from performer.core.clock import SystemClock
from performer.core.untrusted_text import Prompt
from performer.models.driver.server_quirks import ServerQuirks
from performer.models.model import Step, StepRequest, SystemMessage, UserMessage
from performer.models.openai.driver import OpenAI
from performer.models.openai.server import choose, make_openai_server
from performer.models.settings import ModelSettings, OpenAISpec
from tests.fakes.openai import FakeOpenAI
from tests.performer.agent.expression.offered import tool
from tests.performer.models.proved import prove_able
from tests.performer.models.toolcalls.text.tools import TOOLS

Made = Callable[..., Awaitable[OpenAI]]

WAVE = ("show_emote", {"name": "wave"})
JPEG = b"\xff\xd8jpeg"
ASKED = StepRequest(
    messages=(SystemMessage(text=Prompt("Be brief.")), UserMessage(text=Prompt("What now?"), pictures=(JPEG,))),
    tools=TOOLS,
)
SHORT = (SystemMessage(text=Prompt("You are Pip.")), UserMessage(text=Prompt("On screen: a bat.")))
REACTION = StepRequest(messages=SHORT, phase="react", tools=(tool("show_emote", "name", "laugh", "skull"),))


@pytest.fixture
async def fake() -> AsyncIterator[FakeOpenAI]:
    async with FakeOpenAI() as server:
        yield server


@pytest.fixture
def quirks() -> ServerQuirks:
    return ServerQuirks()


@pytest.fixture
async def made(fake: FakeOpenAI, clock: SystemClock, quirks: ServerQuirks) -> AsyncIterator[Made]:
    """Make drivers for the fake's model, as if it had been probed; each has its connections closed in the end."""
    async with AsyncExitStack() as stack:

        async def make(*, name: str = "fake-vl", **settings: Any) -> OpenAI:
            spec, asked = OpenAISpec(name=name, url=fake.url), ModelSettings(**settings)
            server = await stack.enter_async_context(make_openai_server(spec, asked, clock))
            model = OpenAI(server, await choose(server, spec.name, asked), asked, clock, quirks)
            await prove_able(model)
            return model

        yield make


@pytest.fixture
async def model(made: Made) -> OpenAI:
    return await made()


async def played(model: OpenAI, request: StepRequest = ASKED) -> tuple[Step, str]:
    """Take a step, and give it with what was heard."""
    heard: list[str] = []
    step = await model.step(request, heard.append)
    return step, "".join(heard)
