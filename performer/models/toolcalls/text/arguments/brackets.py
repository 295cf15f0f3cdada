"""Arguments in brackets behind the name: `(text="hi", duration_s=5)` and `{"text": "hi"}`."""

import re
from dataclasses import replace
from typing import Final

from performer.models.toolcalls.text.data.literal import PrintedData, read_literal
from performer.models.toolcalls.text.data.python_call import Positional, read_python_call
from performer.models.toolcalls.text.data.words import skip
from performer.models.toolcalls.text.name_patterns import CallHead
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.speech import GAP

_OBJECT_BEHIND = re.compile(r"\s*\{")


def read_call_brackets(text: str, head: CallHead, _offered: OfferedTools) -> PrintedData | None:
    """Read brackets right behind the name, as a Python call has them."""
    if not text.startswith(("(", " ("), head.end):
        return None
    call = read_python_call(text, head.at)
    is_empty = call is not None and call.value == Positional() and text.endswith(")", 0, call.end)
    return None if call is None or (is_empty and _OBJECT_BEHIND.match(text, call.end)) else call


_CLOSES: Final = re.compile(r"[\"'`*]{0,3}[\])}>]{0,2}")
_EMPTY: Final = re.compile(r"\(\s*\)")
_QUOTED: Final = re.compile(r"[\"'](?=\{\s*[\\\"'}])")
_LIST: Final = re.compile(r"\[\s*[{\"'\d]")
_BROKEN: Final = re.compile(r"\s*(?:\Z|[\"'\w])")


def read_mapping_behind(text: str, head: CallHead, _offered: OfferedTools) -> PrintedData | None:
    """Read one object behind the name, whatever stands between."""
    empty = _EMPTY.match(text, head.end)
    at = skip(GAP, text, empty.end() if empty else skip(_CLOSES, text, head.end))
    quoted = _QUOTED.match(text, at)
    at = quoted.end() if quoted else at
    if not text.startswith("{", at) and not (head.tool is not None and _LIST.match(text, at)):
        return None
    literal = read_literal(text, at)
    if literal is None:
        broken = _BROKEN.match(text, at + 1)
        return PrintedData(value=None, end=len(text), cut=True) if broken else None
    return replace(literal, end=literal.end + (quoted is not None and text.startswith(quoted.group(), literal.end)))
