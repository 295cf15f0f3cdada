"""The model port: one method, one question at a time, and what the conversation looks like inside the house.

A candidate: a model that may lead.

Passing on: what stands before a model, and is called, sees and is loaded as that one is.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol

from performer.core.cues import Cue
from performer.core.untrusted_text import Prompt
from performer.models.probe_result import Finding
from performer.models.settings import Way
from performer.tools.tool import ToolCall, ToolSpec


@dataclass(frozen=True, kw_only=True)
class SystemMessage:
    """Who the performer is and how it behaves."""

    text: Prompt


@dataclass(frozen=True, kw_only=True)
class UserMessage:
    """What is seen and heard; pictures are JPEG bytes, newest last."""

    text: Prompt
    pictures: tuple[bytes, ...] = field(default=(), repr=False)
    shrink: int = 1
    """What their width was divided by to spare the model; servers are told nothing of it."""


@dataclass(frozen=True, kw_only=True)
class AssistantMessage:
    """What the model itself said or called before."""

    text: Prompt
    calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ToolMessage:
    """What a call came to: its result, or in one sentence why not."""

    call: ToolCall
    text: Prompt


ChatMessage = SystemMessage | UserMessage | AssistantMessage | ToolMessage


Phase = Literal["free", "pick", "write", "react"]
"""What a step is for. free: words and calls, as the model likes. pick: one of the tools or none, and not a word. write:
the words, and no tool. react: one line and perhaps one gesture of the tools on offer, in one short answer. A driver
keeps to it whatever its own way of calling tools is."""


def is_never_enough() -> bool:
    """Let an answer go on to its end."""
    return False


def ignore_takeover() -> None:
    """Take in that somebody else answers, where that makes no difference."""


@dataclass(frozen=True, kw_only=True)
class StepRequest:
    """All that a model needs for one step."""

    messages: tuple[ChatMessage, ...]
    tools: tuple[ToolSpec, ...] = ()
    cue: Cue | None = None
    """Why this turn began, for performers that need no words to know (the understudy)."""
    yields: bool = False
    """Whether it is cut off as soon as the show wants the same server; see `gate.GaveWay`."""
    phase: Phase = "free"
    short: tuple[ChatMessage, ...] = ()
    """The same in the short form, for a model that only talks; empty: there is none."""
    way: Way | None = None
    """How its tools are to be called in this step alone, for a probe; None: as is known to work."""
    tokens: int | None = None
    """The most tokens of the answer; None: as the settings have it."""
    enough: Callable[[], bool] = field(default=is_never_enough, repr=False, compare=False)
    """Whether no more of the answer is wanted; asked after each piece. The request is then closed, so that its server
    stops computing."""
    taken_over: Callable[[], None] = field(default=ignore_takeover, repr=False, compare=False)
    """Called when somebody stands in for the model that was to answer: what is said then is of this very moment."""


@dataclass(frozen=True, kw_only=True)
class Usage:
    """What a step cost, as far as the server said."""

    prompt_tokens: int = 0
    answer_tokens: int = 0
    load_s: float = 0.0
    read_s: float = 0.0
    """How long the server read the question; 0 when it did not say."""
    answer_s: float = 0.0
    """How long it wrote; 0 when it did not say."""
    mode: str = ""
    """How tools were to be called, as `model.mode` names it; empty for a performer that is no model."""
    cold: bool = False
    """Whether the server read what it should have known from the request before."""


@dataclass(frozen=True, kw_only=True)
class Misprint:
    """A call that the model clearly meant and that must not run: its arguments were cut off, or do not fit the tool."""

    call: ToolCall
    """As far as it could be read."""
    reason: str
    """A sentence for the model: what is wrong with which argument, and how it is right."""


@dataclass(frozen=True, kw_only=True)
class ToolCalls:
    """The model wants tools run, in this order; `preface` is what it said before, already handed to `on_text`."""

    calls: tuple[ToolCall, ...]
    misprints: tuple[Misprint, ...] = ()
    """What it also wanted, but got wrong; `calls` is then perhaps empty."""
    preface: str = ""
    usage: Usage = Usage()
    cut: bool = False
    """Whether the answer broke off for length or a loop, so that its last words may be half a sentence."""


@dataclass(frozen=True, kw_only=True)
class FinalAnswer:
    """The model is done; `text` (maybe empty: silence) was already handed to `on_text`."""

    text: str
    usage: Usage = Usage()
    cut: bool = False
    """Whether the answer broke off for length or a loop, so that its last words may be half a sentence."""


Step = ToolCalls | FinalAnswer
OnText = Callable[[str], None]


class Model(Protocol):
    """A driver.

    `step` hands speech to `on_text` piece by piece while it arrives: only text that is certain to be speech, never
    markup, thinking, or what could still become a tool call. The pieces, joined, are the step's text or preface.

    Raises:
        ServiceError: when the server is gone, answers nonsense or takes too long; what `on_text` got before stands.
    """

    @property
    def name(self) -> str:
        """For people: `ollama qwen3-vl:4b`, `understudy`."""
        ...

    @property
    def sees(self) -> bool:
        """Whether pictures may be put into its messages."""
        ...

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask the model once; cancelling the call ends the request at the server too."""
        ...


class Candidate(Model, Protocol):
    """A model that is there, but perhaps not loaded yet."""

    @property
    def reason(self) -> str:
        """Why it was chosen, for the start-up table."""
        ...

    @property
    def is_unproved(self) -> bool:
        """Whether a probe is to show how it is asked."""
        ...

    @property
    def finding(self) -> Finding | None:
        """What a probe found of it; None: none was made."""
        ...

    @property
    def calls_tools(self) -> bool:
        """Whether its server says that it calls tools."""
        ...

    async def prove(self, finding: Finding) -> None:
        """Go by what a probe found, from now on and at the next starts."""
        ...

    async def warm_up(self) -> None:
        """Be ready for the first step, at once if it is already; raises ServiceError."""
        ...


class ModelWrapper:
    """All of a candidate but its step, which whoever stands before it does in a way of its own."""

    def __init__(self, model: Candidate) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """Name the model itself."""
        return self._model.name

    @property
    def sees(self) -> bool:
        """Tell whether the model takes pictures."""
        return self._model.sees

    @property
    def reason(self) -> str:
        """Tell why it was chosen, and how it is loaded once it is."""
        return self._model.reason

    @property
    def is_unproved(self) -> bool:
        """Whether a probe is to show how the model is asked."""
        return self._model.is_unproved

    @property
    def finding(self) -> Finding | None:
        """What a probe found of the model."""
        return self._model.finding

    @property
    def calls_tools(self) -> bool:
        """Whether its server says that the model calls tools."""
        return self._model.calls_tools

    async def prove(self, finding: Finding) -> None:
        """Have the model go by what a probe found."""
        await self._model.prove(finding)

    async def warm_up(self) -> None:
        """Have the model be ready, as it is without anybody before it."""
        await self._model.warm_up()
