"""Roles: who plays each part, told in the start-up table.

Health: how an endpoint is doing, for the status.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rich.text import Text

from performer.core.redact.redact import redact
from performer.core.text import make_printable

State = Literal["leads", "stands by", "in reserve", "describes", "judges", "helps", "loading", "down"]


@dataclass(frozen=True, kw_only=True)
class Health:
    """One endpoint at a moment."""

    name: str
    """Its model; empty while it is not known."""
    place: str
    """Its address, without a password."""
    state: State
    reason: str
    """Why it is this model, or why it is down."""
    last_error: str
    """The last failure, though it may be over; empty when there was none."""
    answers: int
    failures: int
    answer_s: float | None
    """How long an answer takes, the median of the last 50; None before the first."""
    load_s: float | None
    """How long it took to be ready the last time."""
    tokens_per_s: float | None
    """How fast it writes; None where the server does not say."""
    cold_reads: int = 0
    """Reactions that were read from the beginning, for something else had been asked before."""


@dataclass(frozen=True, kw_only=True)
class Role:
    """A part of the show, who plays it, and why nobody better does."""

    part: str
    plays: str
    why: str = ""
    """What is odd about it and what to do; empty when all is as it should be."""


def format_roles(roles: Sequence[Role], log_file: object, *, chats_here: bool, is_kept: bool) -> Text:
    """Write who plays what, a line each: an address is never broken, so that it can be copied.

    A program's words may be among it: none of them can steer the terminal.

    Args:
        roles: All there is to tell.
        log_file: Where the log is.
        chats_here: Whether a line typed here is chat.
        is_kept: Whether it goes into a file or another program: the stage's address then loses its token.
    """
    lines = [Text()]
    for role in roles:
        plays = redact(role.plays) if is_kept else role.plays
        lines.append(Text.assemble((f"{role.part:7}", "bold cyan"), (make_printable(plays), "bold")))
        if role.why:
            lines.append(Text(f"{'':7}{make_printable(redact(role.why))}", "dim"))
    chat = "A line and Enter is chat, " if chats_here else ""
    lines.append(Text(f"\n{'':7}{chat}Ctrl+C ends the show. Log: {log_file}\n", "dim"))
    return Text("\n").join(lines)
