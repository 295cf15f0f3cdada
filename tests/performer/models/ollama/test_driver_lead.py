"""The lead with a real driver and a server that comes, goes and comes back."""

from collections.abc import AsyncIterator

import anyio
import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ServiceError
from performer.core.events.parts import ServiceDown, ServiceUp
from performer.core.events.stream import Event, EventStream, PublishedEvent
from performer.core.untrusted_text import Prompt
from performer.models.driver.driver import Driver
from performer.models.endpoint import endpoint
from performer.models.endpoint.request_gate import RequestGate
from performer.models.model import FinalAnswer, StepRequest, UserMessage
from performer.models.ollama.choice import choose
from performer.models.ollama.driver import Ollama
from performer.models.ollama.server import OllamaServer
from performer.models.selection.lead import Lead
from performer.models.settings import ModelSettings
from tests.fakes.ollama import FakeOllama
from tests.performer.models.selection.test_lead import Understudy

pytestmark = pytest.mark.anyio

ASKED = StepRequest(messages=(UserMessage(text=Prompt("Well?")),))


async def comes(kind: type[Event], facts: AsyncIterator[PublishedEvent]) -> None:
    """Wait until such a fact is stated."""
    async for fact in facts:
        if isinstance(fact.event, kind):
            return


async def test_a_server_that_is_killed_and_started_again_is_taken_back(
    ollama: FakeOllama,
    settings: ModelSettings,
    clock: SystemClock,
    events: EventStream,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(endpoint, "BACK_OFF_S", [0.05])
    async with OllamaServer(ollama.url, clock) as server, anyio.create_task_group() as group:

        async def lead_of() -> Driver:
            return Ollama(server, await choose(server, settings), settings, clock)

        async def step() -> None:
            try:
                await lead.step(ASKED, lambda _: heard.set())
            except ServiceError as error:
                errors.append(error)

        heard = anyio.Event()
        errors: list[ServiceError] = []
        ours = endpoint.Endpoint(ollama.url, RequestGate(), clock, choose=lead_of)
        lead = Lead(clock, [ours], Understudy(), policy="auto", events=events)
        with events.whole("test") as reader:
            facts = aiter(reader)
            await group.start(lead.run)
            await comes(ServiceUp, facts)

            ollama.reply("Once upon a time", hold=True)
            async with anyio.create_task_group() as inner:
                inner.start_soon(step)
                await heard.wait()
                await ollama.stop()
            assert len(errors) == 1
            await comes(ServiceDown, facts)
            assert await lead.step(ASKED, lambda _: None) == FinalAnswer(text="")

            await ollama.start()
            await comes(ServiceUp, facts)
            ollama.reply("Back again.")
            answer = await lead.step(ASKED, lambda _: None)

        assert isinstance(answer, FinalAnswer)
        assert answer.text == "Back again."
        group.cancel_scope.cancel()
