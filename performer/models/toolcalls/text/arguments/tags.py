"""Arguments in tags: one each, `<parameter=text>`, in pairs, `<arg_key>`, or as attributes of the tool's own tag."""

import re
from dataclasses import replace
from html import unescape
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.models.toolcalls.text.data.lines import read_pairs
from performer.models.toolcalls.text.data.literal import PrintedData
from performer.models.toolcalls.text.data.words import skip
from performer.models.toolcalls.text.name_patterns import CallHead
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.schema.spelling import fold
from performer.models.toolcalls.text.speech import MARKS
from performer.tools.tool import ToolSpec

_PATTERN: Final = PatternFile(__file__, **MARKS).patterns
_CHILDLESS: Final = frozenset(
    {"tool_call", "function", "invoke", "name", "tool", "function_call", "arguments", "parameters"}
)


def read_parameter_tags(text: str, head: CallHead) -> PrintedData | None:
    """Read a tag each: `<parameter=text>`, `<parameter name="text">`, or the parameter's own name, `<text>`."""
    attributes = _PATTERN["attributes"].match(text, head.end)
    at = skip(_PATTERN["gap"], text, attributes.end() if attributes else head.end)
    values: dict[str, object] = {}
    cut = False
    while (found := _read_parameter(text, at, head.tool)) is not None:
        key, value, at, cut = found
        held = values.get(key)
        if key in values and _is_list(key, head.tool):
            values[key] = [*held, value] if isinstance(held, list) else [held, value]
        else:
            values[key] = value
        at = skip(_PATTERN["stray"], text, at)
    return PrintedData(value=values, end=at, cut=cut) if values else None


def _read_parameter(text: str, at: int, tool: ToolSpec | None) -> tuple[str, str, int, bool] | None:
    """Read one parameter: its key, its value, the index after it, and whether it broke off."""
    plain = text.startswith("<parameter=", at)
    pair = None if plain else _PATTERN["valued"].match(text, at) or _PATTERN["paired"].match(text, at)
    if pair is not None:
        return pair.group(1), unescape((pair.group(2) or pair.group(pair.lastindex or 2)).strip()), pair.end(), False
    named = _PATTERN["named"].match(text, at)
    if named is not None:
        return (named.group(1), *_read_value(text, named.end(), _PATTERN["named_end"], key=named.group(1)))
    own = _PATTERN["own"].match(text, at)
    if own is None or not _is_parameter(own.group(1), tool):
        return None
    name = own.group(1)
    # The value ends at another parameter's tag too, when its own close tag was forgotten.
    others = "|".join(
        re.escape(each) for each in (tool.parameters.get("properties", ()) if tool else ()) if each != name
    )
    siblings = rf"|(?=<(?:{others})>)" if others else ""
    ends = rf"</{re.escape(name)}\s*>?|(?=</(?:function|tool_?call|invoke)\b){siblings}"
    return (name, *_read_value(text, own.end(), re.compile(ends, re.IGNORECASE)))


def _read_value(text: str, at: int, ends: re.Pattern[str], *, key: str = "") -> tuple[str, int, bool]:
    """Read a value up to its end; the key's own close tag is one too, right before another tag."""
    end = ends.search(text, at)
    own = text.find(f"</{key}>", at, end.start() if end else len(text)) if key else -1
    if own >= 0 and text[own + len(key) + 3 :].lstrip()[:1] in ("<", ""):
        return unescape(text[at:own].strip()), own + len(key) + 3, False
    if end is None:
        return text[at:].strip(), len(text), True
    value = _PATTERN["sentinels"].sub("", text[at : end.start()].strip()).strip()
    return unescape(value) if "&" in value and ";" in value else value, end.end(), False


def _is_list(key: str, tool: ToolSpec | None) -> bool:
    return tool is not None and tool.parameters.get("properties", {}).get(key, {}).get("type") == "array"


def _is_parameter(name: str, tool: ToolSpec | None) -> bool:
    if tool is None:
        return name.lower() not in _CHILDLESS
    return fold(name) in {fold(each) for each in tool.parameters.get("properties", ())}


def read_key_tags(text: str, head: CallHead) -> PrintedData | None:
    """Read pairs of tags, as GLM prints them: `<arg_key>text</arg_key><arg_value>hi</arg_value>`."""
    return _read_key_pairs(text, head.end, {}) if _PATTERN["first_key"].match(text, head.end) else None


def read_glued_keys(text: str, head: CallHead, offered: OfferedTools) -> tuple[ToolSpec, PrintedData] | None:
    """Read such pairs whose first key is glued to the tool's name; return whose they are too."""
    glued = None if _PATTERN["first_key"].match(text, head.end) else _PATTERN["glued_key"].match(text, head.at)
    parts = offered.split_glued(glued.group(1)) if glued else None
    if glued is None or parts is None:
        return None
    tool, key = parts
    opens = _PATTERN["key_value_begins"].match(text, glued.end())
    value, end, cut = _read_key_value(text, opens.end() if opens else glued.end())
    given = _read_key_pairs(text, end, {key: value})
    return tool, replace(given, cut=given.cut or cut)


def _read_key_pairs(text: str, at: int, values: dict[str, object]) -> PrintedData:
    cut = False
    while (pair := _PATTERN["key_pair"].match(text, at)) is not None:
        values[pair.group(1).strip()], at, cut = _read_key_value(text, pair.end())
    cut = cut or _PATTERN["first_key"].match(text, at) is not None
    return PrintedData(value=values, end=at, cut=cut)


def _read_key_value(text: str, at: int) -> tuple[str, int, bool]:
    """Read a value: its text, the index after it, and whether it broke off."""
    end = _PATTERN["key_value_end"].search(text, at)
    if end is None:
        return text[at:].strip(), len(text), True
    return text[at : end.start()].strip(), end.end(), False


def read_attributes(text: str, head: CallHead) -> PrintedData | None:
    """Read `<show_emote name="wave"/>` up to the tag's end, and its content when that is all there is."""
    if not head.tag:
        return None
    pairs = read_pairs(text, head.end)
    at = pairs.end if pairs else head.end
    end = _PATTERN["tag_end"].match(text, at)
    if pairs:
        return PrintedData(value=pairs.value, end=end.end() if end else at, cut=end is None)
    if end is None:
        return None
    if end.group().endswith("/>"):
        return PrintedData(value=None, end=end.end())
    close = re.compile(rf"</{re.escape(head.tag)}\s*>", re.IGNORECASE).search(text, end.end())
    return PrintedData(value=text[end.end() : close.start()].strip(), end=close.end()) if close else None
