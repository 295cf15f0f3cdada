"""Tags and special tokens: around calls, as calls themselves, or plain markup. None of them is ever spoken."""

import re
from typing import Final

from performer.models.toolcalls.text.call_block import read_block
from performer.models.toolcalls.text.calls import PrintedCall, UnknownCall
from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, Form, FormPlace, Found
from performer.models.toolcalls.text.name_patterns import read_tag_head
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.speech import SPECIAL, TAG

_BEGINS = re.compile(r"<(?:[/|｜!?]|/?[A-Za-z_]|\]\w|<<?/?[A-Z])")
_NAMES_TOOL = re.compile(r"<(?:function=\w|invoke name=)")
_BEGUN = re.compile(r"<(?:\]|<{1,2}/?)?\Z")
_NAME = re.compile(r"</?([\w.:\-]*)")
_NOISE = re.compile(rf"{SPECIAL}|{TAG}", re.IGNORECASE)
_PLAIN = re.compile(r"<[/!?]?[A-Za-z_|｜][^<>\n]{0,200}>")
_OPEN = re.compile(r"<[/!?|｜]?[\w|｜▁.:\-]{0,60}[^<>\n]{0,140}\Z")
_RARE_OPEN = re.compile(r"(?:<\]\w{0,20}(?:\[>?)?|<{2,3}/?[A-Z_ ]{0,30}>{0,2})\Z")
_ASSIGNING = re.compile(r"<(?:function|tool|invoke|call)\s*(?:=\s*[\"'`*]{0,3})?\Z", re.IGNORECASE)
_BROKEN_OFF = re.compile(r"<[/!?|｜]?[\w|｜▁.:\-]{0,60}(?:=[\"']?[\w.\-]*|\s+[\w\-]+\s*=[^<>\n]{0,80})?\Z")
_CHILD: Final = re.compile(r"<([\w\-]{2,60})>\s*<[\w\-]{1,60}>")


def _read_tag(place: FormPlace, offered: OfferedTools) -> Answer:
    """Read what a `<` begins: a heart, a tag, or calls."""
    text = place.text
    if not _BEGINS.match(text, place.at):
        return MORE if not place.whole and _BEGUN.match(text, place.at) else None
    if not place.whole:
        return _read_in_stream(place, offered)
    block = read_block(text, place.at, offered, cut=place.cut)
    if block.calls:
        return Found(end=block.end, calls=block.calls)
    unknown = _read_unknown(text, place.at)
    if unknown is not None:
        return unknown
    noise = _BROKEN_OFF.match(text, place.at) or _NOISE.match(text, place.at) or _PLAIN.match(text, place.at)
    return Found(end=noise.end()) if noise else None


def _read_in_stream(place: FormPlace, offered: OfferedTools) -> Answer:
    """Return plain tags at once; what any other tag is, only the whole text tells."""
    text = place.text
    name = _NAME.match(text, place.at)
    plain = _PLAIN.match(text, place.at)
    if plain is None and name is not None and name.end() == len(text):
        return MORE
    is_marked = _NAMES_TOOL.match(text, place.at) or _NOISE.match(text, place.at) or _is_odd(name, plain)
    if is_marked or read_tag_head(text, place.at, offered):
        return HOLD
    if plain is not None:
        return Found(end=plain.end())
    may_grow = _OPEN.match(text, place.at) or _RARE_OPEN.match(text, place.at) or _ASSIGNING.match(text, place.at)
    return MORE if may_grow else None


def _is_odd(name: re.Match[str] | None, plain: re.Match[str] | None) -> bool:
    """Return whether a tag looks like a special token, or like a tool's name."""
    tag = (name.group() if name else "<|") + (plain.group() if plain else "")
    return name is None or "_" in tag or "|" in tag or "｜" in tag


def _read_unknown(text: str, at: int) -> Found | None:
    """Read a tag with tags inside that is named after a tool that nobody has."""
    child = _CHILD.match(text, at)
    if child is None or "_" not in child.group(1):
        return None
    close = text.find(f"</{child.group(1)}>", child.end())
    if close < 0:
        return None
    return Found(end=close + len(child.group(1)) + 3, calls=(UnknownCall(call=PrintedCall(name=child.group(1))),))


TAG_FORM: Final = Form(openers="<", read=_read_tag)
