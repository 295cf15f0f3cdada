"""Ways to print arguments behind a tool's name, and the arguments that one of them finds."""

from collections.abc import Callable
from typing import NamedTuple

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


Way = Callable[[str, CallHead, OfferedTools], PrintedArguments | None]
"""Reads the arguments behind `head.end` of a text; None when they are not printed in its way."""
