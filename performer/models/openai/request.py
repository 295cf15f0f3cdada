"""What is asked of `/v1/chat/completions`: the house's conversation in the server's words, as far as it knows them."""

import base64
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, assert_never

from performer.models.body import encoded, tool_offered
from performer.models.constrained.schema import answer_schema, pick_schema
from performer.models.constrained.wording import ConstrainedWording
from performer.models.manners import Manner
from performer.models.model import AssistantMessage, ChatMessage, StepRequest, SystemMessage, ToolMessage, UserMessage
from performer.models.openai.history import told, without_system
from performer.models.plain import merged, retold
from performer.models.planned.wording import planned
from performer.models.reaction import ROOM_TO_THINK, ReactionForm
from performer.models.settings import ModelSettings, Way
from performer.models.soft.protocol import Protocol
from performer.tools import ToolCall
from performer.untrusted import Prompt

Body = dict[str, Any]

_LEAST_TOKENS = 16
"""The least that every server takes for a limit."""


@dataclass(frozen=True, kw_only=True)
class Asking:
    """How one model is to be asked.

    Args:
        model: Its name at the server.
        sees: Whether pictures are sent.
        manners: What it, or its server for it, turned out to do.
        settings: The model's.
    """

    model: str
    sees: bool
    manners: AbstractSet[Manner]
    settings: ModelSettings

    def warm_up(self, greeting: Prompt, picture: bytes) -> Body:
        """Ask for next to nothing, with a picture if the model may see: so that it is loaded, and known to see."""
        user = UserMessage(text=greeting, pictures=(picture,))
        return self._body([user], most=_LEAST_TOKENS)

    @property
    def may_begin_with_thinking(self) -> bool:
        """Whether its text may, when the server parts no thinking from it."""
        return Manner.THINKS_ALOUD in self.manners

    @property
    def will_think(self) -> bool:
        """Whether it does, or may as the settings have it: then it is given the room, and not stopped at a line."""
        return self.settings.think or self.may_begin_with_thinking

    def native(self, request: StepRequest) -> Body:
        """Ask with the server's own tools."""
        body = self._body(told(request.messages), most=request.tokens)
        if request.tools:
            body |= {"tools": [tool_offered(each) for each in request.tools], "tool_choice": "auto"}
        return body

    def soft(self, request: StepRequest) -> Body:
        """Ask with the tools in the prompt, and calls and results as plain text."""
        wording = Protocol()
        return self._body(retold(request.messages, wording, wording.teach(request.tools)), most=request.tokens)

    def constrained(self, request: StepRequest) -> Body:
        """Ask for an answer that is one JSON object, held to a schema if the server can do that."""
        wording = ConstrainedWording()
        body = self._body(retold(request.messages, wording, wording.teach(request.tools)), most=request.tokens)
        return body | {"response_format": self._form(answer_schema(request.tools))} if request.tools else body

    def talk(self, request: StepRequest) -> Body:
        """Ask for words alone, in the short form where there is one."""
        return self.reaction("talk", request)

    def reaction(self, way: Way, request: StepRequest) -> Body:
        """Ask for one line, and perhaps one gesture."""
        wanted = ReactionForm(request, way)
        body = self._body(merged(wanted.messages()), most=wanted.tokens)
        if wanted.stop and not self.will_think and Manner.REFUSES_STOP not in self.manners:
            body["stop"] = list(wanted.stop)
        if wanted.tools:
            body |= {"tools": [tool_offered(each) for each in wanted.tools], "tool_choice": "auto"}
        return body | {"response_format": self._form(wanted.schema)} if wanted.schema else body

    def planned(self, way: Way, request: StepRequest) -> Body:
        """Ask for one tool or none, or for the words alone; all of it begins alike."""
        body = self._body(planned(request), most=request.tokens)
        return body | {"response_format": self._form(pick_schema(request.tools))} if way == "constrained" else body

    def _form(self, schema: Body) -> Body:
        if Manner.REFUSES_SCHEMA in self.manners:
            return {"type": "json_object"}
        return {
            "type": "json_schema",
            "json_schema": {"name": "answer", "strict": False, "schema": schema},
        }

    def _body(self, messages: Sequence[ChatMessage], *, most: int | None = None) -> Body:
        limit = "max_completion_tokens" if Manner.REFUSES_MAX_TOKENS in self.manners else "max_tokens"
        body: Body = {
            "model": self.model,
            "stream": True,
            "messages": list(self._written(messages)),
            limit: self._limit(most or self.settings.num_predict),
        }
        if Manner.REFUSES_USAGE not in self.manners:
            body["stream_options"] = {"include_usage": True}
        if Manner.REFUSES_TEMPERATURE not in self.manners:
            body["temperature"] = self.settings.temperature
        if not self.settings.think and Manner.REFUSES_THINK not in self.manners:
            body["chat_template_kwargs"] = {"enable_thinking": False}
        return body

    def _limit(self, wanted: int) -> int:
        """Return the limit of an answer: never below the least, and more where the model thinks first."""
        if wanted <= _LEAST_TOKENS:
            return _LEAST_TOKENS
        return wanted + (ROOM_TO_THINK if self.will_think else 0)

    def _written(self, messages: Sequence[ChatMessage]) -> Iterator[Body]:
        if Manner.REFUSES_SYSTEM in self.manners:
            messages = without_system(messages)
        ids = _Ids()
        for message in messages:
            yield self._message(message, ids)

    def _message(self, message: ChatMessage, ids: "_Ids") -> Body:
        match message:
            case SystemMessage():
                return {"role": "system", "content": message.text}
            case AssistantMessage() if message.calls:
                calls = [_call(call, ids.new(call)) for call in message.calls]
                return {"role": "assistant", "content": message.text, "tool_calls": calls}
            case AssistantMessage():
                return {"role": "assistant", "content": message.text}
            case ToolMessage():
                return {"role": "tool", "tool_call_id": ids.of(message.call), "content": message.text}
            case UserMessage() if self.sees and message.pictures:
                return {"role": "user", "content": [_text(message.text), *map(_image, message.pictures)]}
            case UserMessage():
                return {"role": "user", "content": message.text}
            case _:
                assert_never(message)


class _Ids:
    """Numbers the calls of a request anew: some servers take nothing but nine letters and digits for an id."""

    def __init__(self) -> None:
        self._given: dict[str, str] = {}
        self._count = 0

    def new(self, call: ToolCall) -> str:
        self._count += 1
        self._given[call.id] = f"call{self._count:05d}"
        return self._given[call.id]

    def of(self, call: ToolCall) -> str:
        return self._given[call.id]


def _call(call: ToolCall, own_id: str) -> Body:
    arguments = encoded(call.arguments).decode()
    return {"id": own_id, "type": "function", "function": {"name": call.name, "arguments": arguments}}


def _text(text: str) -> Body:
    return {"type": "text", "text": text}


def _image(jpeg: bytes) -> Body:
    address = f"data:image/jpeg;base64,{base64.b64encode(jpeg).decode()}"
    return {"type": "image_url", "image_url": {"url": address}}
