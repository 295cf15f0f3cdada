"""The words of others in the model's own text: quoted lines, turns that it makes up, and results that it invents.

Calls in a quotation are left out with it. From a made-up turn on the whole text is an invention, and so is everything
behind a result that follows a call, for no tool has answered yet; elsewhere the result alone is left out.
"""

import re
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.models.toolcalls.text.call_block import read_block
from performer.models.toolcalls.text.data.words import skip
from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, Form, FormPlace, Found
from performer.models.toolcalls.text.name_patterns import read_tag_head
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.speech import MARKS

_PATTERN: Final = PatternFile(__file__, **MARKS).patterns
_OPENINGS: Final = {">": _PATTERN["quoting"], "<": _PATTERN["nick"], "/": _PATTERN["comment"]}
_TIMES: Final = " \t[]()0123456789:."


def _read_quoted_line(place: FormPlace, offered: OfferedTools) -> Answer:
    """Read a line by its beginning: without its calls it would mean little, so all of it goes."""
    text = place.text
    is_nick = text[place.at] == "<"
    if place.line.strip(_TIMES) if is_nick else not place.is_line_start:
        return None
    opening = _OPENINGS[text[place.at]].match(text, place.at)
    is_own = is_nick and (place.match(_PATTERN["own_tag"]) or read_tag_head(text, place.at, offered))
    if opening is None or is_own:
        return MORE if not place.whole and place.match(_PATTERN["quoted_begun"]) else None
    end = skip(_PATTERN["line"], text, place.at)
    line = text[place.at : end]
    if not place.whole and not line.endswith("\n"):
        return MORE
    if is_nick and f"</{opening.group().strip('<> @+%~&')}" in line:
        return None
    if not _has_call(text[opening.end() : end] if is_nick else line, offered):
        return None
    return Found(end=max(end, read_block(text, opening.end(), offered).end)) if place.whole else HOLD


def _has_call(words: str, offered: OfferedTools) -> bool:
    """Return whether words have the shape of a call somewhere, or name a tool as calls do."""
    if _PATTERN["callish"].search(words):
        return True
    return any(offered.find(name, misspelt=False) is not None for name in _PATTERN["named_tool"].findall(words))


_LONGEST: Final = 2_000
"""Characters within which a tag must be closed, or the rest is taken for what it quotes."""
_GLANCE: Final = 300
"""Characters behind a tag that is never closed in which a call must be."""


def _read_turn(place: FormPlace, offered: OfferedTools) -> Answer:
    """Read a mark of a turn, a label of one, or a tag of what is quoted."""
    if place.text[place.at] not in "<[":
        return _read_speaker(place)
    if place.match(_PATTERN["turn"]):
        return _drop_rest(place)
    tag = place.match(_PATTERN["quoting_tag"])
    if tag is not None:
        return _read_between(place, tag, offered)
    begun = place.match(_PATTERN["turn_begun"]) or place.match(_PATTERN["quoting_tag_begun"])
    return MORE if begun and not place.whole else None


def _read_speaker(place: FormPlace) -> Answer:
    """Read `User:` or `Human:` on a line of its own turn; a list may begin so too, but not behind a blank line."""
    if not place.is_line_start:
        return None
    label = place.match(_PATTERN["speaker"])
    if label is None:
        return MORE if not place.whole and place.match(_PATTERN["speaker_begun"]) else None
    if label.end() == len(place.text) and not place.whole:
        return MORE
    before = place.text[: place.at].rstrip(" \t")
    return _drop_rest(place) if label.group(1) is None or before.endswith("\n\n") else None


def _drop_rest(place: FormPlace) -> Answer:
    return Found(end=len(place.text)) if place.whole else HOLD


def _read_between(place: FormPlace, tag: re.Match[str], offered: OfferedTools) -> Answer:
    """Drop what stands up to the close tag, or to the end, when a call is in it; otherwise it may be said."""
    if tag.end() == len(place.text) and not place.whole:
        return MORE
    name = tag.group(1) or tag.group(2)
    close = "-->" if tag.group(3) else f"</{name}>" if tag.group(1) else f"[/{name}]"
    limit = tag.end() + _LONGEST
    end = place.text[tag.end() : limit].lower().find(close.lower())
    if end < 0 and not place.whole and len(place.text) < limit:
        return MORE
    inside = place.text[tag.end() : tag.end() + (end if end >= 0 else _GLANCE)]
    if not _has_call(inside, offered):
        return None
    return Found(end=tag.end() + end + len(close)) if end >= 0 else _drop_rest(place)


_RESULT_WORDS: Final = ("observation", "tool", "function", "output", "result", "response", "return")


def _read_result(place: FormPlace, offered: OfferedTools) -> Answer:
    """Read what a tool answered, in the model's own words."""
    tag = place.match(_PATTERN["result_tag"])
    label = None if tag else _find_result_label(place)
    if tag is None and label is None:
        return MORE if not place.whole and _may_become_result(place) else None
    if place.called or (tag is not None and not tag.group(1)):
        return _drop_rest(place)
    if tag is not None:
        return Found(end=tag.end(), skip_to=f"</{tag.group(1)}>")
    assert label is not None
    return _drop_line(place, label.end(), offered)


def _find_result_label(place: FormPlace) -> re.Match[str] | None:
    if not place.is_line_start:
        return None
    found = place.match(_PATTERN["result_label"])
    return found or (place.match(_PATTERN["label_behind_call"]) if place.called else None)


def _may_become_result(place: FormPlace) -> bool:
    begun = place.text[place.at : place.at + 12].lower().lstrip("*[<|｜")
    return place.match(_PATTERN["result_begun"]) is not None and any(
        word.startswith(begun) or begun.startswith(word) for word in _RESULT_WORDS
    )


def _drop_line(place: FormPlace, at: int, offered: OfferedTools) -> Answer:
    """Drop the line, and all of the call that begins on it: it tells what was done."""
    end = skip(_PATTERN["line"], place.text, place.at)
    line = place.text[place.at : end]
    if not place.whole and not line.endswith("\n"):
        return MORE
    if not _has_call(line, offered):
        return Found(end=end)
    return Found(end=max(end, read_block(place.text, at, offered).end)) if place.whole else HOLD


RESULT: Final = Form(openers="<[a*", words=_RESULT_WORDS, read=_read_result)
TURN: Final = Form(openers="<[a*#", words=("user", "human"), read=_read_turn)
QUOTED_LINE: Final = Form(openers="></", read=_read_quoted_line)
