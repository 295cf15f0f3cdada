"""What is asked of Ollama's `/api/chat`: the house's conversation in the server's words.

`num_ctx` and the other load-time options are the same in every request, or the server would load the model anew.
"""

import base64
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, assert_never

from performer.models.model import AssistantMessage, ChatMessage, StepRequest, SystemMessage, ToolMessage, UserMessage
from performer.models.settings import ModelSettings
from performer.models.soft.protocol import Protocol
from performer.tools import ToolSpec

Body = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Asking:
    """How one model is to be asked."""

    model: str
    sees: bool
    thinks: bool
    settings: ModelSettings
    protocol: Protocol

    def warm_up(self) -> Body:
        """Ask for nothing: the server loads the model and keeps it."""
        return {**self._common(), "messages": [], "stream": False}

    def native(self, request: StepRequest) -> Body:
        """Ask with the server's own tools."""
        body = {**self._common(), "stream": True, "messages": [self._native(each) for each in request.messages]}
        if request.tools:
            body["tools"] = [_tool(each) for each in request.tools]
        return body

    def soft(self, request: StepRequest) -> Body:
        """Ask with the tools in the prompt, and calls and results as plain text."""
        told = _with_lesson(request.messages, self.protocol.teach(request.tools))
        return {**self._common(), "stream": True, "messages": _merged(self._soft(each) for each in told)}

    def _common(self) -> Body:
        body: Body = {
            "model": self.model,
            "keep_alive": _keep_alive(self.settings.keep_alive),
            "options": {
                "num_ctx": self.settings.num_ctx,
                "num_predict": self.settings.num_predict,
                "temperature": self.settings.temperature,
            },
        }
        if self.thinks:
            body["think"] = False
        return body

    def _native(self, message: ChatMessage) -> Body:
        match message:
            case AssistantMessage() if message.calls:
                calls = [
                    {"id": call.id, "function": {"index": index, "name": call.name, "arguments": dict(call.arguments)}}
                    for index, call in enumerate(message.calls)
                ]
                return {"role": "assistant", "content": message.text, "tool_calls": calls}
            case ToolMessage():
                call = message.call
                return {"role": "tool", "content": message.text, "tool_name": call.name, "tool_call_id": call.id}
            case _:
                return self._plain(message)

    def _soft(self, message: ChatMessage) -> Body:
        match message:
            case AssistantMessage():
                lines = [message.text, *(self.protocol.printed(call) for call in message.calls)]
                return {"role": "assistant", "content": "\n".join(line for line in lines if line)}
            case ToolMessage():
                return {"role": "user", "content": self.protocol.result(message.call, message.text)}
            case _:
                return self._plain(message)

    def _plain(self, message: SystemMessage | UserMessage | AssistantMessage) -> Body:
        match message:
            case SystemMessage():
                return {"role": "system", "content": message.text}
            case AssistantMessage():
                return {"role": "assistant", "content": message.text}
            case UserMessage():
                body: Body = {"role": "user", "content": message.text}
                if message.pictures and self.sees:
                    body["images"] = [base64.b64encode(picture).decode("ascii") for picture in message.pictures]
                return body
            case _:
                assert_never(message)


def _keep_alive(written: str) -> str | int:
    """Give bare seconds as a number: the server reads a string as a duration with its unit only."""
    return int(written) if written.lstrip("-").isdecimal() else written


def _tool(spec: ToolSpec) -> Body:
    function = {"name": spec.name, "description": spec.description, "parameters": dict(spec.parameters)}
    return {"type": "function", "function": function}


def _with_lesson(messages: tuple[ChatMessage, ...], lesson: str) -> list[ChatMessage]:
    """Put the lesson right behind what the system says, and all of that first: many templates know one such message."""
    system = [each for each in messages if isinstance(each, SystemMessage)]
    others = [each for each in messages if not isinstance(each, SystemMessage)]
    return [*system, *([SystemMessage(text=lesson)] if lesson else []), *others]


def _merged(messages: Iterable[Body]) -> list[Body]:
    """Join neighbours of one role: some templates refuse two in a row."""
    joined: list[Body] = []
    for message in messages:
        last = joined[-1] if joined else None
        if last is None or last["role"] != message["role"]:
            joined.append(message)
            continue
        last["content"] = f"{last['content']}\n\n{message['content']}"
        if "images" in message:
            last["images"] = [*last.get("images", []), *message["images"]]
    return joined
