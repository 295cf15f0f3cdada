"""The body of a question to `/v1/chat/completions`: what such servers would refuse is told otherwise."""

import base64
import itertools
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from performer.core.untrusted_text import Prompt, join_prompts
from performer.core.values import dataclass
from performer.models.driver.reaction import ROOM_TO_THINK
from performer.models.driver.request import Question
from performer.models.driver.request_builder import Body, RequestBuilder, write_plain
from performer.models.driver.server_quirks import ServerQuirk
from performer.models.http.server_client import encode_body, format_tool_offer
from performer.models.model import AssistantMessage, ChatMessage, SystemMessage, ToolMessage, UserMessage
from performer.models.toolcalls.plain import write_calls_as_text
from performer.models.toolcalls.text.protocol import CallProtocol
from performer.tools.tool import ToolCall

_LEAST_TOKENS = 16
"""The least that every server takes for a limit."""


def arrange_messages(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """Return a conversation with the system's words first, and native only calls and results that belong together.

    Servers refuse a call without a result, and a result without its call.
    """
    answered = {each.call.id for each in messages if isinstance(each, ToolMessage)}
    called = [[call.id for call in each.calls] for each in messages if isinstance(each, AssistantMessage)]
    whole = {each for calls in called if answered.issuperset(calls) for each in calls}
    written: list[ChatMessage] = []
    plain: list[ChatMessage] = []
    for message in sorted(messages, key=lambda each: not isinstance(each, SystemMessage)):
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


def merge_system_messages(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """Return a conversation whose first user message begins with the system's words."""
    said = join_prompts(*(each.text for each in messages if isinstance(each, SystemMessage)))
    others = [each for each in messages if not isinstance(each, SystemMessage)]
    if others and isinstance(others[0], UserMessage):
        return [replace(others[0], text=join_prompts(said, others[0].text)), *others[1:]]
    return [UserMessage(text=said), *others]


@dataclass(frozen=True, kw_only=True)
class OpenAIRequestBuilder(RequestBuilder):
    """Builds the questions to one model of a server of OpenAI's kind."""

    def warm_up(self, greeting: Prompt, picture: bytes) -> Body:
        """Build a tiny question, with a picture if the model may see: so that it is loaded, and known to see."""
        return self.build(Question(messages=[UserMessage(text=greeting, pictures=(picture,))], tokens=_LEAST_TOKENS))

    def may_think(self, body: Body) -> bool:  # noqa: ARG002 - it is asked alike each time
        """Whether a question lets the model think, and gives it the room."""
        return self._will_think

    @property
    def _will_think(self) -> bool:
        return self.settings.think or self.can_begin_with_thinking

    def build(self, question: Question) -> Body:
        """Write a question as `/v1/chat/completions` takes it."""
        messages = arrange_messages(question.messages) if question.has_calls else question.messages
        limit = "max_completion_tokens" if ServerQuirk.REFUSES_MAX_TOKENS in self.quirks else "max_tokens"
        body: Body = {
            "model": self.model,
            "stream": True,
            "messages": list(self._write(messages)),
            limit: self._limit(question.tokens or self.settings.num_predict),
        }
        if ServerQuirk.REFUSES_USAGE not in self.quirks:
            body["stream_options"] = {"include_usage": True}
        if ServerQuirk.REFUSES_TEMPERATURE not in self.quirks:
            body["temperature"] = self.settings.temperature
        if not self.settings.think and ServerQuirk.REFUSES_THINK not in self.quirks:
            body["chat_template_kwargs"] = {"enable_thinking": False}
        if question.stop and not self._will_think and ServerQuirk.REFUSES_STOP not in self.quirks:
            body["stop"] = list(question.stop)
        if question.tools:
            body |= {"tools": [format_tool_offer(each) for each in question.tools], "tool_choice": "auto"}
        return body | {"response_format": self._response_format(question.schema)} if question.schema else body

    def _response_format(self, schema: Body) -> Body:
        if ServerQuirk.REFUSES_SCHEMA in self.quirks:
            return {"type": "json_object"}
        return {"type": "json_schema", "json_schema": {"name": "answer", "strict": False, "schema": schema}}

    def _limit(self, wanted: int) -> int:
        """Return the limit of an answer: never below the least, and more where the model thinks first."""
        if wanted <= _LEAST_TOKENS:
            return _LEAST_TOKENS
        return wanted + (ROOM_TO_THINK if self._will_think else 0)

    def _write(self, messages: Sequence[ChatMessage]) -> Iterator[Body]:
        if ServerQuirk.REFUSES_SYSTEM in self.quirks:
            messages = merge_system_messages(messages)
        ids: dict[str, str] = {}
        numbers = itertools.count(1)  # calls get ids anew: some servers take nothing but nine letters and digits
        for message in messages:
            body = write_plain(message)
            match message:
                case AssistantMessage(calls=calls) if calls:
                    own = [f"call{next(numbers):05d}" for _ in calls]
                    ids |= {call.id: own_id for call, own_id in zip(calls, own, strict=True)}
                    body["tool_calls"] = list(map(_encode_call, calls, own))
                case ToolMessage(call=call):
                    body["tool_call_id"] = ids[call.id]
                case UserMessage(pictures=pictures) if pictures and self.sees:
                    body["content"] = [{"type": "text", "text": message.text}, *map(_encode_image, pictures)]
            yield body


def _encode_call(call: ToolCall, own_id: str) -> Body:
    arguments = encode_body(call.arguments).decode()
    return {"id": own_id, "type": "function", "function": {"name": call.name, "arguments": arguments}}


def _encode_image(jpeg: bytes) -> Body:
    address = f"data:image/jpeg;base64,{base64.b64encode(jpeg).decode()}"
    return {"type": "image_url", "image_url": {"url": address}}
