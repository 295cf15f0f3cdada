"""The status of a show: the health of each model endpoint, and the start-up table of roles."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, Literal

from rich.text import Text

from performer.core.redact.redact import redact
from performer.core.text import make_printable
from performer.core.values import dataclass

State = Literal["leads", "stands by", "in reserve", "describes", "judges", "helps", "loading", "down"]
RoleState = Literal["works", "partly", "down", "off"]
"""Whether a part does its work: wholly, partly or by something that stands in for it, not at all, or not wanted."""


@dataclass(frozen=True, kw_only=True)
class Health:
    """The state of a model endpoint at one moment."""

    name: str
    """The model's name; empty while unknown."""
    place: str
    """The endpoint's address, without a password."""
    state: State
    reason: str
    """The reason for the choice of this model, or for its being down."""
    last_error: str
    """The last failure, though it may be over; empty when there was none."""
    answers: int
    failures: int
    answer_s: float | None
    """The time of an answer, the median of the last 50; None before the first."""
    load_s: float | None
    """The time that the model took to be ready the last time."""
    tokens_per_s: float | None
    """The speed of writing; None when the server does not report it."""
    cold_reads: int = 0
    """The number of reactions whose prompt was read from the beginning, because of another request in between."""


@dataclass(frozen=True, kw_only=True)
class Fix:
    """An order that mends a part."""

    op: str
    label: str
    """The words of its button."""
    args: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Role:
    """A part of the show, and what does this part's work."""

    part: str
    plays: str
    why: str = ""
    """What there is to say of this part: trouble and its remedy, or a hint; it may have something to say and work."""
    state: RoleState = "works"
    fix: Fix | None = None
    """What mends this part, where an order does."""


def format_roles(roles: Sequence[Role], log_file: object, *, chats_here: bool, is_kept: bool) -> Text:
    """Format the roles as a table with a line each; addresses are not wrapped, so that they can be copied.

    No word of another program in it can steer the terminal. The table says so where a line that is typed in this
    terminal is chat, `chats_here`. When it `is_kept`, in a file or another program, the stage's address has no token.
    """
    lines = [Text()]
    for role in roles:
        plays = redact(role.plays) if is_kept else role.plays
        lines.append(Text.assemble((f"{role.part:6} ", "bold cyan"), (make_printable(plays), "bold")))
        if role.why:
            lines.append(Text(f"{'':7}{make_printable(redact(role.why))}", "dim"))
    chat = "A line and Enter speaks to it, /help lists commands, " if chats_here else ""
    lines.append(Text(f"\n{'':7}{chat}Ctrl+C ends the show. Log: {log_file}\n", "dim"))
    return Text("\n").join(lines)
