"""One step against a server of OpenAI's kind that behaves, in every dialect."""

import base64
import json
from typing import Any

import anyio
import pytest

from performer.core.untrusted_text import Prompt
from performer.models.model import AssistantMessage, FinalAnswer, StepRequest, ToolCalls, ToolMessage, UserMessage
from performer.models.openai.driver import OpenAI
from performer.tools.tool import ToolCall
from tests.fakes.openai import FakeOpenAI
from tests.performer.models.openai.conftest import ASKED, JPEG, WAVE, Made, played
from tests.performer.models.toolcalls.text.tools import TOOLS

pytestmark = pytest.mark.anyio

DIALECTS: dict[str, dict[str, Any]] = {
    "plain": {},
    "cut in single bytes": {"wire_bytes": 1},
    "cut across letters": {"wire_bytes": 7},
    "with carriage returns": {"line_end": "\r\n", "gap": "\r\n"},
    "no blank after the colon": {"prefix": "data:"},
    "no empty lines": {"gap": ""},
    "over several lines": {"pretty": True},
    "with comments in between": {"pings": True},
    "bare JSON lines": {"prefix": "", "gap": ""},
    "not streamed": {"whole": True},
    "no [DONE]": {"done": False},
    "no reason": {"finish": None},
    "no count of tokens": {"tokens": None},
    "thinks first": {"thinking": "The boss winds up."},
    "thinks by another name": {"thinking": "The boss winds up.", "thinking_key": "reasoning"},
    "stays open": {"done": False, "stays_open": True, "tokens": 12},
}


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=DIALECTS.keys())
async def test_every_dialect_says_and_calls_the_same(
    fake: FakeOpenAI, made: Made, dialect: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("performer.models.openai.stream.AFTERMATH_S", 0.1)
    fake.reply("Żółw, 亀, 🐢!", calls=[WAVE, ("hush", {})], **dialect)

    step, heard = await played(await made())

    assert heard == "Żółw, 亀, 🐢!"
    assert isinstance(step, ToolCalls)
    assert [(call.name, call.arguments) for call in step.calls] == [WAVE, ("hush", {})]
    assert step.usage.answer_tokens == (0 if dialect.get("tokens", 12) is None else 12)


async def test_a_first_word_is_heard_before_the_answer_is_done(fake: FakeOpenAI, model: OpenAI) -> None:
    fake.reply("Look out, a goose!", hold=True)
    heard: list[str] = []
    spoken = anyio.Event()

    def on_text(text: str) -> None:
        heard.append(text)
        spoken.set()

    async with anyio.create_task_group() as group:
        group.start_soon(model.step, ASKED, on_text)
        await spoken.wait()
        assert heard == ["Look"]
        fake.release()

    assert "".join(heard) == "Look out, a goose!"


async def test_the_request_is_what_every_server_of_the_kind_knows(fake: FakeOpenAI, model: OpenAI) -> None:
    await played(model)

    asked = fake.asked[0]
    assert [each["role"] for each in asked["messages"]] == ["system", "user"]
    words, picture = asked["messages"][1]["content"]
    assert words == {"type": "text", "text": "What now?"}
    assert picture["image_url"]["url"] == f"data:image/jpeg;base64,{base64.b64encode(JPEG).decode()}"
    assert [tool["function"]["name"] for tool in asked["tools"]] == [tool.name for tool in TOOLS]
    assert (asked["tool_choice"], asked["max_tokens"], asked["temperature"]) == ("auto", 220, 0.8)
    assert asked["stream"] is True


async def test_a_warm_up_asks_for_a_word_about_a_picture_once(fake: FakeOpenAI, model: OpenAI) -> None:
    await model.warm_up()
    await model.warm_up()

    assert len(fake.asked) == 1
    assert fake.asked[0]["max_tokens"] == 16
    assert fake.asked[0]["messages"][0]["content"][1]["type"] == "image_url"


async def test_calls_and_results_go_back_under_ids_that_every_server_takes(fake: FakeOpenAI, model: OpenAI) -> None:
    call = ToolCall(id="call-1", name="show_emote", arguments={"name": "wave"})
    history = (
        *ASKED.messages,
        AssistantMessage(text=Prompt("Hi."), calls=(call,)),
        ToolMessage(call=call, text=Prompt("Shown.")),
    )

    await played(model, StepRequest(messages=history, tools=TOOLS))

    assistant, tool = fake.asked[0]["messages"][2:]
    made = assistant["tool_calls"][0]
    assert (made["id"], made["type"], made["function"]["name"]) == ("call00001", "function", "show_emote")
    assert json.loads(made["function"]["arguments"]) == {"name": "wave"}
    assert tool == {"role": "tool", "tool_call_id": "call00001", "content": "Shown."}


async def test_a_call_without_a_result_goes_back_as_text(fake: FakeOpenAI, model: OpenAI) -> None:
    call = ToolCall(id="call-1", name="show_emote", arguments={"name": "wave"})
    history = (*ASKED.messages, AssistantMessage(text=Prompt("Hi."), calls=(call,)), UserMessage(text=Prompt("Go on.")))

    await played(model, StepRequest(messages=history, tools=TOOLS))

    assert "tool_calls" not in fake.asked[0]["messages"][2]
    assert 'CALL show_emote {"name": "wave"}' in fake.asked[0]["messages"][2]["content"]


async def test_in_soft_mode_tools_stand_in_the_prompt(fake: FakeOpenAI, made: Made) -> None:
    fake.reply('On it.\nCALL overlay_text {"text": "GG"}')

    step, heard = await played(await made(mode="soft"))

    assert "tools" not in fake.asked[0]
    assert "CALL" in fake.asked[0]["messages"][0]["content"]
    assert heard == "On it."
    assert isinstance(step, ToolCalls)
    assert step.calls[0].arguments == {"text": "GG"}


async def test_in_constrained_mode_the_answer_is_held_to_a_schema(fake: FakeOpenAI, made: Made) -> None:
    answer = {"say": "On it.", "calls": [{"tool": "overlay_text", "arguments": {"text": "GG"}}]}
    fake.reply(json.dumps(answer))

    step, heard = await played(await made(mode="constrained"))

    form = fake.asked[0]["response_format"]
    assert (form["type"], form["json_schema"]["strict"]) == ("json_schema", False)
    assert "tools" not in fake.asked[0]
    assert heard == "On it."
    assert isinstance(step, ToolCalls)
    assert step.calls[0].arguments == {"text": "GG"}


@pytest.mark.parametrize("finish", ["length", "content_filter"])
async def test_a_call_that_was_cut_off_is_not_run(fake: FakeOpenAI, model: OpenAI, finish: str) -> None:
    fake.reply("Look", calls=[WAVE, ("hush", {})], finish=finish)

    step, _ = await played(model)

    assert step.cut
    assert isinstance(step, ToolCalls)
    assert [call.name for call in step.calls] == ["show_emote"]


async def test_arguments_that_do_not_fit_are_a_misprint(fake: FakeOpenAI, model: OpenAI) -> None:
    fake.reply(calls=[("show_emote", {"name": "kazoo_solo"})])

    step, _ = await played(model)

    assert isinstance(step, ToolCalls)
    assert not step.calls
    assert "kazoo_solo" in step.misprints[0].reason


async def test_words_of_a_refusal_are_not_spoken(fake: FakeOpenAI, model: OpenAI) -> None:
    fake.reply(deltas=[{"refusal": "I cannot help with that."}], finish="stop")

    step, heard = await played(model)

    assert isinstance(step, FinalAnswer)
    assert heard == ""


async def test_the_next_question_goes_over_the_same_connection(fake: FakeOpenAI, model: OpenAI) -> None:
    await played(model)
    await played(model)

    assert len(set(fake.ports[-2:])) == 1
