"""The body of a question in each phase and way of calling tools, whichever server it goes to."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from performer.models.driver.reaction import ReactionFormat
from performer.models.driver.server_quirks import ServerQuirk
from performer.models.model import (
    AssistantMessage,
    ChatMessage,
    StepRequest,
    SystemMessage,
    ToolMessage,
    UserMessage,
)
from performer.models.settings import ModelSettings, Way
from performer.models.toolcalls.constrained.protocol import ConstrainedWording, build_answer_schema, build_pick_schema
from performer.models.toolcalls.plain import merge_messages, write_calls_as_text
from performer.models.toolcalls.plan_first import build_planned_messages
from performer.models.toolcalls.text.protocol import CallProtocol
from performer.tools.tool import ToolSpec

Body = dict[str, Any]
_ROLES = {SystemMessage: "system", UserMessage: "user", AssistantMessage: "assistant", ToolMessage: "tool"}


@dataclass(frozen=True, kw_only=True)
class RequestBuilder(ABC):
    """Builds the questions to one model, by what is known of it now."""

    model: str
    """Its name at the server."""
    sees: bool
    quirks: AbstractSet[ServerQuirk]
    settings: ModelSettings

    @property
    @abstractmethod
    def can_begin_with_thinking(self) -> bool:
        """Whether the text of an answer may, when the server parts no thinking from it."""

    @abstractmethod
    def may_think(self, body: Body) -> bool:
        """Whether a question lets the model think, and gives it the room."""

    @abstractmethod
    def _body(
        self,
        messages: Sequence[ChatMessage],
        *,
        tokens: int | None,
        tools: Sequence[ToolSpec] = (),
        schema: Body | None = None,
        stop: Sequence[str] = (),
    ) -> Body:
        """Write a question in the server's words.

        The answer has at most so many tokens (None: as the settings have it), is held to a schema, and ends at a stop.
        """

    @staticmethod
    def _write_plain(message: ChatMessage) -> Body:
        """Write what servers of all kinds take alike of a message."""
        return {"role": _ROLES[type(message)], "content": message.text}

    def _arrange(self, messages: Sequence[ChatMessage]) -> Sequence[ChatMessage]:
        """Return a conversation with native calls as the server takes it."""
        return messages

    def build(self, way: Way, request: StepRequest) -> Body:
        """Build the question of a step whose tools are called in this way."""
        if request.phase == "react" or (request.phase == "free" and way == "talk"):
            return self._build_reaction(way, request)
        if request.phase != "free":
            schema = build_pick_schema(request.tools) if way == "constrained" else None
            return self._body(build_planned_messages(request), tokens=request.tokens, schema=schema)
        if way == "native":
            return self._body(self._arrange(request.messages), tokens=request.tokens, tools=request.tools)
        is_held = way == "constrained" and bool(request.tools)  # with nothing to call there is nothing to enforce
        wording: ConstrainedWording | CallProtocol = ConstrainedWording() if is_held else CallProtocol()
        told = write_calls_as_text(request.messages, wording, wording.teach(request.tools))
        return self._body(told, tokens=request.tokens, schema=build_answer_schema(request.tools) if is_held else None)

    def _build_reaction(self, way: Way, request: StepRequest) -> Body:
        """Build the question for one line, and perhaps one gesture."""
        form = ReactionFormat(request, way)
        messages = merge_messages(form.messages())
        return self._body(messages, tokens=form.tokens, tools=form.tools, schema=form.schema, stop=form.stop)
