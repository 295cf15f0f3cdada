"""A conversation without tools: one system message in front, turns that alternate, calls and results as text."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from performer.core.untrusted_text import Prompt
from performer.models.model import AssistantMessage, ChatMessage, SystemMessage, ToolMessage, UserMessage
from performer.models.toolcalls.plain import write_calls_as_text
from performer.models.toolcalls.text.protocol import CallProtocol
from performer.tools.tool import ToolCall

CALL = ToolCall(id="c1", name="show_emote", arguments={"name": "wave"})
MESSAGES: st.SearchStrategy[ChatMessage] = st.one_of(
    st.builds(SystemMessage, text=st.text(max_size=5)),
    st.builds(UserMessage, text=st.text(max_size=5), pictures=st.just((b"jpeg",)) | st.just(())),
    st.builds(AssistantMessage, text=st.text(max_size=5), calls=st.just((CALL,)) | st.just(())),
    st.builds(ToolMessage, call=st.just(CALL), text=st.text(max_size=5)),
)


@given(st.lists(MESSAGES, max_size=8), st.sampled_from(["", "A lesson."]))
def test_the_system_comes_first_and_no_two_of_a_kind_follow_each_other(
    messages: list[ChatMessage], lesson: str
) -> None:
    told = write_calls_as_text(messages, CallProtocol(), Prompt(lesson))

    kinds = [type(each) for each in told]
    assert all(one is not other for one, other in itertools.pairwise(kinds))
    assert SystemMessage not in kinds[1:]
    assert sum(len(each.pictures) for each in told if isinstance(each, UserMessage)) == sum(
        len(each.pictures) for each in messages if isinstance(each, UserMessage)
    )


def test_calls_and_results_become_text() -> None:
    messages: list[ChatMessage] = [
        UserMessage(text=Prompt("Hi!")),
        SystemMessage(text=Prompt("Be brief.")),
        AssistantMessage(text=Prompt("Hello."), calls=(CALL,)),
        ToolMessage(call=CALL, text=Prompt("Shown.")),
        UserMessage(text=Prompt("Go on.")),
    ]

    told = write_calls_as_text(messages, CallProtocol(), Prompt("A lesson."))

    assert [each.text for each in told] == [
        "Be brief.\n\nA lesson.",
        "Hi!",
        'Hello.\nCALL show_emote {"name": "wave"}',
        "[show_emote] Shown.\n\nGo on.",
    ]
