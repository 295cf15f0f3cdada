"""Roles: who plays each part, told in the start-up table."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from performer.printable import printable
from performer.redaction import redacted


@dataclass(frozen=True, kw_only=True)
class Role:
    """A part of the show, who plays it, and why nobody better does."""

    part: str
    plays: str
    why: str = ""
    """What is odd about it and what to do; empty when all is as it should be."""


def roles_text(roles: Sequence[Role], log_file: object, *, chats_here: bool, is_kept: bool) -> Text:
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
        plays = redacted(role.plays) if is_kept else role.plays
        lines.append(Text.assemble((f"{role.part:7}", "bold cyan"), (printable(plays), "bold")))
        if role.why:
            lines.append(Text(f"{'':7}{printable(redacted(role.why))}", "dim"))
    chat = "A line and Enter is chat, " if chats_here else ""
    lines.append(Text(f"\n{'':7}{chat}Ctrl+C ends the show. Log: {log_file}\n", "dim"))
    return Text("\n").join(lines)
