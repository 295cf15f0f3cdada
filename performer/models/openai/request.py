"""What is asked of `/v1/chat/completions`: the house's conversation in the server's words, as far as it knows them.

A conversation with tools as servers of OpenAI's kind take it: what they would refuse is told otherwise.
"""

import base64
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, assert_never

from performer.core.untrusted_text import Prompt, join_prompts
from performer.models.driver.reaction import ROOM_TO_THINK, ReactionFormat
from performer.models.driver.server_quirks import ServerQuirk
from performer.models.http.server_client import encode_body, format_tool_offer
from performer.models.model import AssistantMessage, ChatMessage, StepRequest, SystemMessage, ToolMessage, UserMessage
from performer.models.settings import ModelSettings, Way
from performer.models.toolcalls.constrained.protocol import ConstrainedWording, build_answer_schema, build_pick_schema
from performer.models.toolcalls.plain import merge_messages, write_calls_as_text
from performer.models.toolcalls.plan_first import build_planned_messages
from performer.models.toolcalls.text.protocol import CallProtocol
from performer.tools.tool import ToolCall


def arrange_messages(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
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
            written += [*write_calls_as_text(plain, CallProtocol()), message]
            plain = []
        else:
            plain.append(message)
    return [*written, *write_calls_as_text(plain, CallProtocol())]


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


def merge_system_messages(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """Have the first user message begin with what the system says."""
    said = join_prompts(*(each.text for each in messages if isinstance(each, SystemMessage)))
    others = _of_others(messages)
    first = others[0] if others else None
    if isinstance(first, UserMessage):
        pictures, shrink = first.pictures, first.shrink
        return [UserMessage(text=join_prompts(said, first.text), pictures=pictures, shrink=shrink), *others[1:]]
    return [UserMessage(text=said), *others]


Body = dict[str, Any]

_LEAST_TOKENS = 16
"""The least that every server takes for a limit."""


@dataclass(frozen=True, kw_only=True)
class OpenAIRequestBuilder:
    """How one model is to be asked.

    Args:
        model: Its name at the server.
        sees: Whether pictures are sent.
        manners: What it, or its server for it, turned out to do.
        settings: The model's.
    """

    model: str
    sees: bool
    manners: AbstractSet[ServerQuirk]
    settings: ModelSettings

    def warm_up(self, greeting: Prompt, picture: bytes) -> Body:
        """Ask for next to nothing, with a picture if the model may see: so that it is loaded, and known to see."""
        user = UserMessage(text=greeting, pictures=(picture,))
        return self._body([user], most=_LEAST_TOKENS)

    @property
    def can_begin_with_thinking(self) -> bool:
        """Whether its text may, when the server parts no thinking from it."""
        return ServerQuirk.THINKS_ALOUD in self.manners

    @property
    def will_think(self) -> bool:
        """Whether it does, or may as the settings have it: then it is given the room, and not stopped at a line."""
        return self.settings.think or self.can_begin_with_thinking

    def native(self, request: StepRequest) -> Body:
        """Ask with the server's own tools."""
        body = self._body(arrange_messages(request.messages), most=request.tokens)
        if request.tools:
            body |= {"tools": [format_tool_offer(each) for each in request.tools], "tool_choice": "auto"}
        return body

    def soft(self, request: StepRequest) -> Body:
        """Ask with the tools in the prompt, and calls and results as plain text."""
        wording = CallProtocol()
        return self._body(
            write_calls_as_text(request.messages, wording, wording.teach(request.tools)), most=request.tokens
        )

    def constrained(self, request: StepRequest) -> Body:
        """Ask for an answer that is one JSON object, held to a schema if the server can do that."""
        wording = ConstrainedWording()
        body = self._body(
            write_calls_as_text(request.messages, wording, wording.teach(request.tools)), most=request.tokens
        )
        return body | {"response_format": self._form(build_answer_schema(request.tools))} if request.tools else body

    def talk(self, request: StepRequest) -> Body:
        """Ask for words alone, in the short form where there is one."""
        return self.reaction("talk", request)

    def reaction(self, way: Way, request: StepRequest) -> Body:
        """Ask for one line, and perhaps one gesture."""
        wanted = ReactionFormat(request, way)
        body = self._body(merge_messages(wanted.messages()), most=wanted.tokens)
        if wanted.stop and not self.will_think and ServerQuirk.REFUSES_STOP not in self.manners:
            body["stop"] = list(wanted.stop)
        if wanted.tools:
            body |= {"tools": [format_tool_offer(each) for each in wanted.tools], "tool_choice": "auto"}
        return body | {"response_format": self._form(wanted.schema)} if wanted.schema else body

    def planned(self, way: Way, request: StepRequest) -> Body:
        """Ask for one tool or none, or for the words alone; all of it begins alike."""
        body = self._body(build_planned_messages(request), most=request.tokens)
        return (
            body | {"response_format": self._form(build_pick_schema(request.tools))} if way == "constrained" else body
        )

    def _form(self, schema: Body) -> Body:
        if ServerQuirk.REFUSES_SCHEMA in self.manners:
            return {"type": "json_object"}
        return {
            "type": "json_schema",
            "json_schema": {"name": "answer", "strict": False, "schema": schema},
        }

    def _body(self, messages: Sequence[ChatMessage], *, most: int | None = None) -> Body:
        limit = "max_completion_tokens" if ServerQuirk.REFUSES_MAX_TOKENS in self.manners else "max_tokens"
        body: Body = {
            "model": self.model,
            "stream": True,
            "messages": list(self._written(messages)),
            limit: self._limit(most or self.settings.num_predict),
        }
        if ServerQuirk.REFUSES_USAGE not in self.manners:
            body["stream_options"] = {"include_usage": True}
        if ServerQuirk.REFUSES_TEMPERATURE not in self.manners:
            body["temperature"] = self.settings.temperature
        if not self.settings.think and ServerQuirk.REFUSES_THINK not in self.manners:
            body["chat_template_kwargs"] = {"enable_thinking": False}
        return body

    def _limit(self, wanted: int) -> int:
        """Return the limit of an answer: never below the least, and more where the model thinks first."""
        if wanted <= _LEAST_TOKENS:
            return _LEAST_TOKENS
        return wanted + (ROOM_TO_THINK if self.will_think else 0)

    def _written(self, messages: Sequence[ChatMessage]) -> Iterator[Body]:
        if ServerQuirk.REFUSES_SYSTEM in self.manners:
            messages = merge_system_messages(messages)
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
    arguments = encode_body(call.arguments).decode()
    return {"id": own_id, "type": "function", "function": {"name": call.name, "arguments": arguments}}


def _text(text: str) -> Body:
    return {"type": "text", "text": text}


def _image(jpeg: bytes) -> Body:
    address = f"data:image/jpeg;base64,{base64.b64encode(jpeg).decode()}"
    return {"type": "image_url", "image_url": {"url": address}}
