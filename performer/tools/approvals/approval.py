"""What waits for a person's yes, who gave or refused it, and what became of it.

Why a call is made, in one line for whoever decides of it.

How it stands with a call, in a sentence for whoever answered.

The store of the approvals, as the desk sees it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal, Protocol, assert_never

from performer.core.cues import (
    AnswerCue,
    ChatCue,
    Cue,
    GameCue,
    OperatorCue,
    Origin,
    SayCue,
    SceneCue,
    ScheduleCue,
    SilenceCue,
    choose_answered_line,
)
from performer.tools.tool import ToolCall


def describe_caller(call: ToolCall) -> str:
    """Tell who makes a call and what its turn is about; it holds others' words, which nobody has looked at yet."""
    if call.agent and call.cue is None:
        return f"{call.agent} asks"
    return f"{call.agent} asks: {describe_cue(call.cue)}" if call.agent else describe_cue(call.cue)


def describe_cue(cue: Cue | None) -> str:  # noqa: C901  one case a cue, nothing else
    """Tell what a turn is about."""
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
    """Somebody who answered, or tried to."""

    name: str
    """As they are called there; a stranger's words."""
    where: Where
    id: str = ""
    """Of a person of Discord's."""


@dataclass(frozen=True, kw_only=True)
class ApprovalRequest:
    """A call that waits, or waited; its text arguments have passed the guard."""

    number: int = 0
    """By which it is answered; 0 until it is kept."""
    tool: str
    server: str = ""
    """Whose tool it is: an MCP server's name, `discord`, or empty for our own."""
    call: str
    """Its id in its turn."""
    arguments: Mapping[str, object] = field(default_factory=dict)
    agent: str = ""
    """Who made it, as a call says it."""
    lineage: tuple[str, ...] = ()
    """The prototypes of the sub-agents that led to it, as a call says them."""
    turn: int | None = None
    """Which turn made it, while that is one of this run; it is not kept."""
    why: str
    """Who makes it and what its turn is about, in one short line past the guard."""
    channel: str = ""
    """Where its turn is answered, if in a channel."""
    origin: Origin | None = None
    said: str = ""
    """What its turn had said by then."""
    asked_at: datetime
    """Wall time, as the next one."""
    until: datetime
    """From then on it is denied."""
    asked_in: str = ""
    """The channel of Discord's in which it is asked about, by its number; empty: not yet."""
    asked_as: str = ""
    """The message there that asks: no other one answers."""


@dataclass(frozen=True, kw_only=True)
class ApprovalStatus:
    """A call, and how it stands with it."""

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


def describe_approval(fate: ApprovalStatus) -> str:
    """Tell what an answer came to; it may name somebody as Discord does, which is a stranger's word."""
    tool = fate.parked.tool
    by = f" by {fate.who} ({fate.where})" if fate.who else ""
    late = "" if fate.is_news else "too late: "
    match fate.state:
        case "pending":
            return f"{tool} still waits"
        case "approved":
            return f"{late}{tool} was approved{by}, and runs"
        case "cancelled":
            return f"{late}{tool} was cancelled{by}, and will not run"
        case "expired":
            return f"{late}nobody answered in time, and {tool} will not run"
        case "done":
            return f"{late}{tool} was approved{by}, and is done"
        case "failed":
            return f"{late}{tool} was approved{by}, and came to nothing"
        case "lost":
            return f"{late}{tool} was approved{by}, and the performer ended: nobody knows whether it was done"
        case _:
            assert_never(fate.state)


class ApprovalStore(Protocol):
    """Keeps parked calls and who pressed what over restarts and power cuts: what has returned is on the disk."""

    async def add(self, parked: ApprovalRequest) -> int:
        """Keep a call that waits, and give its number; no other call ever had it in this store."""
        ...

    async def asked(self, number: int, channel: str, message: str) -> None:
        """Keep which message of Discord's asks about it."""
        ...

    async def settle(self, number: int, decision: Decision, who: Decider | None, at: datetime) -> bool:
        """Decide of a call that waits and whose time is not over, and tell whether it was this that decided.

        Of all who try one wins. `expired` decides whatever the time is.
        """
        ...

    async def finish(self, number: int, came: Came, at: datetime) -> None:
        """Keep what an approved call came to."""
        ...

    async def refuse(self, number: int, who: Decider, at: datetime) -> None:
        """Keep that somebody pressed in vain."""
        ...

    async def fate(self, number: int) -> ApprovalStatus | None:
        """Tell how it stands with a call; None when it is not known."""
        ...

    async def waiting(self) -> Sequence[ApprovalRequest]:
        """Give those that wait, the oldest first."""
        ...

    async def unfinished(self) -> Sequence[ApprovalRequest]:
        """Give those that were approved, and of which it is not known what they came to."""
        ...

    async def audit(self, most: int) -> Sequence[ApprovalAuditEntry]:
        """Give the newest lines of the audit, the newest first."""
        ...
