"""What Ollama is asked with: pictures, tools and options, or words for those who know no tools."""

import base64

import pytest

from performer.core.clock import SystemClock
from performer.core.untrusted_text import Prompt
from performer.models.model import AssistantMessage, StepRequest, ToolCalls, ToolMessage, UserMessage
from performer.models.ollama.driver import Ollama
from performer.models.ollama.request import count_cores
from performer.models.ollama.server import OllamaServer
from performer.models.settings import ModelSettings
from performer.tools.tool import ToolCall
from tests.fakes.ollama import BLIND, PLAIN, SEEING_ONLY, FakeOllama
from tests.fakes.ollama_wire import Trouble
from tests.performer.models.ollama.asked import ASKED, made, played
from tests.performer.models.toolcalls.text.tools import TOOLS

pytestmark = pytest.mark.anyio


async def test_the_request_carries_pictures_tools_and_the_same_options_as_the_warm_up(
    ollama: FakeOllama, model: Ollama
) -> None:
    await model.warm_up()
    await played(model)

    asked, loaded = ollama.asked[0], ollama.warm_ups[0]
    assert asked["messages"][1]["images"] == [base64.b64encode(b"\xff\xd8jpeg").decode()]
    assert [tool["function"]["name"] for tool in asked["tools"]] == [tool.name for tool in TOOLS]
    wanted = {"num_ctx": 8192, "num_predict": 220, "temperature": 0.8, "num_thread": max(1, count_cores() - 1)}
    assert asked["options"] == loaded["options"] == wanted
    assert asked["keep_alive"] == loaded["keep_alive"] == "30m"
    assert "think" not in asked


@pytest.mark.parametrize(("written", "sent"), [("1h30m", "1h30m"), ("-1", -1), ("600", 600)])
async def test_keep_alive_is_sent_as_the_server_reads_it(
    ollama: FakeOllama,
    server: OllamaServer,
    settings: ModelSettings,
    clock: SystemClock,
    written: str,
    sent: str | int,
) -> None:
    lasting = ModelSettings.model_validate({**settings.model_dump(), "keep_alive": written})
    model = await made(BLIND, ollama, server, lasting, clock)

    await model.warm_up()

    assert ollama.warm_ups[0]["keep_alive"] == sent


async def test_calls_and_results_go_back_as_the_server_wants_them(ollama: FakeOllama, model: Ollama) -> None:
    call = ToolCall(id="c1", name="show_emote", arguments={"name": "wave"})
    history = (
        *ASKED.messages,
        AssistantMessage(text=Prompt("Hi."), calls=(call,)),
        ToolMessage(call=call, text=Prompt("Shown.")),
    )

    await played(model, StepRequest(messages=history, tools=TOOLS))

    assistant, tool = ollama.asked[0]["messages"][2:]
    assert assistant["tool_calls"][0]["function"] == {"index": 0, "name": "show_emote", "arguments": {"name": "wave"}}
    assert tool == {"role": "tool", "content": "Shown.", "tool_name": "show_emote", "tool_call_id": "c1"}


async def test_a_blind_model_gets_no_picture(
    ollama: FakeOllama, server: OllamaServer, settings: ModelSettings, clock: SystemClock
) -> None:
    model = await made(BLIND, ollama, server, settings, clock)

    await played(model)

    assert not model.sees
    assert "images" not in ollama.asked[0]["messages"][1]


async def test_a_model_without_tools_is_taught_to_print_calls(
    ollama: FakeOllama, server: OllamaServer, settings: ModelSettings, clock: SystemClock
) -> None:
    model = await made(SEEING_ONLY, ollama, server, settings, clock)
    ollama.reply('On it.\nCALL overlay_text {"msg": "GG"}')

    step, heard = await played(model)

    asked = ollama.asked[0]
    assert "tools" not in asked
    assert [each["role"] for each in asked["messages"]] == ["system", "user"]
    assert asked["messages"][0]["content"].startswith("Be brief.")
    assert "CALL " in asked["messages"][0]["content"]
    assert heard == "On it."
    assert isinstance(step, ToolCalls)
    assert step.calls[0].arguments == {"text": "GG"}


async def test_a_model_without_tools_reads_its_calls_and_results_as_text(
    ollama: FakeOllama, server: OllamaServer, settings: ModelSettings, clock: SystemClock
) -> None:
    model = await made(PLAIN, ollama, server, settings, clock)
    call = ToolCall(id="c1", name="show_emote", arguments={"name": "wave"})
    history = (
        *ASKED.messages,
        AssistantMessage(text=Prompt("Hi."), calls=(call,)),
        ToolMessage(call=call, text=Prompt("Shown.")),
        UserMessage(text=Prompt("Go on.")),
    )

    await played(model, StepRequest(messages=history, tools=TOOLS))

    assert [each["role"] for each in ollama.asked[0]["messages"]] == ["system", "user", "assistant", "user"]
    assert ollama.asked[0]["messages"][2]["content"] == 'Hi.\nCALL show_emote {"name": "wave"}'
    assert ollama.asked[0]["messages"][3]["content"] == "[show_emote] Shown.\n\nGo on."


@pytest.mark.parametrize("trouble", [Trouble.NO_TOOLS, Trouble.PARSE_ERROR, Trouble.PARSE_IN_BAND])
async def test_tools_that_the_server_cannot_handle_go_into_the_prompt_from_then_on(
    ollama: FakeOllama, model: Ollama, trouble: Trouble
) -> None:
    ollama.trouble(trouble)
    ollama.reply("CALL hush")

    step, _ = await played(model)
    await played(model)

    assert isinstance(step, ToolCalls)
    assert ["tools" in body for body in ollama.asked] == [True, False, False]
