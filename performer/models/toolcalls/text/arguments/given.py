"""What a reader of arguments answers."""

from typing import NamedTuple, Protocol

from performer.models.toolcalls.text.name_patterns import CallHead
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.tools.tool import ToolSpec


class PrintedArguments(NamedTuple):
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

    def read(self, text: str, head: CallHead, offered: OfferedTools) -> PrintedArguments | None:
        """Read the arguments behind `head.end`; None when they are not printed in this way."""
        ...
