"""What a reader of arguments answers."""

from typing import NamedTuple, Protocol

from performer.models.soft.heads import Head
from performer.models.soft.schema.offered import Offered
from performer.tools import ToolSpec


class Given(NamedTuple):
    """Arguments as they were printed, for `schema.fit`."""

    value: object
    end: int
    """The index after them."""
    cut: bool = False
    """Whether they broke off."""
    tool: ToolSpec | None = None
    """Whose they are, when that was only seen here."""


class Way(Protocol):
    """One way to print arguments behind a name, as a module."""

    def read(self, text: str, head: Head, offered: Offered) -> Given | None:
        """Read the arguments behind `head.end`; None when they are not printed in this way."""
        ...
