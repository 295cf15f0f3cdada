"""Arguments as a tag each: `<parameter=text>`, `<parameter name="text">`, or the parameter's own name, `<text>`."""

import re
from html import unescape
from typing import Final

from performer.models.toolcalls.text.arguments.given import PrintedArguments
from performer.models.toolcalls.text.name_patterns import CallHead
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.schema.spelling import fold
from performer.models.toolcalls.text.speech import SENTINEL, SPACE
from performer.tools.tool import ToolSpec

_WORD: Final = SPACE + r"(?:parameter|param|arg|argument|property|field|input)"
_GAP = re.compile(
    rf"(?:[^\S\n]*>|\s|</[\w]{{1,20}}>|<(?:arguments|parameters|args|params|input|tool_input|properties)>|{SENTINEL})*+",
    re.IGNORECASE,
)
_ATTRIBUTES = re.compile(r"(?:\s+[\w\-]+=\"[^\"<>\n]{0,80}\")*+\s*/?>")
_NAMED = re.compile(
    rf"<?{_WORD}(?:\s*=\s*|\s+(?:name|key)\s*=\s*)[\"']?([\w.\-]{{1,80}})[\"']?(?:\s[^<>\n]{{0,80}})?>?", re.IGNORECASE
)
_NAMED_END = re.compile(
    rf"</{_WORD}(?:=[\w.\-]{{0,60}})?\s*>?|(?=<{_WORD}[\s=])|(?=</{SPACE}(?:function|tool_?call|invoke|tool|call|function_?calls?|tool_?calls|use_tool)\b)",
    re.IGNORECASE,
)
_VALUED = re.compile(
    rf"<{_WORD}\s+(?:name|key)\s*=\s*[\"']([\w.\-]{{1,80}})[\"']\s+value\s*=\s*(?:\"([^\"]*)\"|'([^']*)')\s*/?>(?:</{_WORD}>)?",
    re.IGNORECASE,
)
_PAIRED = re.compile(
    rf"<{_WORD}>\s*<(?:name|key)>\s*([\w.\-]{{1,80}})\s*</(?:name|key)>\s*<value>((?:[^<]|<(?!/value>)){{0,4000}}+)</value>\s*(?:</{_WORD}>)?",
    re.IGNORECASE,
)
_SENTINELS = re.compile(rf"(?:{SENTINEL})+\Z")
_OWN = re.compile(r"<([A-Za-z_][\w.\-]{0,60})>")
_STRAY = re.compile(rf"(?:\s|</{_WORD}\s*>|{SENTINEL})*+", re.IGNORECASE)
_CHILDLESS: Final = frozenset(
    {"tool_call", "function", "invoke", "name", "tool", "function_call", "arguments", "parameters"}
)


def read(text: str, head: CallHead, offered: OfferedTools) -> PrintedArguments | None:  # noqa: ARG001 - the ways are alike
    """Read the tags behind the name."""
    attributes = _ATTRIBUTES.match(text, head.end)
    gap = _GAP.match(text, attributes.end() if attributes else head.end)
    assert gap is not None
    at = gap.end()
    values: dict[str, object] = {}
    cut = False
    while True:
        found = _one(text, at, head.tool)
        if found is None:
            break
        key, value, at, cut = found
        values[key] = _more(values[key], value) if key in values and _is_list(key, head.tool) else value
        stray = _STRAY.match(text, at)
        assert stray is not None
        at = stray.end()
    return PrintedArguments(value=values, end=at, cut=cut) if values else None


def _one(text: str, at: int, tool: ToolSpec | None) -> tuple[str, str, int, bool] | None:
    """Read one parameter: its key, its value, the index after it, and whether it broke off."""
    plain = text.startswith("<parameter=", at)
    pair = None if plain else _VALUED.match(text, at) or _PAIRED.match(text, at)
    if pair is not None:
        return pair.group(1), unescape((pair.group(2) or pair.group(pair.lastindex or 2)).strip()), pair.end(), False
    named = _NAMED.match(text, at)
    if named is not None:
        return (named.group(1), *_value(text, named.end(), _NAMED_END, key=named.group(1)))
    own = _OWN.match(text, at)
    if own is None or not _is_parameter(own.group(1), tool):
        return None
    end = re.compile(
        rf"</{re.escape(own.group(1))}\s*>?|(?=</(?:function|tool_?call|invoke)\b)|{_siblings(tool, own.group(1))}",
        re.IGNORECASE,
    )
    return (own.group(1), *_value(text, own.end(), end))


def _value(text: str, at: int, ends: re.Pattern[str], *, key: str = "") -> tuple[str, int, bool]:
    """Read a value up to its end; the key's own close tag is one too, right before another tag."""
    end = ends.search(text, at)
    own = text.find(f"</{key}>", at, end.start() if end else len(text)) if key else -1
    if own >= 0 and text[own + len(key) + 3 :].lstrip()[:1] in ("<", ""):
        return unescape(text[at:own].strip()), own + len(key) + 3, False
    if end is None:
        return text[at:].strip(), len(text), True
    value = _SENTINELS.sub("", text[at : end.start()].strip()).strip()
    return unescape(value) if "&" in value and ";" in value else value, end.end(), False


def _is_list(key: str, tool: ToolSpec | None) -> bool:
    return tool is not None and tool.parameters.get("properties", {}).get(key, {}).get("type") == "array"


def _more(held: object, value: str) -> list[object]:
    return [*held, value] if isinstance(held, list) else [held, value]


def _is_parameter(name: str, tool: ToolSpec | None) -> bool:
    if tool is None:
        return name.lower() not in _CHILDLESS
    return fold(name) in {fold(each) for each in tool.parameters.get("properties", ())}


def _siblings(tool: ToolSpec | None, name: str) -> str:
    """Match where another parameter's tag begins, for a value whose own close tag was forgotten."""
    others = [re.escape(each) for each in (tool.parameters.get("properties", ()) if tool else ()) if each != name]
    return rf"(?=<(?:{'|'.join(others)})>)" if others else r"(?!)"
