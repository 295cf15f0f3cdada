"""A call that waits for a person's yes, who may decide it, and its state, in values and in sentences for people."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final, Literal, assert_never

from performer.core.cues import (
    AnswerCue,
    ChatCue,
    Cue,
    GameCue,
    OperatorCue,
    SayCue,
    SceneCue,
    ScheduleCue,
    SilenceCue,
    StreamerCue,
    choose_answered_line,
)
from performer.core.values import dataclass
from performer.tools.persistent_calls import PersistentCall
from performer.tools.tool import ToolCall


def describe_caller(call: ToolCall) -> str:
    """Return who makes a call and what its turn is about; others' words in it have not passed the guard yet."""
    if call.agent and call.cue is None:
        return f"{call.agent} asks"
    about = describe_cue(call.cue)
    return f"{call.agent} asks: {about}" if call.agent else about


def describe_cue(cue: Cue | None) -> str:  # noqa: C901  one case a cue, nothing else
    """Return what a turn is about."""
    match cue:
        case None:
            return "nobody asked for it"
        case AnswerCue(tool=tool, origin=None):
            return f"it goes on after {tool}"
        case AnswerCue(tool=tool, origin=first):
            return f"{describe_cue(first)} (it goes on after {tool})"
        case OperatorCue(text=""):
            return "the streamer wanted a reaction"
        case SayCue(text=text, is_own=False):
            return f"a program wanted it said: {text}"
        case StreamerCue(text=text):
            return f"the streamer said: {text}"
        case OperatorCue(text=text) | SayCue(text=text):
            return f"the streamer asked: {text}"
        case ChatCue(lines=lines):
            asked = choose_answered_line(lines)
            return f"{asked.author} wrote: {asked.text}"
        case ScheduleCue(text=text):
            return f"it was planned: {text}"
        case GameCue(text=text):
            return f"the game says: {text}"
        case SceneCue():
            return "the picture changed"
        case SilenceCue():
            return "nothing had been said for a while"
        case _:
            assert_never(cue)


Decision = Literal["approved", "cancelled", "expired"]
Came = Literal["done", "failed", "lost"]
"""What an approved call came to; lost: nobody knows, for the performer ended meanwhile."""
State = Literal["pending"] | Decision | Came
Where = Literal["discord", "console", "control"]

STREAMER: Final = "the streamer"
"""Who gives orders on the control socket, and types in the terminal."""


@dataclass(frozen=True, kw_only=True)
class Decider:
    """A person who answered, or tried to."""

    name: str
    """As they are called there; a stranger's words."""
    where: Where
    id: str = ""
    """The person's number at Discord; empty elsewhere."""


@dataclass(frozen=True, kw_only=True)
class ApprovalRequest(PersistentCall):
    """A call that waits for a person's yes, or waited."""

    agent: str = ""
    """Who made it, as a call says it."""
    lineage: tuple[str, ...] = ()
    """The prototypes of the sub-agents that led to it, as a call says them."""
    why: str
    """Who makes it and what its turn is about, in one short line past the guard."""
    channel: str = ""
    """Where its turn is answered, if in a channel."""
    asked_at: datetime
    """Wall time, as the next one."""
    until: datetime
    """From then on it is denied."""
    asked_in: str = ""
    """The number of the Discord channel in which it is asked about; empty: not yet."""
    asked_as: str = ""
    """The message there that asks: no other one answers."""


@dataclass(frozen=True, kw_only=True)
class ApprovalStatus:
    """A call and its state."""

    parked: ApprovalRequest
    state: State
    who: str = ""
    """Who decided, if anybody did."""
    where: str = ""
    text: str = ""
    """What it came to, past the guard, while that is remembered: it is not kept."""
    is_news: bool = False
    """Whether it was this very answer that decided."""


@dataclass(frozen=True, kw_only=True)
class ApprovalAuditEntry:
    """One line of the audit: who did what to which call, and when."""

    approval: int
    at: datetime
    what: str
    """asked, approved, cancelled, expired, refused, done, failed or lost."""
    name: str = ""
    id: str = ""
    where: str = ""
    tool: str = ""
    """What was to be called; empty where that is forgotten."""


_STATES: Final[Mapping[State, str]] = {
    "pending": "{tool} still waits",
    "approved": "{late}{tool} was approved{by}, and runs",
    "cancelled": "{late}{tool} was cancelled{by}, and will not run",
    "expired": "{late}nobody answered in time, and {tool} will not run",
    "done": "{late}{tool} was approved{by}, and is done",
    "failed": "{late}{tool} was approved{by}, and came to nothing",
    "lost": "{late}{tool} was approved{by}, and the performer ended: nobody knows whether it was done",
}


def describe_approval(fate: ApprovalStatus) -> str:
    """Return what an answer came to, in a sentence; the name in it is a stranger's word, where it is Discord's."""
    by = f" by {fate.who} ({fate.where})" if fate.who else ""
    late = "" if fate.is_news else "too late: "
    return _STATES[fate.state].format(tool=fate.parked.tool, by=by, late=late)
