"""Wrappers that lost their beginning, and words that say that calls follow: `tool_call>`, `json {…}`, `x = f()`."""

import re
from collections.abc import Sequence
from typing import Final

from performer.models.toolcalls.text.call_block import read_block
from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, FormPlace, Found
from performer.models.toolcalls.text.schema.offered import OfferedTools

OPENERS: str = "a"
WORDS: Sequence[str] = tuple(
    (
        "tool_call function toolcall tools invoke= to= recipient= assistant json commentary await print( dict( call "
        "action ai: answer output response result code return const let var"
    ).split()
)

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
"""How code begins that is shown to people."""
_LONGEST: Final = 140


def read(place: FormPlace, offered: OfferedTools) -> Answer:
    """Judge a word at the beginning of a line or a sentence."""
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
        *WORDS,
    )
)
_PREFIXES: Final = frozenset(mark[:end] for mark in _MARKS for end in range(1, len(mark) + 1))
