"""Calls of which a part is missing: a wrapper's beginning, the tool's name, or all that a mark was to open."""

import re
from typing import Final

from performer.models.toolcalls.text.call_block import read_block
from performer.models.toolcalls.text.data.literal import read_literal
from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, Form, FormPlace, Found
from performer.models.toolcalls.text.schema.offered import OfferedTools

_LOOSE_WORDS: Final = (
    "tool_call function toolcall tools invoke= to= recipient= assistant json commentary await print( dict( call "
    "action ai: answer output response result code return const let var"
).split()

_SAYS: Final = r"json|assistant|tool_?calls?|function_?calls?"
_LABELS: Final = (
    rf"{_SAYS}|ai|response|output|answer|(?:tool|function)(?: calls?)?|calls?|calling|actions?|tools|code|arguments"
)
_ASSIGNS: Final = r"(?:(?:const|let|var)\s+\w{1,40}\s*=|(?:result|response|output)\s*=|return\s)\s*(?:await\s+)?"
_MARK: Final = re.compile(
    r"(?:/?tool_?calls?|function_?calls?|tool_use)>|(?:function|tool|invoke)=[\"']?\w"
    r"|(?:assistant\s*)?(?:(?:commentary|analysis)\s+)?(?:to|recipient)=\w"
    rf"|(?:{_SAYS})\s*[:=]?\s*[{{\[<]|print\s*\(\s*[\w{{\[<]|await\s+\w|await\s*[{{\[<]|dict\(|TOOL_CALLS?\]"
    rf"|(?:{_LABELS})[ \t]*\**:\**\s*(?:[{{\[<]|```|[\"'](?:name|tool|function))|function<[|｜]"
    rf"|{_ASSIGNS}[\w.]{{1,80}}\(",
    re.IGNORECASE,
)
_LABEL = re.compile(
    rf"(?:{_SAYS})\s*[:=]?\s*(?=[{{\[<])|(?:{_LABELS})[ \t]*\**:\**\s*|(?:const|let|var)\s+|TOOL_CALLS?\]"
    r"|function(?=<)",
    re.IGNORECASE,
)
_SAYS_SO = re.compile(_SAYS, re.IGNORECASE)
_BEGUN = re.compile(
    rf"(?:(?:{_LABELS})[ \t]*\**:?\**\s*`{{0,2}}(?:[\"'][a-z]{{0,8}})?|(?:{_SAYS})\s*[:=]?\s*"
    r"|await\s*|print\s*\(?\s*|TOOL_CALLS?"
    r"|(?:const|let|var)(?:\s+\w{0,40}\s*=?)?\s*(?:await\s*)?[\w.]{0,80}"
    r"|(?:result|response|output|return)\s*=?\s*(?:await\s*)?[\w.]{0,80})\Z",
    re.IGNORECASE,
)
_SHOWN = re.compile(r"(?:const|let|var|return)\s", re.IGNORECASE)
"""The beginning of code that is shown to people."""
_LONGEST: Final = 140


def _read_loose_mark(place: FormPlace, offered: OfferedTools) -> Answer:
    """Read `tool_call>`, a wrapper without its beginning, or words behind which calls stand: `json {…}`, `x = f()`."""
    text = place.text
    if not _MARK.match(text, place.at):
        return MORE if not place.whole and _may_become(place) else None
    if not place.whole:
        return HOLD
    label = _LABEL.match(text, place.at)
    at = label.end() if label else place.at
    block = read_block(text, at, offered, cut=place.cut)
    if block.calls:
        return Found(end=block.end, calls=() if _SHOWN.match(text, place.at) else block.calls)
    is_noise = label is None or _SAYS_SO.match(label.group())
    return Found(end=block.end) if block.end > at and is_noise else None


def _may_become(place: FormPlace) -> bool:
    begun = place.text[place.at : place.at + 24].lower().rstrip()
    if begun in _PREFIXES or begun[:-1] in _MARKS or begun[:-2] in _MARKS:
        return True
    return len(place.text) - place.at < _LONGEST and _BEGUN.match(place.text, place.at) is not None


_MARKS: Final = frozenset(
    (
        *"tool_call> tool_calls> toolcall> function_call> tool_use> function= tool= dict( function<".split(),
        *(f"{says} to=" for says in ("assistant", "commentary", "assistantcommentary", "assistant commentary")),
        *_LOOSE_WORDS,
    )
)
_PREFIXES: Final = frozenset(mark[:end] for mark in _MARKS for end in range(1, len(mark) + 1))


_LEFTOVER_WORDS: Final = ("args", "arguments", "parameters", "params", "kwargs", "action input", "tool input", "input")

_LEFTOVER = re.compile(
    r"\**(?:args|kwargs|arguments|parameters|params|(?:action|tool)[ _]input)\**:\**[ \t]*(?:(\n)|(?=[{\[`\"'])|\Z)",
    re.IGNORECASE,
)
_LEFTOVER_BEGUN = re.compile(r"\**[A-Za-z]{0,10}(?:[ _][A-Za-z]{0,5})?\**:?\**[ \t]*\Z")
_LINES: Final = re.compile(r"(?:(?:[ \t]+|-[ \t])[^\n]*(?:\n|\Z))*+")


def _read_leftover(place: FormPlace, _offered: OfferedTools) -> Answer:
    """Read the label of arguments with the lines or the data below it; with words behind it, it is speech."""
    if not place.is_line_start:
        return None
    label = _LEFTOVER.match(place.text, place.at)
    if label is None:
        return MORE if not place.whole and _may_become_leftover(place) else None
    if not place.whole:
        return HOLD if label.group(1) or label.end() < len(place.text) else MORE
    literal = read_literal(place.text, label.end()) if not label.group(1) else None
    lines = _LINES.match(place.text, label.end()) if label.group(1) else None
    return Found(end=literal.end if literal else lines.end() if lines else label.end())


def _may_become_leftover(place: FormPlace) -> bool:
    begun = place.text[place.at : place.at + 16].lstrip("*").rstrip("*: \t").replace("_", " ").lower()
    is_word = any(word.startswith(begun) for word in _LEFTOVER_WORDS)
    return is_word and _LEFTOVER_BEGUN.match(place.text, place.at) is not None


_LAST_MARK = re.compile(r"[{\[][\s{\[<|\"'\\:]*\Z|<(?:[|｜/A-Za-z_][\w|｜/\"]{0,20})?\Z|`+\w*\s*\Z")
_LAST_LABEL = re.compile(
    r"\**(?:action(?:[ _]input)?|(?:tool|function)(?:[ _](?:calls?|name|input))?|call|arguments|args|parameters|name)"
    r"\**(?::|(?<=call) )\**[\s`{\[<\"']*([\w.\-]*)(?:[ \t]+\w{0,12}=?)?\Z",
    re.IGNORECASE,
)


def _read_broken_off(place: FormPlace, offered: OfferedTools) -> Answer:
    """Read a mark or a label that reaches to the end of the text: what it was to open never came."""
    if place.text[place.at] in "<{[`":
        is_within = place.text[place.at] == "`" and place.word
        found = None if is_within else _LAST_MARK.match(place.text, place.at)
    else:
        found = _LAST_LABEL.match(place.text, place.at) if place.is_line_start else None
        if found is not None and found.group(1) and not offered.can_begin(found.group(1)):
            found = None
    if found is None:
        return None
    return Found(end=found.end()) if place.whole else MORE


LOOSE_MARK: Final = Form(openers="a", words=_LOOSE_WORDS, read=_read_loose_mark)
LEFTOVER: Final = Form(openers="a*", words=_LEFTOVER_WORDS, read=_read_leftover)
BROKEN_OFF: Final = Form(
    openers="<{[`a*",
    words=("action", "tool", "function", "call", "arguments", "args", "parameters", "name"),
    read=_read_broken_off,
)
