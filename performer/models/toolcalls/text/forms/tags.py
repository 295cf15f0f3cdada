"""Tags and special tokens: around calls, as calls themselves, or plain markup. None of them is ever spoken."""

import re
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.models.toolcalls.text.call_block import read_block
from performer.models.toolcalls.text.calls import PrintedCall, UnknownCall
from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, Form, FormPlace, Found
from performer.models.toolcalls.text.name_patterns import read_tag_head
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.speech import MARKS

_PATTERN: Final = PatternFile(__file__, **MARKS).patterns


def _read_tag(place: FormPlace, offered: OfferedTools) -> Answer:
    """Read what a `<` begins: a heart, a tag, or calls."""
    text = place.text
    if not place.match(_PATTERN["begins"]):
        return MORE if not place.whole and place.match(_PATTERN["begun"]) else None
    if not place.whole:
        return _read_in_stream(place, offered)
    block = read_block(text, place.at, offered, cut=place.cut)
    if block.calls:
        return Found(end=block.end, calls=block.calls)
    unknown = _read_unknown(text, place.at)
    if unknown is not None:
        return unknown
    noise = place.match(_PATTERN["broken_off"]) or place.match(_PATTERN["noise"]) or place.match(_PATTERN["plain"])
    return Found(end=noise.end()) if noise else None


def _read_in_stream(place: FormPlace, offered: OfferedTools) -> Answer:
    """Return plain tags at once; what any other tag is, only the whole text tells."""
    text = place.text
    name = place.match(_PATTERN["name"])
    plain = place.match(_PATTERN["plain"])
    if plain is None and name is not None and name.end() == len(text):
        return MORE
    is_marked = place.match(_PATTERN["names_tool"]) or place.match(_PATTERN["noise"]) or _is_odd(name, plain)
    if is_marked or read_tag_head(text, place.at, offered):
        return HOLD
    if plain is not None:
        return Found(end=plain.end())
    may_grow = place.match(_PATTERN["open"]) or place.match(_PATTERN["rare_open"]) or place.match(_PATTERN["assigning"])
    return MORE if may_grow else None


def _is_odd(name: re.Match[str] | None, plain: re.Match[str] | None) -> bool:
    """Return whether a tag looks like a special token, or like a tool's name."""
    tag = (name.group() if name else "<|") + (plain.group() if plain else "")
    return name is None or "_" in tag or "|" in tag or "｜" in tag


def _read_unknown(text: str, at: int) -> Found | None:
    """Read a tag with tags inside that is named after a tool that nobody has."""
    child = _PATTERN["child"].match(text, at)
    if child is None or "_" not in child.group(1):
        return None
    close = text.find(f"</{child.group(1)}>", child.end())
    if close < 0:
        return None
    return Found(end=close + len(child.group(1)) + 3, calls=(UnknownCall(call=PrintedCall(name=child.group(1))),))


TAG_FORM: Final = Form(openers="<", read=_read_tag)
