"""What every driver does, with a server that is only a list of answers."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ServiceError
from performer.core.untrusted_text import Prompt
from performer.models.driver.answer import AnswerChunk, NativeCall, NextChunk
from performer.models.driver.call_modes import LearntQuirks, ModelChoice
from performer.models.driver.driver import Driver
from performer.models.driver.request_builder import Body, RequestBuilder
from performer.models.driver.server_quirks import RefusalRule, ServerQuirk, ServerQuirks
from performer.models.http.deadlines import AnswerDeadlines
from performer.models.http.lines import ServerError
from performer.models.model import FinalAnswer, StepRequest, ToolCalls, UserMessage
from performer.models.ollama.request import OllamaRequestBuilder
from performer.models.settings import ModelSettings
from tests.performer.models.toolcalls.text.tools import TEXT, offer

pytestmark = pytest.mark.anyio
ASKED = StepRequest(messages=(UserMessage(text=Prompt("Well?")),))
SEND = offer("discord.send", "Write a message.", "content", content=TEXT)
REFUSED = ServerError("it has no tools", status=400, said="it has no tools")
BUSY = ServerError("it is busy", status=503, said="busy")


class Plain(Driver):
    """A driver whose server answers from a list."""

    refusals = (RefusalRule(ServerQuirk.REFUSES_TOOLS, "tools", "it has no tools", (400,)),)

    def __init__(self, clock: SystemClock, *answers: list[AnswerChunk] | ServiceError) -> None:
        learnt = LearntQuirks(name="m", model="m", server="m", quirks=ServerQuirks(), only_for_now=frozenset())
        choice = ModelChoice(name="m", reason="as configured", sees=True, calls_tools=True)
        super().__init__(self.chat, choice, ModelSettings(mode="native"), clock, learnt)
        self.answers = list(answers)
        self.bodies: list[Body] = []

    @asynccontextmanager
    async def chat(self, body: Body, _patience: AnswerDeadlines) -> AsyncIterator[NextChunk]:
        self.bodies.append(body)
        if isinstance(answer := self.answers.pop(0), ServiceError):
            raise answer
        self.chunks = iter(answer)
        yield self.next

    async def next(self) -> AnswerChunk | None:
        return next(self.chunks, None)

    async def warm_up(self) -> None:
        """Be there."""

    def _make_builder(self) -> RequestBuilder:
        known = self._learnt.known
        return OllamaRequestBuilder(model="m", sees=True, quirks=known, settings=self._settings, thinks=False)

    def _pause_s(self, error: ServerError, tries: int) -> float | None:
        return 0.0 if error is BUSY and tries < 3 else None


def said(*texts: str) -> list[AnswerChunk]:
    return [*(AnswerChunk(text=each) for each in texts), AnswerChunk(done=True)]


async def test_words_are_handed_on_as_they_come(clock: SystemClock) -> None:
    heard: list[str] = []

    step = await Plain(clock, said("Oh, ", "well.")).step(ASKED, heard.append)

    assert (heard, step.usage.mode) == (["Oh,", " well."], "native")
    assert isinstance(step, FinalAnswer)


async def test_what_is_refused_is_left_out_at_once_and_from_then_on(clock: SystemClock) -> None:
    model = Plain(clock, REFUSED, said("Oh."), said("Ah."))
    request = replace(ASKED, tools=(SEND,))

    await model.step(request, lambda _: None)
    await model.step(request, lambda _: None)

    assert ["tools" in each for each in model.bodies] == [True, False, False]


async def test_a_busy_server_is_asked_the_same_again_and_given_up_in_the_end(clock: SystemClock) -> None:
    model = Plain(clock, BUSY, BUSY, said("Oh."))
    await model.step(ASKED, lambda _: None)

    with pytest.raises(ServerError, match="busy"):
        await Plain(clock, BUSY, BUSY, BUSY).step(ASKED, lambda _: None)

    assert len(model.bodies) == 3


async def test_an_answer_without_an_end_fails(clock: SystemClock) -> None:
    with pytest.raises(ServiceError, match="m ended its answer before it was done"):
        await Plain(clock, [AnswerChunk(text="Oh")]).step(ASKED, lambda _: None)


async def test_a_tool_has_its_own_name_again_in_the_step(clock: SystemClock) -> None:
    call = NativeCall(name="discord_send", arguments={"content": "two"})
    model = Plain(clock, [AnswerChunk(calls=(call,)), AnswerChunk(done=True)])

    step = await model.step(replace(ASKED, tools=(SEND,)), lambda _: None)

    assert isinstance(step, ToolCalls)
    assert [each.name for each in step.calls] == ["discord.send"]
    assert model.bodies[0]["tools"][0]["function"]["name"] == "discord_send"


async def test_an_answer_that_is_enough_is_closed(clock: SystemClock) -> None:
    heard: list[str] = []
    model = Plain(clock, said(*["Word. "] * 100))

    await model.step(replace(ASKED, enough=lambda: bool(heard)), heard.append)

    assert 1 < len(heard) < 20
