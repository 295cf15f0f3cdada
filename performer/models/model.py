"""The model port: how a model is asked one step, and the conversation it is asked about."""

from collections.abc import Callable
from dataclasses import field
from typing import Literal, Protocol

from performer.core.cues import Cue
from performer.core.untrusted_text import Prompt
from performer.core.values import dataclass
from performer.models.settings import Way
from performer.tools.tool import ToolCall, ToolSpec


@dataclass(frozen=True, kw_only=True)
class SystemMessage:
    """The system's words: who the performer is and how it behaves."""

    text: Prompt


@dataclass(frozen=True, kw_only=True)
class UserMessage:
    """The user's words: what is seen and heard; pictures are JPEG bytes, newest last."""

    text: Prompt
    pictures: tuple[bytes, ...] = field(default=(), repr=False)
    shrink: int = 1
    """By what the pictures' width was divided to spare the model; servers are told nothing of it."""


@dataclass(frozen=True, kw_only=True)
class AssistantMessage:
    """The model's own words and calls of before."""

    text: Prompt
    calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ToolMessage:
    """The outcome of a call: its result, or in one sentence why there is none."""

    call: ToolCall
    text: Prompt


ChatMessage = SystemMessage | UserMessage | AssistantMessage | ToolMessage


Phase = Literal["free", "pick", "write", "react"]
"""The purpose of a step. free: words and calls, as the model likes. pick: one of the tools or none, and not a word.
write: the words, and no tool. react: one line and perhaps one gesture of the tools on offer, in one short answer. A
driver keeps to it whatever its own way of calling tools is."""


@dataclass(frozen=True, kw_only=True)
class StepRequest:
    """Everything that a model needs for one step."""

    messages: tuple[ChatMessage, ...]
    tools: tuple[ToolSpec, ...] = ()
    cue: Cue | None = None
    """Why this turn began, for performers that need no words to know (the understudy)."""
    yields: bool = False
    """Whether it is cut off as soon as the show wants the same server; see `RequestPreempted`."""
    phase: Phase = "free"
    short: tuple[ChatMessage, ...] = ()
    """The same in the short form, for a model that only talks; empty: there is none."""
    way: Way | None = None
    """The way of calling tools in this step alone, for a probe; None: the way that is known to work."""
    tokens: int | None = None
    """The most tokens of the answer; None: as the settings have it."""
    is_brief: bool = False
    """Whether a reaction is to be shorter than usual, for the model takes long."""
    room: int | None = None
    """The most tokens of an answer that is written somewhere, maybe with code, unless `tokens` has fewer. None: it
    is not written."""
    enough: Callable[[], bool] = field(default=lambda: False, repr=False, compare=False)
    """Whether no more of the answer is wanted; asked after each piece. The request is then closed, so that its server
    stops computing."""
    taken_over: Callable[[], None] = field(default=lambda: None, repr=False, compare=False)
    """Called when another model stands in for the one that was to answer: what is said then is of this very moment."""

    @property
    def pictures(self) -> tuple[bytes, ...]:
        """The pictures of all its messages."""
        users = (message for message in self.messages if isinstance(message, UserMessage))
        return tuple(picture for message in users for picture in message.pictures)


@dataclass(frozen=True, kw_only=True)
class Usage:
    """The cost of a step, as far as the server told it."""

    prompt_tokens: int = 0
    answer_tokens: int = 0
    load_s: float = 0.0
    read_s: float = 0.0
    """Seconds in which the server read the question; 0 when it did not tell."""
    answer_s: float = 0.0
    """Seconds in which it wrote; 0 when it did not tell."""
    mode: str = ""
    """The way in which tools were to be called, as `model.mode` names it; empty for a performer that is no model."""
    cold: bool = False
    """Whether the server read what it should have known from the request before."""


@dataclass(frozen=True, kw_only=True)
class Misprint:
    """A call that the model clearly meant and that must not run: its arguments were cut off, or do not fit the tool."""

    call: ToolCall
    """The call, as far as it could be read."""
    reason: str
    """A sentence for the model: what is wrong with which argument, and how it is right."""
    is_read: bool = False
    """Whether its arguments were read, and only do not fit."""


@dataclass(frozen=True, kw_only=True)
class ToolCalls:
    """The calls that the model wants run, in this order; `preface` is the text before, already handed to `on_text`."""

    calls: tuple[ToolCall, ...]
    misprints: tuple[Misprint, ...] = ()
    """Calls that it got wrong; `calls` is then perhaps empty."""
    preface: str = ""
    usage: Usage = Usage()
    cut: bool = False
    """Whether the answer broke off for length or a loop, so that its last words may be half a sentence."""
    is_overlong: bool = False
    """Whether it was cut because its server went on beyond what the limit of tokens can hold."""


@dataclass(frozen=True, kw_only=True)
class FinalAnswer:
    """The end of the turn; `text` (maybe empty: silence) was already handed to `on_text`."""

    text: str
    usage: Usage = Usage()
    cut: bool = False
    """Whether the answer broke off for length or a loop, so that its last words may be half a sentence."""
    is_overlong: bool = False
    """Whether it was cut because its server went on beyond what the limit of tokens can hold."""


Step = ToolCalls | FinalAnswer
OnText = Callable[[str], None]


def ignore_text(_piece: str) -> None:
    """Drop a piece of text that nobody is to hear."""


class Model(Protocol):
    """A model that can be asked.

    `step` hands speech to `on_text` piece by piece while it arrives: only text that is certain to be speech, never
    markup, thinking, or what could still become a tool call. The pieces, joined, are the step's text or preface.

    Raises:
        ServiceError: when the server is gone, answers nonsense or takes too long; what `on_text` got before stands.
    """

    @property
    def name(self) -> str:
        """The model's name for people: `ollama qwen3-vl:4b`, `understudy`."""
        ...

    @property
    def sees(self) -> bool:
        """Whether pictures may be put into its messages."""
        ...

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask the model once; cancelling the call ends the request at the server too."""
        ...
