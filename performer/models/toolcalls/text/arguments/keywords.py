"""Arguments as Lisp and EDN give them: `:text "hi" :duration_s 5`."""

import re

from performer.models.toolcalls.text.arguments.given import PrintedArguments
from performer.models.toolcalls.text.data.literal import read_literal
from performer.models.toolcalls.text.name_patterns import CallHead
from performer.models.toolcalls.text.schema.offered import OfferedTools

_FIRST = re.compile(r"\s+(?=:[a-z])")
_LAST = re.compile(r"[)\]}\n]|\Z")


def read(text: str, head: CallHead, offered: OfferedTools) -> PrintedArguments | None:  # noqa: ARG001 - the ways are alike
    """Read the keywords up to the closing bracket, or the end of the line."""
    first = _FIRST.match(text, head.end)
    if first is None:
        return None
    last = _LAST.search(text, first.end())
    assert last is not None
    literal = read_literal("{" + text[first.end() : last.start()] + "}", 0)
    return PrintedArguments(value=literal.value, end=last.start(), cut=literal.cut) if literal else None
