"""Arguments as pairs of tags, as GLM prints them: `<arg_key>text</arg_key><arg_value>hi</arg_value>`.

The first key may be glued to the tool's name.
"""

import re
from typing import Final

from performer.models.toolcalls.text.arguments.given import PrintedArguments
from performer.models.toolcalls.text.name_patterns import CallHead
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.speech import SPACE
from performer.tools.tool import ToolSpec

_FIRST = re.compile(rf"(?:\s|</\w{{1,20}}>)*+<{SPACE}arg_key>")
_GLUED = re.compile(rf"([^<>\n]{{1,120}}?)\s*</{SPACE}arg_key>")
_PAIR = re.compile(
    rf"(?:\s|</(?!tool_call|{SPACE}tool_call)\w{{1,20}}>)*+(?:<{SPACE}arg_key>\s*+)*+([^<>\n]{{1,80}}?)"
    rf"(?:(?:</{SPACE}arg_key>\s*+)++(?:<{SPACE}arg_value>)?|<{SPACE}arg_value>)"
)
_VALUE_BEGINS = re.compile(rf"\s*<{SPACE}arg_value>")
_VALUE_END: Final = re.compile(rf"</{SPACE}arg_value>|(?=<{SPACE}arg_key>|</{SPACE}tool_call)")


def read(text: str, head: CallHead, offered: OfferedTools) -> PrintedArguments | None:
    """Read the pairs behind the name."""
    if _FIRST.match(text, head.end):
        return _pairs(text, head.end, {}, head.tool)
    glued = _GLUED.match(text, head.at)
    parts = offered.split_glued(glued.group(1)) if glued else None
    if glued is None or parts is None:
        return None
    tool, key = parts
    value, end, cut = _value(text, _behind_key(text, glued.end()))
    given = _pairs(text, end, {key: value}, tool)
    return PrintedArguments(value=given.value, end=given.end, cut=given.cut or cut, tool=tool)


def _pairs(text: str, at: int, values: dict[str, object], tool: ToolSpec | None) -> PrintedArguments:
    cut = False
    while (pair := _PAIR.match(text, at)) is not None:
        values[pair.group(1).strip()], at, cut = _value(text, pair.end())
    cut = cut or _FIRST.match(text, at) is not None
    return PrintedArguments(value=values, end=at, cut=cut, tool=tool)


def _behind_key(text: str, at: int) -> int:
    opens = _VALUE_BEGINS.match(text, at)
    return opens.end() if opens else at


def _value(text: str, at: int) -> tuple[str, int, bool]:
    """Read a value: its text, the index after it, and whether it broke off."""
    end = _VALUE_END.search(text, at)
    if end is None:
        return text[at:].strip(), len(text), True
    return text[at : end.start()].strip(), end.end(), False
