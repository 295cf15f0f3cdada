"""How a turn with a plan is told: the tools stand at the end of what is asked, and what came of them before that.

So all steps of a turn begin alike, whatever they are for, and a server reads the beginning, with its picture, once.
"""

import json
from collections.abc import Iterator, Sequence

from performer.models.model import AssistantMessage, ChatMessage, StepRequest, SystemMessage, ToolMessage, UserMessage
from performer.models.plain import PlainMessage, merged
from performer.models.soft.brief import example
from performer.models.soft.protocol import Protocol
from performer.prompts import prompt
from performer.tools import ToolCall, ToolSpec
from performer.untrusted import Prompt, own


def planned(request: StepRequest) -> list[PlainMessage]:
    """Write a step that picks a tool, or writes the line, as plain messages."""
    lesson = _pick(request.tools) if request.phase == "pick" else prompt("plan_write")
    plain = list(_plain(request.messages))
    system = [each for each in plain if isinstance(each, SystemMessage)]
    others = [each for each in plain if not isinstance(each, SystemMessage)]
    return merged([*system, *others, UserMessage(text=lesson)])


def _pick(tools: Sequence[ToolSpec]) -> Prompt:
    name, arguments = example(tools)
    return prompt("plan_pick", tools=Protocol().brief(tools), example=_written(name, arguments))


def _plain(messages: Sequence[ChatMessage]) -> Iterator[PlainMessage]:
    """Leave out what was picked: what came of it says so, and JSON of its own would be taken for an example."""
    for message in messages:
        match message:
            case ToolMessage(call=call, text=text):
                yield UserMessage(text=prompt("plan_came", call=_called(call), result=text))
            case AssistantMessage(text=text) if text:
                yield AssistantMessage(text=text)
            case AssistantMessage():
                pass
            case SystemMessage() | UserMessage():
                yield message


def _called(call: ToolCall) -> Prompt:
    return _written(call.name, dict(call.arguments))


def _written(name: str, arguments: object) -> Prompt:
    """Write a pick; half a surrogate pair, which no server takes, as JSON escapes it."""
    written = json.dumps({"tool": name, "arguments": arguments}, ensure_ascii=False, default=str)
    return own(written.encode("utf-8", "backslashreplace").decode())
