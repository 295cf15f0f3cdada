"""An errand: a long call that goes on beside the show."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from performer.cues import Origin

Came = Literal["done", "failed", "cancelled", "lost"]
"""What it came to; lost: nobody knows, for the performer ended meanwhile."""


@dataclass(frozen=True, kw_only=True)
class Errand:
    """What is kept of one; its text arguments have passed the guard."""

    number: int = 0
    """By which it is cancelled; 0 until it is kept."""
    tool: str
    server: str = ""
    """Whose tool it is: an MCP server's name, or empty for our own."""
    call: str
    """Its id in its turn."""
    arguments: Mapping[str, object] = field(default_factory=dict)
    origin: Origin | None = None
    """Why its turn began."""
    said: str = ""
    """What its turn had said by then."""
    began_at: datetime
    """Wall time."""
