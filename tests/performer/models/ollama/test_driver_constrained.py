"""A model held to a schema: its words are heard, its calls made, and what it is taught has that form."""

import json

import anyio
import pytest

from performer.core.untrusted_text import Prompt
from performer.models.model import AssistantMessage, StepRequest, ToolCalls, ToolMessage
from performer.tools.tool import ToolCall
from tests.fakes.ollama import THINKING, FakeOllama
from tests.fakes.ollama_wire import Trouble
from tests.performer.models.ollama.asked import ASKED, WAVE, played
from tests.performer.models.ollama.making import Maker
from tests.performer.models.toolcalls.text.tools import TOOLS

pytestmark = pytest.mark.anyio


JSON = '{"say": "Look \\ud83d\\ude00!", "calls": [{"tool": "show_emote", "arguments": {"name": "wave"}}]}'


async def test_held_to_a_schema_the_words_are_heard_and_the_calls_made(ollama: FakeOllama, make: Maker) -> None:
    model = await make(mode="constrained")
    ollama.reply(JSON)

    step, heard = await played(model)

    asked = ollama.asked[0]
    assert heard == "Look 😀!"
    assert isinstance(step, ToolCalls)
    assert [(call.name, call.arguments) for call in step.calls] == [WAVE]
    assert list(asked["format"]["properties"]) == ["say", "calls"]
    assert "tools" not in asked
    assert "think" not in asked
    assert "one JSON object" in asked["messages"][0]["content"]


async def test_its_words_are_heard_before_its_calls_are_written(ollama: FakeOllama, make: Maker) -> None:
    model = await make(mode="constrained")
    ollama.reply('{"say": "Loo', trouble=Trouble.HANG_MID)
    heard = anyio.Event()

    async with anyio.create_task_group() as group:
        group.start_soon(model.step, ASKED, lambda _: heard.set())
        await heard.wait()
        group.cancel_scope.cancel()


async def test_what_it_said_before_has_the_form_it_was_taught(ollama: FakeOllama, make: Maker) -> None:
    model = await make(mode="constrained")
    call = ToolCall(id="c1", name="show_emote", arguments={"name": "wave"})
    history = (
        *ASKED.messages,
        AssistantMessage(text=Prompt("Hi."), calls=(call,)),
        ToolMessage(call=call, text=Prompt("Shown.")),
    )

    await played(model, StepRequest(messages=history, tools=TOOLS))

    _, _, assistant, user = ollama.asked[0]["messages"]
    assert json.loads(assistant["content"]) == {
        "say": "Hi.",
        "calls": [{"tool": "show_emote", "arguments": {"name": "wave"}}],
    }
    assert user == {"role": "user", "content": "[show_emote] Shown."}


async def test_with_nothing_to_call_nothing_is_enforced(ollama: FakeOllama, make: Maker) -> None:
    model = await make(mode="constrained")
    ollama.reply("A cave.")

    _, heard = await played(model, StepRequest(messages=ASKED.messages))

    assert heard == "A cave."
    assert "format" not in ollama.asked[0]


async def test_a_server_that_passes_over_the_schema_is_read_all_the_same(ollama: FakeOllama, make: Maker) -> None:
    model = await make(mode="constrained")
    ollama.reply("Plainly so.\nCALL hush")

    step, heard = await played(model)

    assert heard == "Plainly so."
    assert isinstance(step, ToolCalls)


async def test_held_to_a_schema_a_model_that_thinks_is_told_nothing_of_it_and_has_room(
    ollama: FakeOllama, make: Maker
) -> None:
    model = await make(THINKING, mode="constrained")
    ollama.reply(JSON, thinking="They jumped. ")

    _, heard = await played(model)

    assert heard == "Look 😀!"
    assert "think" not in ollama.asked[0]
    assert ollama.asked[0]["options"]["num_predict"] == 220 + 1024
    assert "it thinks before it answers in JSON" in model.reason
