"""A conversation with tools as servers of OpenAI's kind take it: what they would refuse is told otherwise."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

from performer.models.model import AssistantMessage, ChatMessage, SystemMessage, ToolMessage, UserMessage
from performer.models.plain import retold
from performer.models.soft.protocol import Protocol
from performer.untrusted import joined


def told(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """Put all that the system says first, and keep native only calls and results that belong together.

    Servers refuse a call without a result, and a result without its call.
    """
    answered = {each.call.id for each in messages if isinstance(each, ToolMessage)}
    called = [[call.id for call in each.calls] for each in messages if isinstance(each, AssistantMessage)]
    whole = {each for calls in called if answered.issuperset(calls) for each in calls}
    written: list[ChatMessage] = []
    plain: list[ChatMessage] = []
    for message in [*_of_system(messages), *_of_others(messages)]:
        if _is_native(message, whole):
            written += [*retold(plain, Protocol()), message]
            plain = []
        else:
            plain.append(message)
    return [*written, *retold(plain, Protocol())]


def _is_native(message: ChatMessage, whole: AbstractSet[str]) -> bool:
    match message:
        case AssistantMessage():
            return bool(message.calls) and all(call.id in whole for call in message.calls)
        case ToolMessage():
            return message.call.id in whole
        case _:
            return False


def _of_system(messages: Iterable[ChatMessage]) -> list[ChatMessage]:
    return [each for each in messages if isinstance(each, SystemMessage)]


def _of_others(messages: Iterable[ChatMessage]) -> list[ChatMessage]:
    return [each for each in messages if not isinstance(each, SystemMessage)]


def without_system(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """Have the first user message begin with what the system says."""
    said = joined(*(each.text for each in messages if isinstance(each, SystemMessage)))
    others = _of_others(messages)
    first = others[0] if others else None
    if isinstance(first, UserMessage):
        pictures, shrink = first.pictures, first.shrink
        return [UserMessage(text=joined(said, first.text), pictures=pictures, shrink=shrink), *others[1:]]
    return [UserMessage(text=said), *others]
