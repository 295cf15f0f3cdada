"""Calls that begin with a tool's name, bare or announced: `CALL name {…}`, `Tool: name`, `name key=value`."""

import re
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.models.toolcalls.text.arguments.behind_name import begins_with_key
from performer.models.toolcalls.text.call_block import read_following_calls, read_named_call
from performer.models.toolcalls.text.calls import PrintedCall
from performer.models.toolcalls.text.data.words import skip
from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, Form, FormPlace, Found
from performer.models.toolcalls.text.hints import is_finished_sentence
from performer.models.toolcalls.text.name_patterns import ANNOUNCED, is_command, read_announced_head
from performer.models.toolcalls.text.schema.offered import OfferedTools

_FILE: Final = PatternFile(__file__)
_PATTERN: Final = _FILE.patterns
_WORDS: Final = (*_FILE.tree["words"]["announcing"].split(), "tool used")
_LONGEST: Final = 200


def _read_announced(place: FormPlace, offered: OfferedTools) -> Answer:
    """Read the beginning of a line or a sentence by the first name in it and what follows that."""
    if not (is_finished_sentence(place.line) or place.line.rstrip().endswith((":", "："))):
        return None
    text = place.text
    if place.match(_PATTERN["map"]):
        return None
    item = place.match(_PATTERN["item"])
    if item is not None:
        return MORE if item.end() == len(text) and not place.whole else None
    if text[place.at] in "<{[(" and not place.match(_PATTERN["brackets"]):
        return MORE if not place.whole and place.at + 1 == len(text) else None
    begins = skip(ANNOUNCED, text, place.at)
    if begins == len(text) and not place.whole:
        return MORE
    name = _PATTERN["name"].match(text, begins)
    says = any(map(str.isalpha, text[place.at : begins]))
    return None if name is None else _read_named(place, name, offered, says=says)


def _read_named(place: FormPlace, name: re.Match[str], offered: OfferedTools, *, says: bool) -> Answer:
    """Read a word that may be a name; `says` when another word says that a tool is meant."""
    text = place.text
    if name.end() == len(text) and not place.whole:
        return MORE  # no word that is still growing is told from a name, slips and namespaces and all
    glued = _PATTERN["glued"].match(text, name.start())  # a key that sticks to the name, as GLM prints it
    if glued is not None and offered.split_glued(glued.group(1)) is not None:
        return _read_call(place, offered) if place.whole else HOLD
    if offered.find(name.group()) is None and not (says and _PATTERN["object"].match(text, name.end())):
        return MORE if not place.whole and _may_still_be(place, name, offered, says=says) else None
    if _PATTERN["follows"].match(text, name.end()) or _has_key(place, name, offered, says=says):
        return _read_call(place, offered) if place.whole else HOLD
    is_order = says or (text[place.at] == "/" and not name.group().isalpha())
    ends = _PATTERN["ends"].match(text, name.end()) if is_order and place.is_line_start else None
    if ends is not None:
        return _read_call(place, offered) if place.whole else (HOLD if ends.group().endswith("\n") else MORE)
    if place.is_line_start and is_command(place.text, place.at):
        return _read_command(place, name.end(), offered)
    return MORE if not place.whole and _PATTERN["may_follow"].match(text, name.end()) else None


def _read_call(place: FormPlace, offered: OfferedTools) -> Answer:
    head = read_announced_head(place.text, place.at, offered)
    needs = head is not None and not (head.announced or head.is_command)
    named = read_named_call(place.text, head, offered, cut=place.cut, needs=needs)
    if named is None:
        return None
    calls, end = read_following_calls(place.text, named, offered, cut=place.cut)
    return Found(end=end, calls=calls, bare=True)


def _has_key(place: FormPlace, name: re.Match[str], offered: OfferedTools, *, says: bool) -> bool:
    """Return whether one of the tool's own keys follows on the line: `overlay_text text: hi`.

    A name that is a common word needs another that says that a tool is meant: `Play sound: loud` is speech.
    """
    tool = offered.find(name.group())
    if tool is None or not place.is_line_start or not (says or not name.group().isalpha()):
        return False
    return begins_with_key(place.text, name.end(), tool)


def _read_command(place: FormPlace, at: int, offered: OfferedTools) -> Answer:
    """Read an order with words behind it, `/show_emote wave`: they are arguments when nothing else is on the line."""
    line = place.text.find("\n", at)
    if line < 0 and not place.whole:
        return MORE if len(place.text) - at < _LONGEST else None
    if not place.whole:
        return HOLD
    answer = _read_call(place, offered)
    if isinstance(answer, Found) and all(isinstance(call, PrintedCall) for call in answer.calls):
        return answer
    is_order = place.match(_PATTERN["order"]) is not None
    return Found(end=line if line >= 0 else len(place.text)) if is_order else None


def _may_still_be(place: FormPlace, name: re.Match[str], offered: OfferedTools, *, says: bool) -> bool:
    """Return whether what follows a name that nobody has may make it a call: an object, or a key that sticks to it."""
    if says and _PATTERN["object_begun"].match(place.text, name.end()):
        return True
    if _PATTERN["gluing"].match(place.text, name.start()) is None:
        return False
    # A key that sticks to a tool's name makes the word longer than the name.
    return any(offered.find(name.group()[:cut], misspelt=False) for cut in range(4, len(name.group())))


ANNOUNCED_CALL: Final = Form(openers="a*>\"'/@#!$&-([{<`", words=_WORDS, read=_read_announced)
