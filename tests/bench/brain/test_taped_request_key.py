"""Keys of requests: alike for what a model reads alike."""

from dataclasses import replace

from bench.brain.taped import hash_request
from performer.core.cues import SceneCue, SilenceCue
from performer.core.untrusted_text import Prompt
from performer.models.model import AssistantMessage, StepRequest, SystemMessage, ToolMessage, UserMessage
from performer.tools.tool import ToolCall, ToolSpec

CALL = ToolCall(id="call-1", name="wave", arguments={"size": "small"})
REQUEST = StepRequest(
    messages=(
        SystemMessage(text=Prompt("You are an owl.")),
        UserMessage(text=Prompt("A bat."), pictures=(b"jpeg",)),
        AssistantMessage(text=Prompt("Hm."), calls=(CALL,)),
        ToolMessage(call=CALL, text=Prompt("done")),
    ),
    tools=(ToolSpec(name="wave", description="Wave.", parameters={"type": "object"}),),
    cue=SceneCue(change=3.0, at_s=12.0),
)


def test_the_instant_of_a_cue_or_a_call_is_nothing_that_a_model_reads() -> None:
    call = replace(CALL, asked_s=3.0, turn=7, report=print)
    *others, _, _ = REQUEST.messages
    messages = (*others, AssistantMessage(text=Prompt("Hm."), calls=(call,)), REQUEST.messages[-1])
    later = replace(REQUEST, messages=messages, cue=SceneCue(change=9.0, at_s=99.0))

    assert hash_request(later) == hash_request(REQUEST)


def test_every_word_picture_tool_and_phase_makes_another_key() -> None:
    picture = UserMessage(text=Prompt("A bat."), pictures=(b"another",))
    others = [
        replace(REQUEST, messages=(SystemMessage(text=Prompt("You are a bat.")), *REQUEST.messages[1:])),
        replace(REQUEST, messages=(REQUEST.messages[0], picture, *REQUEST.messages[2:])),
        replace(REQUEST, messages=REQUEST.messages[:-1]),
        replace(REQUEST, tools=()),
        replace(REQUEST, tools=(replace(REQUEST.tools[0], parameters={"type": "object", "required": ["x"]}),)),
        replace(REQUEST, phase="write"),
        replace(REQUEST, cue=SilenceCue(idle_s=1.0)),
    ]

    assert len({hash_request(each) for each in [REQUEST, *others]}) == len(others) + 1


def test_who_speaks_counts_and_not_only_what_is_said() -> None:
    user = StepRequest(messages=(UserMessage(text=Prompt("Hello.")),))
    own = StepRequest(messages=(AssistantMessage(text=Prompt("Hello.")),))

    assert hash_request(user) != hash_request(own)
