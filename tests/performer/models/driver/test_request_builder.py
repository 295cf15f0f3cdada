"""What is asked in each phase and way, at both kinds of servers."""

import json

import pytest

from performer.core.untrusted_text import Prompt
from performer.models.driver.reaction import TALK_TOKENS
from performer.models.driver.request_builder import RequestBuilder, make_question
from performer.models.model import Phase, StepRequest, SystemMessage, UserMessage
from performer.models.ollama.request import OllamaRequestBuilder
from performer.models.openai.request import OpenAIRequestBuilder
from performer.models.settings import ModelSettings, Way
from tests.performer.agent.expression.offered import tool

LAUGH = tool("show_emote", "name", "laugh")
LONG = (SystemMessage(text=Prompt("You are Pip.")), UserMessage(text=Prompt("What now?")))
SHORT = (UserMessage(text=Prompt("Short.")),)
SETTINGS = ModelSettings()
BUILDERS: list[RequestBuilder] = [
    OllamaRequestBuilder(model="m", sees=True, thinks=False, quirks=frozenset(), settings=SETTINGS),
    OpenAIRequestBuilder(model="m", sees=True, quirks=frozenset(), settings=SETTINGS),
]


def forms(builder: RequestBuilder, way: Way, *, phase: Phase = "free", has_tools: bool = True) -> tuple[bool, bool]:
    """Return whether the question has the server's own tools, and a form for the answer."""
    request = StepRequest(messages=LONG, short=SHORT, tools=(LAUGH,) if has_tools else (), phase=phase)
    body = builder.build(make_question(way, request))
    return "tools" in body, "format" in body or "response_format" in body


@pytest.mark.parametrize("builder", BUILDERS)
@pytest.mark.parametrize(
    ("way", "phase", "expected"),
    [
        ("native", "free", (True, False)),
        ("soft", "free", (False, False)),
        ("constrained", "free", (False, True)),
        ("talk", "free", (False, False)),
        ("constrained", "pick", (False, True)),
        ("soft", "write", (False, False)),
        ("native", "react", (True, False)),
        ("soft", "react", (False, False)),
        ("constrained", "react", (False, True)),
        ("talk", "react", (False, False)),
    ],
)
def test_each_way_has_its_own_means(
    builder: RequestBuilder, way: Way, phase: Phase, expected: tuple[bool, bool]
) -> None:
    assert forms(builder, way, phase=phase) == expected


@pytest.mark.parametrize("builder", BUILDERS)
@pytest.mark.parametrize("way", ["native", "soft", "constrained", "talk"])
def test_with_nothing_to_call_nothing_is_enforced(builder: RequestBuilder, way: Way) -> None:
    assert forms(builder, way, has_tools=False) == (False, False)


@pytest.mark.parametrize("builder", BUILDERS)
def test_a_model_that_only_talks_is_told_the_short_form(builder: RequestBuilder) -> None:
    request = StepRequest(messages=LONG, short=SHORT)
    talk, soft = (builder.build(make_question(way, request)) for way in ("talk", "soft"))

    assert [each["content"] for each in talk["messages"]] == ["Short."]
    assert [each["content"] for each in soft["messages"]] == ["You are Pip.", "What now?"]


@pytest.mark.parametrize("way", ["native", "soft", "constrained", "talk"])
def test_a_written_answer_has_its_room_and_its_code_whichever_way_calls_are_made(way: Way) -> None:
    question = make_question(way, StepRequest(messages=LONG, tools=(LAUGH,), room=900))
    code = "```py\nx = 1\n```"
    answer = json.dumps({"say": code, "calls": []}) if way == "constrained" else code

    assert (question.tokens, question.stop) == (900, ())
    assert question.new_reader((), False).finish(answer).speech == code


def test_a_model_that_only_talks_says_one_line_where_nothing_is_written() -> None:
    question = make_question("talk", StepRequest(messages=LONG))

    assert (question.tokens, question.stop) == (TALK_TOKENS, ("\n",))
    assert question.new_reader((), False).finish("```py\nx = 1\n```").speech == ""


def test_a_last_sentence_has_its_few_tokens_where_there_is_room_for_code_too() -> None:
    question = make_question("talk", StepRequest(messages=LONG, room=900, tokens=40))

    assert (question.tokens, question.stop) == (40, ("\n",))
