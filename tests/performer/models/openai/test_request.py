"""The questions to a server of OpenAI's kind."""

from typing import Any

from performer.core.untrusted_text import Prompt
from performer.models.driver.request_builder import make_question
from performer.models.driver.server_quirks import ServerQuirk
from performer.models.model import AssistantMessage, StepRequest, SystemMessage, ToolMessage, UserMessage
from performer.models.openai.request import OpenAIRequestBuilder, arrange_messages, merge_system_messages
from performer.models.settings import ModelSettings
from performer.tools.tool import ToolCall
from tests.performer.models.toolcalls.text.tools import TOOLS

SYSTEM, USER = SystemMessage(text=Prompt("Be brief.")), UserMessage(text=Prompt("What now?"))
CALL = ToolCall(id="a", name="show_emote", arguments={"name": "wave"})
CALLED, CAME = AssistantMessage(text=Prompt(""), calls=(CALL,)), ToolMessage(call=CALL, text=Prompt("waved"))


def builder(*quirks: ServerQuirk, think: bool = False) -> OpenAIRequestBuilder:
    settings = ModelSettings(think=think, num_predict=100)
    return OpenAIRequestBuilder(model="m", sees=True, quirks=frozenset(quirks), settings=settings)


def native(*messages: Any, quirks: tuple[ServerQuirk, ...] = ()) -> Any:
    return builder(*quirks).build(make_question("native", StepRequest(messages=messages, tools=TOOLS)))["messages"]


def test_a_call_and_its_result_have_an_id_that_every_server_takes() -> None:
    messages = native(SYSTEM, USER, CALLED, CAME, CALLED, CAME)

    called = [each["tool_calls"][0]["id"] for each in messages if "tool_calls" in each]
    assert called == ["call00001", "call00002"]
    assert [each["tool_call_id"] for each in messages if each["role"] == "tool"] == called


def test_a_call_without_its_result_is_told_in_words() -> None:
    assert all(not isinstance(each, ToolMessage) for each in arrange_messages([USER, CALLED, USER]))
    assert arrange_messages([USER, CALLED, CAME])[1:] == [CALLED, CAME]


def test_all_that_the_system_says_stands_first() -> None:
    assert [type(each) for each in arrange_messages([USER, SYSTEM])] == [SystemMessage, UserMessage]


def test_a_template_without_a_system_has_its_words_before_the_users() -> None:
    picture = UserMessage(text=Prompt("Look."), pictures=(b"one",))

    (first,) = merge_system_messages([SYSTEM, picture])

    assert isinstance(first, UserMessage)
    assert (first.text.startswith("Be brief."), first.pictures) == (True, (b"one",))
    assert [each["role"] for each in native(SYSTEM, USER, quirks=(ServerQuirk.REFUSES_SYSTEM,))] == ["user"]


def test_what_a_server_refuses_is_left_out() -> None:
    request = StepRequest(messages=(USER,), tools=TOOLS)
    plain = builder().build(make_question("constrained", request))
    poor = builder(
        ServerQuirk.REFUSES_MAX_TOKENS,
        ServerQuirk.REFUSES_USAGE,
        ServerQuirk.REFUSES_TEMPERATURE,
        ServerQuirk.REFUSES_THINK,
        ServerQuirk.REFUSES_SCHEMA,
    ).build(make_question("constrained", request))

    left_out = {"max_tokens", "stream_options", "temperature", "chat_template_kwargs"}
    assert (set(plain) & left_out, set(poor) & left_out) == (left_out, set())
    assert poor["max_completion_tokens"] == plain["max_tokens"] == 100
    assert (plain["response_format"]["type"], poor["response_format"]) == ("json_schema", {"type": "json_object"})


def test_a_model_that_thinks_has_the_room_for_it() -> None:
    asked = builder(think=True).build(make_question("soft", StepRequest(messages=(USER,))))

    assert asked["max_tokens"] > 1000
    assert "chat_template_kwargs" not in asked
