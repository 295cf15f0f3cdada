"""A turn with a plan, on the true wire of both kinds of servers: first a tool or none, then the words."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from typing import Any

import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ServiceError
from performer.core.untrusted_text import Prompt
from performer.models.driver.driver import Driver
from performer.models.model import (
    AssistantMessage,
    FinalAnswer,
    Step,
    StepRequest,
    SystemMessage,
    ToolCalls,
    ToolMessage,
    UserMessage,
)
from performer.models.selection.build import EndpointFactory
from performer.models.settings import ModelSettings
from performer.tools.tool import ToolCall
from tests.fakes.ollama import FakeOllama
from tests.fakes.ollama_wire import Trouble
from tests.fakes.openai import FakeOpenAI
from tests.fakes.openai_wire import Trouble as OtherTrouble
from tests.performer.models.toolcalls.text.tools import TEXT, TOOLS, offer

pytestmark = pytest.mark.anyio

SEND = offer("mcp.chat.send", "Write a message.", "content", content=TEXT)
MESSAGES = (
    SystemMessage(text=Prompt("Be brief.")),
    UserMessage(text=Prompt("What now?"), pictures=(b"\xff\xd8jpeg",)),
)
PICK = StepRequest(messages=MESSAGES, tools=(*TOOLS, SEND), phase="pick")
WRITE = StepRequest(messages=MESSAGES, phase="write")
WAVED = ToolCall(id="c1", name="show_emote", arguments={"name": "wave"})
DID = (AssistantMessage(text=Prompt(""), calls=(WAVED,)), ToolMessage(call=WAVED, text=Prompt("«k Shown. k»")))
WAVE = '{"tool": "show_emote", "arguments": {"name": "wave"}}'
NONE = '{"tool": "none", "arguments": {}}'


@dataclass(kw_only=True)
class Wire:
    """A server of one kind, and how to ask it."""

    kind: str
    fake: Any
    make: Callable[[str], Awaitable[Driver]]

    async def model(self, mode: str = "auto") -> Driver:
        return await self.make(mode)

    def schema(self, at: int = -1) -> Any:
        body = self.fake.asked[at]
        return body.get("format") or body.get("response_format", {}).get("json_schema", {}).get("schema")

    def told(self, at: int = -1) -> list[str]:
        """What each message of a question says, in words."""
        return [_words(each["content"]) for each in self.fake.asked[at]["messages"]]

    def refuse(self) -> None:
        """Refuse to hold the next answer to any form."""
        if self.kind == "ollama":
            self.fake.trouble(Trouble.NO_FORMAT)
        else:
            self.fake.refuse(400, "response_format is not supported by this model")
            self.fake.refuse(400, "response_format is not supported by this model")

    def break_off(self, after: str) -> None:
        """End the next answer in the middle."""
        self.fake.trouble(Trouble.FIN if self.kind == "ollama" else OtherTrouble.FIN, after=after)


def _words(content: Any) -> str:
    return content if isinstance(content, str) else " ".join(part.get("text", "[picture]") for part in content)


@pytest.fixture(params=["ollama", "openai"])
async def wire(request: pytest.FixtureRequest, clock: SystemClock) -> AsyncIterator[Wire]:
    kind = request.param
    async with AsyncExitStack() as stack:
        fake: Any = await stack.enter_async_context(FakeOllama() if kind == "ollama" else FakeOpenAI())
        spec = f"ollama:qwen3-vl:4b-instruct@{fake.url}" if kind == "ollama" else f"openai:fake-vl@{fake.url}"

        async def make(mode: str) -> Driver:
            """Make a model as the show does, with names that servers take."""
            maker = EndpointFactory(clock, stack)
            endpoint = await maker.make(ModelSettings.model_validate({"spec": spec, "mode": mode}))
            return await endpoint.choose()

        yield Wire(kind=kind, fake=fake, make=make)


async def played(model: Driver, request: StepRequest) -> tuple[Step, str]:
    heard: list[str] = []
    step = await model.step(request, heard.append)
    return step, "".join(heard)


@pytest.mark.parametrize("mode", ["auto", "native", "soft", "constrained"])
async def test_a_pick_is_held_to_a_schema_in_whatever_mode_and_nothing_of_it_is_heard(wire: Wire, mode: str) -> None:
    model = await wire.model(mode)
    wire.fake.reply(WAVE)

    step, heard = await played(model, PICK)

    assert heard == ""
    assert isinstance(step, ToolCalls)
    assert [(call.name, call.arguments) for call in step.calls] == [("show_emote", {"name": "wave"})]
    assert step.usage.mode == "constrained"
    names = [way["properties"]["tool"]["enum"] for way in wire.schema()["anyOf"]]
    assert names == [["none"], ["overlay_text"], ["show_emote"], ["hush"], ["mcp_chat_send"]]
    assert "tools" not in wire.fake.asked[0]
    assert "would one of these tools be of use" in wire.told()[-1]
    assert '{"tool": "none", "arguments": {}}' in wire.told()[-1]


async def test_none_is_silence(wire: Wire) -> None:
    model = await wire.model()
    wire.fake.reply(NONE)

    step, heard = await played(model, PICK)

    assert isinstance(step, FinalAnswer)
    assert (step.text, heard) == ("", "")


@pytest.mark.parametrize("answer", ["I would wave at them.", "```json\n```", "{broken", '{"say": "Hi."}', "CALL hush"])
async def test_an_answer_that_is_no_pick_counts_as_none(wire: Wire, answer: str) -> None:
    model = await wire.model()
    wire.fake.reply(answer)

    step, heard = await played(model, PICK)

    assert isinstance(step, FinalAnswer)
    assert (step.text, heard) == ("", "")


async def test_a_pick_that_was_cut_off_does_not_run_and_is_told(wire: Wire) -> None:
    model = await wire.model()
    wire.fake.reply(WAVE[:-5])

    step, heard = await played(model, PICK)

    assert isinstance(step, ToolCalls)
    assert (step.calls, heard) == ((), "")
    assert "cut off" in step.misprints[0].reason


async def test_an_unknown_tool_is_passed_on_to_be_refused_and_a_spelt_one_is_known(wire: Wire) -> None:
    model = await wire.model()
    wire.fake.reply('{"tool": "dance", "arguments": {}}')
    wire.fake.reply('{"tool": "mcp_chat_send", "arguments": {"content": "GG"}}')

    unknown, _ = await played(model, PICK)
    known, _ = await played(model, PICK)

    assert isinstance(unknown, ToolCalls)
    assert isinstance(known, ToolCalls)
    assert [call.name for call in (*unknown.calls, *known.calls)] == ["dance", "mcp.chat.send"]


async def test_a_server_that_refuses_the_form_is_asked_for_the_same_in_words_from_then_on(wire: Wire) -> None:
    model = await wire.model()
    wire.refuse()
    for _ in range(2):
        wire.fake.reply(f"Sure, here is the JSON:\n```json\n{WAVE}\n```")

    step, heard = await played(model, PICK)
    again, _ = await played(model, PICK)

    assert heard == ""
    assert isinstance(step, ToolCalls)
    assert isinstance(again, ToolCalls)
    assert step.usage.mode == "soft"
    assert wire.told(0) == wire.told(-1)
    assert [wire.schema(at) is not None for at in (0, -2, -1)] == [True, False, False]


async def test_to_write_no_tools_are_told_of_and_words_are_heard_as_they_come(wire: Wire) -> None:
    model = await wire.model()
    wire.fake.reply("Nice jump.")
    heard: list[str] = []

    step = await model.step(replace(WRITE, messages=(*MESSAGES, *DID)), heard.append)

    assert isinstance(step, FinalAnswer)
    assert "".join(heard) == "Nice jump."
    assert len(heard) > 1
    assert step.usage.mode == "soft"
    asked = wire.fake.asked[0]
    assert not {"tools", "format", "response_format"} & set(asked)
    system, user = wire.told()
    assert system == "Be brief."
    assert f"You used {WAVE}\nWhat came of it: «k Shown. k»" in user
    assert "overlay_text" not in user
    assert "Now write your answer" in user


async def test_calls_that_are_printed_while_writing_are_not_heard(wire: Wire) -> None:
    model = await wire.model()
    wire.fake.reply('Well. {"name": "show_emote", "arguments": {"name": "wave"}}')

    _, heard = await played(model, WRITE)

    assert "show_emote" not in heard


async def test_both_phases_begin_alike_so_that_a_server_reads_it_once(wire: Wire) -> None:
    model = await wire.model()

    await played(model, PICK)
    await played(model, WRITE)

    pick, write = wire.told(0), wire.told(1)
    assert pick[0] == write[0]
    assert pick[1].startswith("What now?")
    assert write[1].startswith("What now?")


async def test_a_server_that_ends_in_a_pick_fails_the_step(wire: Wire) -> None:
    model = await wire.model()
    wire.break_off(after=WAVE)

    with pytest.raises(ServiceError):
        await played(model, PICK)


async def test_a_pick_has_to_be_json_where_only_the_schema_is_refused(clock: SystemClock) -> None:
    async with FakeOpenAI() as fake, AsyncExitStack() as stack:
        maker = EndpointFactory(clock, stack)
        endpoint = await maker.make(ModelSettings.model_validate({"spec": f"openai:fake-vl@{fake.url}"}))
        model = await endpoint.choose()
        fake.refuse(400, "json_schema is not supported")
        fake.reply(WAVE)

        step, _ = await played(model, PICK)

        assert isinstance(step, ToolCalls)
        assert fake.asked[-1]["response_format"] == {"type": "json_object"}
        assert "JSON" in json.dumps(fake.asked[-1]["messages"])
