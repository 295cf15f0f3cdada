"""A conversation retold as plain messages, for models that know no tools and templates that want turns to alternate."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol, assert_never

from performer.core.untrusted_text import NONE, Prompt, join_prompts
from performer.models.model import AssistantMessage, ChatMessage, SystemMessage, ToolMessage, UserMessage
from performer.tools.tool import ToolCall

PlainMessage = SystemMessage | UserMessage | AssistantMessage


class CallWording(Protocol):
    """The way calls and their results are written where there are no tools."""

    def format_said(self, text: Prompt, calls: Sequence[ToolCall], /) -> Prompt:
        """Write what the model said and called, as it should have written it."""
        ...

    def format_result(self, call: ToolCall, text: Prompt) -> Prompt:
        """Write what came of a call."""
        ...


def write_calls_as_text(
    messages: Sequence[ChatMessage], wording: CallWording, lesson: Prompt = NONE
) -> list[PlainMessage]:
    """Write calls and results as text; the system says the lesson behind all it says anyway.

    Returns:
        One system message at most, in front, and never two of a kind in a row; none in which the model says nothing.
    """
    plain = [_write_plain(each, wording) for each in messages]
    system = [each for each in plain if isinstance(each, SystemMessage)]
    taught = [SystemMessage(text=lesson)] if lesson else []
    others = [
        each for each in plain if isinstance(each, UserMessage) or (isinstance(each, AssistantMessage) and each.text)
    ]
    return merge_messages([*system, *taught, *others])


def merge_messages(messages: Iterable[PlainMessage]) -> list[PlainMessage]:
    """Join neighbours of a kind; nothing of calls is kept."""
    joined: list[PlainMessage] = []
    for message in messages:
        both = _join(joined[-1], message) if joined else None
        if both is None:
            joined.append(message)
        else:
            joined[-1] = both
    return joined


def _join(one: PlainMessage, other: PlainMessage) -> PlainMessage | None:
    """Make one message of two; None when they are of different kinds."""
    if type(one) is not type(other):
        return None
    text = join_prompts(one.text, other.text)
    if isinstance(one, UserMessage) and isinstance(other, UserMessage):
        return replace(one, text=text, pictures=one.pictures + other.pictures)
    return replace(one, text=text)


def _write_plain(message: ChatMessage, wording: CallWording) -> PlainMessage:
    match message:
        case AssistantMessage():
            return AssistantMessage(text=wording.format_said(message.text, message.calls))
        case ToolMessage():
            return UserMessage(text=wording.format_result(message.call, message.text))
        case SystemMessage() | UserMessage():
            return message
        case _:
            assert_never(message)
