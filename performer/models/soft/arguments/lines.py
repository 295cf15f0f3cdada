"""Arguments as lines below the name: `text: hi`."""

import re

from performer.models.soft.arguments.given import Given
from performer.models.soft.data.lines import read_mapping
from performer.models.soft.heads import Head
from performer.models.soft.schema.offered import Offered

_FIRST = re.compile(r"[\])}>]{0,2}[^\S\n]*[:,]?[^\S\n]*\n\s*(?=[-*]?\s*[\"']?[\w \-]{1,60}[\"']?\s*[:=])")
_ENDS = re.compile(r"`{2,}|</|<[|｜]|\n\s*\n")


def read(text: str, head: Head, offered: Offered) -> Given | None:  # noqa: ARG001 - the ways are alike
    """Read the lines below the name, up to an empty one."""
    first = _FIRST.match(text, head.end)
    if head.tool is None or first is None:
        return None
    ends = _ENDS.search(text, first.end())
    lines = read_mapping(text, first.end(), ends.start() if ends else len(text))
    return Given(value=lines.value, end=lines.end) if lines else None
