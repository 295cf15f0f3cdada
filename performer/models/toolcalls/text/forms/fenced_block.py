"""Calls in a fence of backticks. Whatever else is fenced is for the eye: it never runs and is not spoken."""

import re
from collections.abc import Sequence
from typing import Final

from performer.models.toolcalls.text.call_block import read_block
from performer.models.toolcalls.text.call_objects import find_calls
from performer.models.toolcalls.text.data.lines import read_mapping
from performer.models.toolcalls.text.data.literal import Literal, ReadingStrictness
from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, FormPlace, Found, Outcome
from performer.models.toolcalls.text.name_patterns import read_bare_head
from performer.models.toolcalls.text.name_then_arguments import read_named_call
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.speech import AFTER

OPENERS: str = "`"
WORDS: Sequence[str] = ()

_OPEN = re.compile(r"(`{3,})[ \t]*([\w+.\-]{0,60})")
_SHOWN: Final = frozenset(
    (
        "bash sh shell zsh console powershell cmd js javascript ts typescript jsx html css java kotlin c cpp c++ csharp"
        " cs go rust ruby php lua sql swift diff patch text txt plaintext markdown md log logs chat irc output example"
        " quote thinking thought thoughts reasoning"
    ).split()
)
"""Languages of code that is shown to people, and of text that is no code."""
_PROMPT: Final = re.compile(r"\s*\$ ")
"""How a line of a shell begins."""
_SAYS_CALL: Final = frozenset(
    {"tool", "tool_call", "tool_calls", "tool_code", "tools", "function", "function_call", "call", "action"}
)


def read(place: FormPlace, offered: OfferedTools) -> Answer:
    """Judge a fence; fewer than three backticks are another form's business."""
    text = place.text
    opening = _OPEN.match(text, place.at)
    if opening is None:
        return MORE if not place.whole and text[place.at :].strip("`") == "" else None
    if opening.end() == len(text) and not place.whole:
        return MORE
    close = text.find(opening.group(1), opening.end())
    if close < 0 and not place.whole:
        return MORE
    body = text[opening.end() : close if close >= 0 else len(text)]
    end = _behind(text, close, opening.group(1)) if close >= 0 else len(text)
    if end == len(text) and not place.whole:
        return MORE
    info = opening.group(2).lower()
    is_shown = info in _SHOWN or _PROMPT.match(body)
    calls = () if is_shown else _calls(opening.group(2), body, offered, cut=close < 0 and place.cut)
    if not calls:
        return Found(end=end)
    after = AFTER.match(text, end)
    assert after is not None
    return Found(end=after.end(), calls=calls, bare=info not in _SAYS_CALL) if place.whole else HOLD


def _behind(text: str, close: int, ticks: str) -> int:
    end = close + len(ticks)
    while text.startswith("`", end):
        end += 1
    return end


def _calls(info: str, body: str, offered: OfferedTools, *, cut: bool) -> tuple[Outcome, ...]:
    """Read a body that is nothing but calls; one thing that is none makes all of it an example."""
    block = read_block(body, 0, offered, cut=cut)
    if block.calls and not body[block.end :].strip():
        return block.calls
    named = read_bare_head(info, 0, offered) if info else None
    if named is not None and named.tool is not None:
        call = read_named_call(info + body, named, offered, cut=cut)
        if call is not None and not (info + body)[call.end :].strip():
            return (call.call,)
    lines = read_mapping(body, len(body) - len(body.lstrip()), len(body))
    if lines is None or body[lines.end :].strip(" \n\t-`"):
        return ()
    return tuple(
        find_calls(Literal(value=lines.value, end=lines.end, how=ReadingStrictness.TOLERANT), offered, explicit=True)
    )
