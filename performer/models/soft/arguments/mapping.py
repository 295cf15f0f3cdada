"""Arguments as one object behind the name, whatever stands between: `{"text": "hi"}`."""

import re
from typing import Final

from performer.models.soft.arguments.given import Given
from performer.models.soft.data.literal import read_literal
from performer.models.soft.heads import Head
from performer.models.soft.noise import GAP
from performer.models.soft.schema.offered import Offered

_BROKEN: Final = re.compile(r"\s*(?:\Z|[\"'\w])")


def read(text: str, head: Head, offered: Offered) -> Given | None:  # noqa: ARG001 - the ways are alike
    """Read the object behind the name."""
    gap = GAP.match(text, head.end)
    assert gap is not None
    at = gap.end()
    if not text.startswith("{", at):
        return None
    literal = read_literal(text, at)
    if literal is None:
        broken = _BROKEN.match(text, at + 1)
        return Given(value=None, end=len(text), cut=True) if broken else None
    is_open = literal.cut or (literal.open_depth > 0 and not literal.ended_by_marker)
    return Given(value=literal.value, end=literal.end, cut=is_open)
