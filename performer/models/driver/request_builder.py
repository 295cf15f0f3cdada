"""The body of a question in each phase and way of calling tools, whichever server it goes to."""

from abc import ABC, abstractmethod
from collections.abc import Set as AbstractSet
from typing import Any

from performer.core.values import dataclass
from performer.models.driver.answer import NewReader
from performer.models.driver.reaction import make_reaction
from performer.models.driver.request import READ_WITH_CODE, Question
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
from performer.models.toolcalls.constrained.protocol import (
    ConstrainedStream,
    ConstrainedWording,
    build_answer_schema,
    build_pick_schema,
)
from performer.models.toolcalls.plain import write_calls_as_text
from performer.models.toolcalls.plan_first import PickReader, build_planned_messages
from performer.models.toolcalls.text.protocol import CallProtocol

Body = dict[str, Any]
_ROLES = {SystemMessage: "system", UserMessage: "user", AssistantMessage: "assistant", ToolMessage: "tool"}


def make_question(way: Way, request: StepRequest) -> Question:
    """Make the question of a step whose tools are called in this way."""
    if request.phase == "react" or (request.phase == "free" and way == "talk"):
        return make_reaction(request, way)
    new_reader: NewReader = ConstrainedStream if way == "constrained" else READ_WITH_CODE
    tokens, tools = request.tokens or request.room, request.tools
    if request.phase != "free":
        return Question(
            messages=build_planned_messages(request),
            tokens=request.tokens if request.phase == "pick" else tokens,
            schema=build_pick_schema(tools) if way == "constrained" else None,
            offered=tools,
            new_reader=PickReader if request.phase == "pick" else new_reader,
        )
    if way == "native":
        return Question(
            messages=request.messages,
            has_calls=True,
            tokens=tokens,
            tools=tools,
            offered=tools,
            new_reader=new_reader,
        )
    is_held = way == "constrained" and bool(tools)  # with nothing to call there is nothing to enforce
    wording: ConstrainedWording | CallProtocol = ConstrainedWording() if is_held else CallProtocol()
    return Question(
        messages=write_calls_as_text(request.messages, wording, wording.teach(tools)),
        tokens=tokens,
        schema=build_answer_schema(tools) if is_held else None,
        offered=tools,
        new_reader=new_reader,
    )


def write_plain(message: ChatMessage) -> Body:
    """Write what servers of all kinds take alike of a message."""
    return {"role": _ROLES[type(message)], "content": message.text}


@dataclass(frozen=True, kw_only=True)
class RequestBuilder(ABC):
    """Builds the questions to one model, by what is known of it now."""

    model: str
    """The model's name at the server."""
    sees: bool
    quirks: AbstractSet[ServerQuirk]
    settings: ModelSettings

    thinks: bool = False
    """Whether it can; it is asked not to, unless the settings let it."""

    @property
    def can_begin_with_thinking(self) -> bool:
        """Whether the text of an answer may, when the server parts no thinking from it."""
        return self.thinks or ServerQuirk.THINKS_ALOUD in self.quirks

    @abstractmethod
    def may_think(self, body: Body) -> bool:
        """Whether a question lets the model think, and gives it the room."""

    @abstractmethod
    def build(self, question: Question) -> Body:
        """Write a question in the server's words."""
