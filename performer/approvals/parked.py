"""What waits for a person's yes, who gave or refused it, and what became of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal

from performer.cues import Origin

Decision = Literal["approved", "cancelled", "expired"]
Came = Literal["done", "failed", "lost"]
"""What an approved call came to; lost: nobody knows, for the performer ended meanwhile."""
State = Literal["pending"] | Decision | Came
Where = Literal["discord", "console", "control"]

STREAMER: Final = "the streamer"
"""Who gives orders on the control socket, and types in the terminal."""


@dataclass(frozen=True, kw_only=True)
class Who:
    """Somebody who answered, or tried to."""

    name: str
    """As they are called there; a stranger's words."""
    where: Where
    id: str = ""
    """Of a person of Discord's."""


@dataclass(frozen=True, kw_only=True)
class Parked:
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
class Fate:
    """A call, and how it stands with it."""

    parked: Parked
    state: State
    who: str = ""
    """Who decided, if anybody did."""
    where: str = ""
    text: str = ""
    """What it came to, past the guard, while that is remembered: it is not kept."""
    is_news: bool = False
    """Whether it was this very answer that decided."""


@dataclass(frozen=True, kw_only=True)
class Press:
    """One line of the audit: who did what to which call, and when."""

    approval: int
    at: datetime
    what: str
    """asked, approved, cancelled, expired, refused, done, failed or lost."""
    name: str = ""
    id: str = ""
    where: str = ""
