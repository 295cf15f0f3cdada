"""How long a question may be, and what is left out of one that is longer."""

import pytest

from performer.core.untrusted_text import NONE, Prompt
from performer.models.driver.prompt_window import PromptWindow, measure
from performer.models.http.lines import ServerError
from performer.models.http.server_client import Body
from performer.models.model import AssistantMessage, StepRequest, SystemMessage, ToolMessage, UserMessage
from performer.tools.tool import ToolCall

CALL = ToolCall(id="c", name="look", arguments={})
TALK = (
    SystemMessage(text=Prompt("system")),
    UserMessage(text=Prompt("u" * 400)),
    AssistantMessage(text=Prompt("a" * 400)),
    UserMessage(text=Prompt("newest")),
    AssistantMessage(text=NONE, calls=(CALL,)),
    ToolMessage(call=CALL, text=Prompt("result")),
)


def body_of(request: StepRequest) -> Body:
    return {"messages": [{"role": "user", "content": each.text} for each in request.messages]}


def refused(said: str, status: int = 400) -> ServerError:
    return ServerError(said, status=status, said=said)


@pytest.mark.parametrize(
    "said",
    [
        "the input length exceeds the context length",
        "request (8214 tokens) exceeds the available context size (4096 tokens), try increasing it",
        "This model's maximum context length is 4096 tokens.",
        "prompt is too long: 9000 tokens",
    ],
)
def test_servers_say_in_several_ways_that_a_question_is_too_long(said: str) -> None:
    window = PromptWindow("owl", None)

    assert window.take_refusal(refused(said), body_of(StepRequest(messages=TALK)))
    assert window.remark == ""


def test_anything_else_is_no_word_about_the_length() -> None:
    window = PromptWindow("owl", None)

    assert not window.take_refusal(refused("temperature is too large"), body_of(StepRequest(messages=TALK)))
    assert not window.take_refusal(refused("context length", status=401), body_of(StepRequest(messages=TALK)))
    assert window.remark == ""


@pytest.mark.expects_log
def test_the_oldest_goes_with_its_answer_and_the_system_and_the_newest_stay() -> None:
    window, request = PromptWindow("owl", None), StepRequest(messages=TALK, short=TALK[:1])
    window.take_refusal(refused("context length"), body_of(request))

    short = window.shorten(request, body_of(request))

    assert "the oldest lines are left out" in window.remark
    assert [each.text for each in short.messages] == ["system", "newest", "", "result"]
    assert short.short == TALK[:1]


@pytest.mark.expects_log
def test_a_result_does_not_stay_without_its_call() -> None:
    window, request = PromptWindow("owl", None), StepRequest(messages=(*TALK, UserMessage(text=Prompt("go on"))))
    for _ in range(9):
        window.take_refusal(refused("context length"), body_of(window.shorten(request, body_of(request))))

    assert [each.text for each in window.shorten(request, body_of(request)).messages] == ["system", "go on"]


def test_pictures_count_as_a_few_words_and_not_by_their_bytes() -> None:
    ours = {"messages": [{"role": "user", "content": "hi", "images": ["A" * 90_000]}]}
    theirs = {"messages": [{"role": "user", "content": [{"type": "text", "text": "hi"}, {"type": "image_url"}]}]}

    assert 3000 < measure(ours) < 3200
    assert 3000 < measure(theirs) < 3200
