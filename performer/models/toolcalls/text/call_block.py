"""The calls in a place that is known to hold calls: behind a wrapper's tag, a special token, in a fence."""

import re
from typing import Final, NamedTuple

from performer.models.toolcalls.text.call_objects import find_calls, read_unopened
from performer.models.toolcalls.text.data.literal import Literal, read_literal
from performer.models.toolcalls.text.forms.form import Outcome
from performer.models.toolcalls.text.name_patterns import read_announced_head, read_head, read_tag_head
from performer.models.toolcalls.text.name_then_arguments import read_named_call
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.speech import AFTER, BEFORE

_CODE = re.compile(r"(?:(?:await|return)\s+|\w{1,40}\s*=\s*(?=(?:await\s+)?[\w.]{1,80}\()|print\s*\(\s*)*+")
_QUOTED = re.compile(r"[\"'](?=\{\s*\\?[\"'])")
_HEADING = re.compile(r"\[[\w.\-]{1,80}\][ \t]*\n")
_LISTED = re.compile(r"\[\s*(?=[A-Za-z_][\w.]{0,80}\()")
_MOST: Final = 32
"""Things that are read of one place; more are a loop."""
_MOST_IN_VAIN: Final = 4
"""Things that are read before the first call."""


class CallBlock(NamedTuple):
    """What stands in such a place."""

    calls: tuple[Outcome, ...]
    end: int
    """The index after the last call, what closes it, and whatever data stood between."""


def read_block(text: str, at: int, offered: OfferedTools, *, cut: bool = False) -> CallBlock:
    """Read calls of any shape, one after the other, until something else comes.

    Args:
        text: A whole text.
        at: Where to begin; wrappers there are passed over.
        offered: The tools on offer.
        cut: Whether the text was cut off.
    """
    calls: list[Outcome] = []
    end = at
    for number in range(_MOST):
        if number == _MOST_IN_VAIN and not calls:
            break
        read = _tagged(text, end, offered, cut=cut) or _one(text, _behind(text, end), offered, cut=cut, first=not calls)
        if read is None:
            break
        calls += read.calls
        end = read.end
        if end >= len(text):
            break
    return CallBlock(calls=tuple(calls), end=end)


def _behind(text: str, at: int) -> int:
    before = BEFORE.match(text, at)
    assert before is not None
    return before.end()


def _tagged(text: str, at: int, offered: OfferedTools, *, cut: bool) -> CallBlock | None:
    head = read_tag_head(text, at, offered) if text.startswith("<", at) else None
    named = read_named_call(text, head, offered, cut=cut) if head else None
    return CallBlock(calls=(named.call,), end=named.end) if named else None


def _one(text: str, at: int, offered: OfferedTools, *, cut: bool, first: bool) -> CallBlock | None:
    if at >= len(text):
        return None
    quoted = _QUOTED.match(text, at) if text[at] in "\"'" else None
    at = quoted.end() if quoted else at
    unopened = read_unopened(text, at, offered)
    if unopened is not None:
        return _calls(text, unopened, offered)
    if text.startswith(("{", "[", "dict("), at):
        listed = _LISTED.match(text, at)
        return (
            _literal(text, at, offered) or _headed(text, at, offered, cut=cut)
            if listed is None
            else _named(text, listed.end(), offered, cut=cut, first=first)
        )
    return _named(text, at, offered, cut=cut, first=first)


def _headed(text: str, at: int, offered: OfferedTools, *, cut: bool) -> CallBlock | None:
    """Read a name in brackets above its arguments: `[play_sfx]`, as INI has it."""
    head = read_announced_head(text, at, offered) if _HEADING.match(text, at) else None
    named = read_named_call(text, head, offered, cut=cut, needs=True) if head and head.tool else None
    return CallBlock(calls=(named.call,), end=named.end) if named else None


def _literal(text: str, at: int, offered: OfferedTools) -> CallBlock | None:
    literal = read_literal(text, at)
    return None if literal is None else _calls(text, literal, offered)


def _calls(text: str, literal: Literal, offered: OfferedTools) -> CallBlock:
    after = AFTER.match(text, literal.end)
    assert after is not None
    return CallBlock(calls=tuple(find_calls(literal, offered, explicit=True)), end=after.end())


def _named(text: str, at: int, offered: OfferedTools, *, cut: bool, first: bool) -> CallBlock | None:
    code = _CODE.match(text, at)
    assert code is not None
    head = read_head(text, code.end(), offered)
    if head is None or (head.tool is None and not (head.announced or first)):
        return None
    named = read_named_call(text, head, offered, cut=cut, needs=not (head.announced or first))
    return None if named is None else CallBlock(calls=(named.call,), end=named.end)
