"""Arguments as one object behind the name, whatever stands between: `{"text": "hi"}`."""

import re
from typing import Final

from performer.models.toolcalls.text.arguments.given import PrintedArguments
from performer.models.toolcalls.text.data.literal import read_literal
from performer.models.toolcalls.text.name_patterns import CallHead
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.speech import GAP

_CLOSES: Final = re.compile(r"[\"'`*]{0,3}[\])}>]{0,2}")
_EMPTY: Final = re.compile(r"\(\s*\)")
_QUOTED: Final = re.compile(r"[\"'](?=\{\s*[\\\"'}])")
_LIST: Final = re.compile(r"\[\s*[{\"'\d]")
_BROKEN: Final = re.compile(r"\s*(?:\Z|[\"'\w])")


def read(text: str, head: CallHead, offered: OfferedTools) -> PrintedArguments | None:  # noqa: ARG001 - the ways are alike
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
        return PrintedArguments(value=None, end=len(text), cut=True) if broken else None
    end = literal.end + 1 if quoted and text.startswith(quoted.group(), literal.end) else literal.end
    is_open = literal.cut or (literal.open_depth > 0 and not literal.ended_by_marker)
    return PrintedArguments(value=literal.value, end=end, cut=is_open)
