"""Calls that begin with a tool's name, bare or announced: `CALL name {…}`, `Tool: name`, `name key=value`."""

import re
from typing import Final

from performer.models.toolcalls.text.arguments.behind_name import begins_with_key
from performer.models.toolcalls.text.call_block import read_following_calls, read_named_call
from performer.models.toolcalls.text.calls import PrintedCall
from performer.models.toolcalls.text.data.words import skip
from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, Form, FormPlace, Found
from performer.models.toolcalls.text.hints import is_finished_sentence
from performer.models.toolcalls.text.name_patterns import ANNOUNCED, is_command, read_announced_head
from performer.models.toolcalls.text.schema.offered import OfferedTools

_WORDS: Final = (
    *(
        "use using uses call calls calling run runs running invoke invoking execute executing make making tool "
        "tools tool_call tool_calls toolcall tool_use tool_name function functions function_call functioncall "
        "function_name action actions command api name assistant request response use_tool call_tool run_tool "
        "execute_tool invoke_tool call_function exec functions. tools. default_api. mcp"
    ).split(),
    "tool used",
)

_BRACKETS = re.compile(r"<<|[{\[(]{1,2}\s?[A-Za-z]|[{\[(]{1,2}\s?\Z")
_MAP = re.compile(r"\{\s*(?:tool|name|function|action)\s*(?:=>|[:=])", re.IGNORECASE)
"""An object is another form's business."""
_ITEM = re.compile(
    r"-[ \t]+[\"']?(?:tool|name|function|action)(?:_name)?[\"']?[ \t]*:[ \t]*[\"'`]?[\w.\-]{1,80}[\"'`]?[ \t]*\n"
    r"(?:[ \t]*-[ \t]|[ \t]+[\"'\w]|[ \t]*\Z)",
    re.IGNORECASE,
)
"""So is an item of a list with lines of its own."""
_NAME = re.compile(r"[\w][\w.\-\\]{0,79}")
_LONGEST: Final = 200
_ORDER = re.compile(r"\W{0,5}CALL\b")
"""Nobody speaks like that, arguments or not."""
_FOLLOWS = re.compile(
    r"[\"'`*]{0,3}(?::\d{1,3})?[\])}>]{0,2}(?:"
    r"\s*[:=\-|,;→]{0,2}>?\s*(?:[({]|<[|｜/a-zA-Z]|`+[\w]{0,12}\s*[{<])"  # an object, brackets, tags
    r"|\s*[:=]?\s*(?:[\"']\{|\[\s*[{\"'\d])"  # an object in quotes, a list
    r"|\[(?:ARGS|CALL_ID)\]"
    r"|[:,]?\s+(?:with|and)?\s*\**(?:(?:action|tool|function)[ _])?(?:arg(?:ument)?s?|input|param(?:eter)?s?)\b"
    r"|[:,]?[ \t]+(?:--\w|:\w|[\w\-]{1,40}[ \t]?=[^=])"  # pairs
    r"|[:,]?[ \t]*\n\s*[-*]?\s*[\"']?\w[\w \-]{0,40}[\"']?\s*[:=]"  # lines
    r"|[\])}>]*[ \t]*\n\s*\w[\w\-]{0,40}\s*="
    r"|\s+with\s*\{"
    r")",
    re.IGNORECASE,
)
_MAY_FOLLOW = re.compile(
    r"[\"'`*]{0,3}(?::\d{0,3})?[\s\"'“`*:,;|&?=→\-\[(\])}>]*(?:[\w \-]{0,40}[\"'”*:]{0,3}\s*=?|<[|｜/\w]{0,20})\s*\Z"
)
_ENDS = re.compile(r"[\"'`*\])}>]{0,4}[.;]?[ \t]*(?:\n|\Z)")
_OBJECT = re.compile(r"[\"'`]?:?\s*\{\s*[\"'}]")
_OBJECT_BEGUN = re.compile(r"[\"'`]?:?\s*(?:\{\s*)?\Z")
_GLUED = re.compile(r"([\w .\-]{0,120})</arg_key>")
_GLUING = re.compile(r"[\w .\-]{0,120}(?:<(?:/[a-z_]{0,7})?)?\Z")


def _read_announced(place: FormPlace, offered: OfferedTools) -> Answer:
    """Read the beginning of a line or a sentence by the first name in it and what follows that."""
    if not (is_finished_sentence(place.line) or place.line.rstrip().endswith((":", "："))):
        return None
    text = place.text
    if _MAP.match(text, place.at):
        return None
    item = _ITEM.match(text, place.at)
    if item is not None:
        return MORE if item.end() == len(text) and not place.whole else None
    if text[place.at] in "<{[(" and not _BRACKETS.match(text, place.at):
        return MORE if not place.whole and place.at + 1 == len(text) else None
    begins = skip(ANNOUNCED, text, place.at)
    if begins == len(text) and not place.whole:
        return MORE
    name = _NAME.match(text, begins)
    says = any(map(str.isalpha, text[place.at : begins]))
    return None if name is None else _read_named(place, name, offered, says=says)


def _read_named(place: FormPlace, name: re.Match[str], offered: OfferedTools, *, says: bool) -> Answer:
    """Read a word that may be a name; `says` when another word says that a tool is meant."""
    text = place.text
    if name.end() == len(text) and not place.whole:
        return MORE  # no word that is still growing is told from a name, slips and namespaces and all
    glued = _GLUED.match(text, name.start())  # a key that sticks to the name, as GLM prints it
    if glued is not None and offered.split_glued(glued.group(1)) is not None:
        return _read_call(place, offered) if place.whole else HOLD
    if offered.find(name.group()) is None and not (says and _OBJECT.match(text, name.end())):
        return MORE if not place.whole and _may_still_be(place, name, offered, says=says) else None
    if _FOLLOWS.match(text, name.end()) or _has_key(place, name, offered, says=says):
        return _read_call(place, offered) if place.whole else HOLD
    is_order = says or (text[place.at] == "/" and not name.group().isalpha())
    ends = _ENDS.match(text, name.end()) if is_order and place.is_line_start else None
    if ends is not None:
        return _read_call(place, offered) if place.whole else (HOLD if ends.group().endswith("\n") else MORE)
    if place.is_line_start and is_command(place.text, place.at):
        return _read_command(place, name.end(), offered)
    return MORE if not place.whole and _MAY_FOLLOW.match(text, name.end()) else None


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
    is_order = _ORDER.match(place.text, place.at) is not None
    return Found(end=line if line >= 0 else len(place.text)) if is_order else None


def _may_still_be(place: FormPlace, name: re.Match[str], offered: OfferedTools, *, says: bool) -> bool:
    """Return whether what follows a name that nobody has may make it a call: an object, or a key that sticks to it."""
    if says and _OBJECT_BEGUN.match(place.text, name.end()):
        return True
    if _GLUING.match(place.text, name.start()) is None:
        return False
    # A key that sticks to a tool's name makes the word longer than the name.
    return any(offered.find(name.group()[:cut], misspelt=False) for cut in range(4, len(name.group())))


ANNOUNCED_CALL: Final = Form(openers="a*>\"'/@#!$&-([{<`", words=_WORDS, read=_read_announced)
