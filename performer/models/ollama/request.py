"""What is asked of Ollama's `/api/chat`: the house's conversation in the server's words.

`num_ctx` and the other load-time options are the same in every request, or the server would load the model anew.
"""

import base64
import re
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Any, assert_never

from performer.models.driver.reaction import ROOM_TO_THINK, ReactionFormat
from performer.models.driver.server_quirks import ServerQuirk
from performer.models.http.server_client import format_tool_offer
from performer.models.model import AssistantMessage, ChatMessage, StepRequest, SystemMessage, ToolMessage, UserMessage
from performer.models.settings import ModelSettings, Way
from performer.models.toolcalls.constrained.protocol import ConstrainedWording, build_answer_schema, build_pick_schema
from performer.models.toolcalls.plain import PlainMessage, merge_messages, write_calls_as_text
from performer.models.toolcalls.plan_first import build_planned_messages
from performer.models.toolcalls.text.protocol import CallProtocol

Body = dict[str, Any]
_HAS_LEVELS = re.compile(r"gpt-?oss", re.IGNORECASE)
"""Models that always think, and take a word for how much; false is passed over."""


@dataclass(frozen=True, kw_only=True)
class OllamaRequestBuilder:
    """How one model is to be asked."""

    model: str
    sees: bool
    thinks: bool
    """Whether it can; it is asked not to, unless the settings let it."""
    manners: AbstractSet[ServerQuirk]
    """What it, or its server for it, turned out to do."""
    settings: ModelSettings
    threads: int = 0
    """How many its server is to compute with; 0: as it likes. The same in each request, for it is a load option."""
    soft_wording: CallProtocol = field(default_factory=CallProtocol)
    constrained_wording: ConstrainedWording = field(default_factory=ConstrainedWording)

    def warm_up(self) -> Body:
        """Ask for nothing: the server loads the model and keeps it."""
        return {**self._common(self.think), "messages": [], "stream": False}

    def talk(self, request: StepRequest) -> Body:
        """Ask for words alone, in the short form where there is one."""
        return self.reaction("talk", request)

    def reaction(self, way: Way, request: StepRequest) -> Body:
        """Ask for one line, and perhaps one gesture."""
        wanted = ReactionFormat(request, way)
        body = self._common(None if wanted.schema else self.think, replace(request, tokens=wanted.tokens))
        body["messages"] = [self._plain(each) for each in merge_messages(wanted.messages())]
        if wanted.stop and not self.can_begin_with_thinking:
            body["options"]["stop"] = list(wanted.stop)
        if wanted.tools:
            body["tools"] = [format_tool_offer(each) for each in wanted.tools]
        return {**body, "format": wanted.schema} if wanted.schema else body

    def native(self, request: StepRequest) -> Body:
        """Ask with the server's own tools."""
        body = {**self._common(self.think, request), "messages": [self._native(each) for each in request.messages]}
        if request.tools:
            body["tools"] = [format_tool_offer(each) for each in request.tools]
        return body

    def soft(self, request: StepRequest) -> Body:
        """Ask with the tools in the prompt, and calls and results as plain text."""
        lesson = self.soft_wording.teach(request.tools)
        told = write_calls_as_text(request.messages, self.soft_wording, lesson)
        return {**self._common(self.think, request), "messages": [self._plain(each) for each in told]}

    def constrained(self, request: StepRequest) -> Body:
        """Ask for JSON that the server enforces; with nothing to call there is nothing to enforce.

        `format` never goes with `tools`, which then call nothing, nor with `think`: told not to think, some servers
        forget the format. So a model that can think does, and is given the room.
        """
        if not request.tools:
            return self.soft(request)
        lesson = self.constrained_wording.teach(request.tools)
        told = write_calls_as_text(request.messages, self.constrained_wording, lesson)
        body = {**self._common(None, request), "messages": [self._plain(each) for each in told]}
        return {**body, "format": build_answer_schema(request.tools)}

    def planned(self, way: Way, request: StepRequest) -> Body:
        """Ask for one tool or none, or for the words alone; all of it begins alike."""
        is_held = way == "constrained"
        body = {
            **self._common(None if is_held else self.think, request),
            "messages": [*map(self._plain, build_planned_messages(request))],
        }
        return {**body, "format": build_pick_schema(request.tools)} if is_held else body

    @property
    def think(self) -> bool | str | None:
        """What the server is told of thinking; None when it is told nothing."""
        if not self.thinks or ServerQuirk.REFUSES_THINK in self.manners:
            return None
        if _HAS_LEVELS.search(self.model):
            return "medium" if self.settings.think else "low"
        return self.settings.think

    @property
    def can_begin_with_thinking(self) -> bool:
        """Whether its text may, when the server parts no thinking from it."""
        return self.thinks or ServerQuirk.THINKS_ALOUD in self.manners

    def will_think(self, told: bool | str | None) -> bool:
        """Whether it thinks when it is told this of it: then it is given the room."""
        return (self.thinks and told is not False) or ServerQuirk.THINKS_ALOUD in self.manners

    def _common(self, think: bool | str | None, request: StepRequest | None = None) -> Body:
        most = (request.tokens if request else None) or self.settings.num_predict
        only_reads = most == 1
        room = ROOM_TO_THINK if self.will_think(think) and not only_reads else 0
        body: Body = {
            "model": self.model,
            "stream": True,
            "keep_alive": _keep_alive(self.settings.keep_alive),
            "options": {
                "num_ctx": self.settings.num_ctx,
                "num_predict": most + room,
                "temperature": self.settings.temperature,
                **({"num_thread": self.threads} if self.threads else {}),
            },
        }
        return body if think is None else {**body, "think": think}

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

    def _plain(self, message: PlainMessage) -> Body:
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
