"""A conversation in words alone, for servers that are not to know of tools: calls and results become plain text."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol

from performer.models.model import AssistantMessage, StepRequest, SystemMessage, ToolMessage, UserMessage
from performer.models.soft.protocol import Protocol as SoftProtocol
from performer.tools import ToolCall, ToolSpec

PlainMessage = SystemMessage | UserMessage | AssistantMessage
"""A message of which only the text counts, and of a user's the pictures."""


class Wording(Protocol):
    """One form in which a model prints its calls."""

    def teach(self, tools: Iterable[ToolSpec]) -> str:
        """Write the lesson; empty when there is nothing to call."""
        ...

    def said(self, message: AssistantMessage) -> str:
        """Write what the model said and called, in the form that it was taught."""
        ...

    def result(self, call: ToolCall, text: str) -> str:
        """Write what came of a call, as the next thing the model is told."""
        ...


class SoftWording:
    """Calls stand in the text as the soft protocol teaches them."""

    def __init__(self) -> None:
        self._protocol = SoftProtocol()

    def teach(self, tools: Iterable[ToolSpec]) -> str:
        """Write the lesson; empty when there is nothing to call."""
        return self._protocol.teach(tools)

    def said(self, message: AssistantMessage) -> str:
        """Write the words first, and each call on a line of its own."""
        lines = [message.text, *(self._protocol.printed(call) for call in message.calls)]
        return "\n".join(line for line in lines if line)

    def result(self, call: ToolCall, text: str) -> str:
        """Write what came of a call, as the next thing the model is told."""
        return self._protocol.result(call, text)


def in_words(request: StepRequest, wording: Wording) -> list[PlainMessage]:
    """Tell a conversation in words, with the lesson right behind what the system says.

    The system speaks first and once, and no role twice in a row: many templates refuse anything else.
    """
    system = [each for each in request.messages if isinstance(each, SystemMessage)]
    others = [_in_words(each, wording) for each in request.messages if not isinstance(each, SystemMessage)]
    lesson = wording.teach(request.tools)
    return _merged([*system, *([SystemMessage(text=lesson)] if lesson else []), *others])


def _in_words(message: AssistantMessage | UserMessage | ToolMessage, wording: Wording) -> PlainMessage:
    match message:
        case AssistantMessage():
            return AssistantMessage(text=wording.said(message))
        case ToolMessage():
            return UserMessage(text=wording.result(message.call, message.text))
        case UserMessage():
            return message


def _merged(messages: Iterable[PlainMessage]) -> list[PlainMessage]:
    """Join neighbours of one role."""
    joined: list[PlainMessage] = []
    for message in messages:
        last = joined[-1] if joined else None
        if last is None or type(last) is not type(message):
            joined.append(message)
        else:
            joined[-1] = _both(last, message)
    return joined


def _both(first: PlainMessage, second: PlainMessage) -> PlainMessage:
    text = f"{first.text}\n\n{second.text}"
    if isinstance(first, UserMessage) and isinstance(second, UserMessage):
        return replace(first, text=text, pictures=(*first.pictures, *second.pictures))
    return replace(first, text=text)
