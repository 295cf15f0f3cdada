"""Arguments as on a shell's line: `text="hi" duration_s=5`."""

import re

from performer.models.toolcalls.text.arguments.given import PrintedArguments
from performer.models.toolcalls.text.data.lines import read_pairs
from performer.models.toolcalls.text.name_patterns import CallHead
from performer.models.toolcalls.text.schema.offered import OfferedTools

_FIRST = re.compile(r"[^\S\n]*(?:-{0,2}[\w\-]{1,60}[^\S\n]*=|--[\w\-]{1,60}[^\S\n])")


def read(text: str, head: CallHead, offered: OfferedTools) -> PrintedArguments | None:  # noqa: ARG001 - the ways are alike
    """Read the pairs on the rest of the line."""
    if head.tool is None or not _FIRST.match(text, head.end):
        return None
    pairs = read_pairs(text, head.end)
    return PrintedArguments(value=pairs.values, end=pairs.end, cut=pairs.cut) if pairs else None
