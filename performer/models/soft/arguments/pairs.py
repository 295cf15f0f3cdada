"""Arguments as on a shell's line: `text="hi" duration_s=5`."""

import re

from performer.models.soft.arguments.given import Given
from performer.models.soft.data.pairs import read_pairs
from performer.models.soft.heads import Head
from performer.models.soft.schema.offered import Offered

_FIRST = re.compile(r"[^\S\n]*(?:-{0,2}[\w\-]{1,60}[^\S\n]*=|--[\w\-]{1,60}[^\S\n])")


def read(text: str, head: Head, offered: Offered) -> Given | None:  # noqa: ARG001 - the ways are alike
    """Read the pairs on the rest of the line."""
    if head.tool is None or not _FIRST.match(text, head.end):
        return None
    pairs = read_pairs(text, head.end)
    return Given(value=pairs.values, end=pairs.end, cut=pairs.cut) if pairs else None
