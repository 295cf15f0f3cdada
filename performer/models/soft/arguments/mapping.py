"""Arguments as one object behind the name, whatever stands between: `{"text": "hi"}`."""

import re
from typing import Final

from performer.models.soft.arguments.given import Given
from performer.models.soft.data.literal import read_literal
from performer.models.soft.heads import Head
from performer.models.soft.noise import GAP
from performer.models.soft.schema.offered import Offered

_CLOSES: Final = re.compile(r"[\"'`*]{0,3}[\])}>]{0,2}")
_EMPTY: Final = re.compile(r"\(\s*\)")
_QUOTED: Final = re.compile(r"[\"'](?=\{\s*[\\\"'}])")
_LIST: Final = re.compile(r"\[\s*[{\"'\d]")
_BROKEN: Final = re.compile(r"\s*(?:\Z|[\"'\w])")


def read(text: str, head: Head, offered: Offered) -> Given | None:  # noqa: ARG001 - the ways are alike
    """Read the object behind the name."""
    closes = _EMPTY.match(text, head.end) or _CLOSES.match(text, head.end)
    assert closes is not None
    gap = GAP.match(text, closes.end())
    assert gap is not None
    quoted = _QUOTED.match(text, gap.end())
    at = quoted.end() if quoted else gap.end()
    if not text.startswith("{", at) and not (head.tool is not None and _LIST.match(text, at)):
        return None
    literal = read_literal(text, at)
    if literal is None:
        broken = _BROKEN.match(text, at + 1)
        return Given(value=None, end=len(text), cut=True) if broken else None
    end = literal.end + 1 if quoted and text.startswith(quoted.group(), literal.end) else literal.end
    is_open = literal.cut or (literal.open_depth > 0 and not literal.ended_by_marker)
    return Given(value=literal.value, end=end, cut=is_open)
