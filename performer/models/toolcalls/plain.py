"""A conversation retold as plain messages, for models that know no tools and templates that want turns to alternate."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce
from itertools import groupby
from typing import assert_never

from performer.core.untrusted_text import NONE, Prompt, join_prompts
from performer.models.model import AssistantMessage, ChatMessage, SystemMessage, ToolMessage, UserMessage
from performer.models.toolcalls.text.protocol import CallProtocol

PlainMessage = SystemMessage | UserMessage | AssistantMessage


def write_calls_as_text(
    messages: Sequence[ChatMessage], wording: CallProtocol, lesson: Prompt = NONE
) -> list[PlainMessage]:
    """Write calls and results as text; the system says the lesson behind all it says anyway.

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
    return [reduce(_join, alike) for _, alike in groupby(messages, key=type)]


def _join(one: PlainMessage, other: PlainMessage) -> PlainMessage:
    text = join_prompts(one.text, other.text)
    if isinstance(one, UserMessage) and isinstance(other, UserMessage):
        return replace(one, text=text, pictures=one.pictures + other.pictures)
    return replace(one, text=text)


def _write_plain(message: ChatMessage, wording: CallProtocol) -> PlainMessage:
    match message:
        case AssistantMessage():
            return AssistantMessage(text=wording.format_said(message.text, message.calls))
        case ToolMessage():
            return UserMessage(text=wording.format_result(message.call, message.text))
        case SystemMessage() | UserMessage():
            return message
        case _:
            assert_never(message)
