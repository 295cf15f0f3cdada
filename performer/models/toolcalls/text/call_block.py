"""Calls at a place of a text: a name with its arguments behind it, or a block of calls of any shape.

A name is read by `name_patterns`, its arguments by the first of WAYS that fits. A block stands in a place that is known
to hold calls: behind a wrapper's tag or a special token, or in a fence.
"""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from performer.models.toolcalls.text.arguments import behind_name, tags
from performer.models.toolcalls.text.call_objects import find_calls, read_unopened
from performer.models.toolcalls.text.calls import Outcome, make_outcome, resolve_call
from performer.models.toolcalls.text.data.literal import PrintedData, read_literal
from performer.models.toolcalls.text.data.words import skip
from performer.models.toolcalls.text.name_patterns import CallHead, read_announced_head, read_head, read_tag_head
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.speech import AFTER, BEFORE

Way = Callable[[str, CallHead], PrintedData | None]
"""Reads the arguments behind `head.end` of a text; None when they are not printed in its way."""
WAYS: Final[tuple[Way, ...]] = (
    behind_name.read_call_brackets,
    behind_name.read_mapping_behind,
    tags.read_key_tags,
    tags.read_parameter_tags,
    tags.read_attributes,
    behind_name.read_keywords,
    behind_name.read_shell_pairs,
    behind_name.read_own_keys,
    behind_name.read_lines_below,
    behind_name.read_in_order,
)
"""The ways to print arguments behind a tool's name, in the order in which they are tried."""

_ONE_MORE = re.compile(r"\s*(?:</?[^<>]{0,80}|<\w[^<>]{0,80}>[^<>]{0,500}|[\w\-]{1,40}\s*[:=]?)?\Z")
_PARTS = re.compile(r"[^\S\n]*(?:[,;&+]|(?:and|then)\b)[^\S\n]*(?=[\w`*])")
_MOST_ON_A_LINE: Final = 8

_CODE = re.compile(r"(?:(?:await|return)\s+|\w{1,40}\s*=\s*(?=(?:await\s+)?[\w.]{1,80}\()|print\s*\(\s*)*+")
_QUOTED = re.compile(r"[\"'](?=\{\s*\\?[\"'])")
_HEADING = re.compile(r"\[[\w.\-]{1,80}\][ \t]*\n")
"""A name in brackets above its arguments: `[play_sfx]`, as INI has it."""
_LISTED = re.compile(r"\[\s*(?=[A-Za-z_][\w.]{0,80}\()")
_MOST: Final = 32
"""Things that are read of one place; more are a loop."""
_MOST_IN_VAIN: Final = 4
"""Things that are read before the first call."""


class CallBlock(NamedTuple):
    """The calls that stand in a place."""

    calls: tuple[Outcome, ...]
    end: int
    """The index after the last call, what closes it, and whatever data stood between."""


def read_named_call(
    text: str, head: CallHead | None, offered: OfferedTools, *, cut: bool = False, needs: bool = False
) -> CallBlock | None:
    """Read the arguments behind a name in a whole text, and what closes the call; None when that makes no call.

    Where the call `needs` arguments, a name without any is no more than a word.
    """
    if head is None:
        return None
    glued = tags.read_glued_keys(text, head, offered)
    tool, given = glued or (head.tool, next((found for way in WAYS if (found := way(text, head))), None))
    if given is None:
        if needs or tool is None:
            return None
        given = PrintedData(value=None, end=head.end)
    is_cut = given.breaks_off or (cut and _breaks_off(text, given.end))
    known = make_outcome(tool, given.value, cut=is_cut) if tool else None
    call = known or resolve_call(head.name, given.value, offered, cut=is_cut)
    return CallBlock(calls=(call,), end=skip(AFTER, text, given.end))


def read_following_calls(text: str, first: CallBlock, offered: OfferedTools, *, cut: bool = False) -> CallBlock:
    """Read the calls that follow one on its line, parted by a comma or an "and"; the first is among them."""
    calls, end = first
    while len(calls) < _MOST_ON_A_LINE and (parts := _PARTS.match(text, end)) is not None:
        head = read_announced_head(text, parts.end(), offered)
        if head is None or offered.find(head.name, misspelt=False) is None:
            break
        following = read_named_call(text, head, offered, cut=cut, needs=True)
        if following is None:
            break
        calls, end = calls + following.calls, following.end
    return CallBlock(calls=calls, end=end)


def _breaks_off(text: str, end: int) -> bool:
    """Return whether a cut text ends within the arguments: with them, or with the beginning of one more."""
    is_closed = text.endswith((")", "}", "]"), 0, end)
    return end >= len(text.rstrip()) or (not is_closed and _ONE_MORE.match(text, end) is not None)


def read_block(text: str, at: int, offered: OfferedTools, *, cut: bool = False) -> CallBlock:
    """Read calls of any shape in a whole text, one after the other and past wrappers, until something else comes."""
    calls: tuple[Outcome, ...] = ()
    end = at
    for number in range(_MOST):
        if end >= len(text) or (number == _MOST_IN_VAIN and not calls):
            break
        head = read_tag_head(text, end, offered) if text.startswith("<", end) else None
        read = read_named_call(text, head, offered, cut=cut) or _read_one(
            text, skip(BEFORE, text, end), offered, cut=cut, first=not calls
        )
        if read is None:
            break
        calls, end = calls + read.calls, read.end
    return CallBlock(calls=calls, end=end)


def _read_one(text: str, at: int, offered: OfferedTools, *, cut: bool, first: bool) -> CallBlock | None:
    if at >= len(text):
        return None
    quoted = _QUOTED.match(text, at) if text[at] in "\"'" else None
    at = quoted.end() if quoted else at
    literal = read_unopened(text, at, offered)
    if literal is None and text.startswith(("{", "[", "dict("), at):
        listed = _LISTED.match(text, at)
        if listed is not None:
            return _read_code(text, listed.end(), offered, cut=cut, first=first)
        literal = read_literal(text, at)
        if literal is None:
            head = read_announced_head(text, at, offered) if _HEADING.match(text, at) else None
            return read_named_call(text, head, offered, cut=cut, needs=True) if head and head.tool else None
    if literal is not None:
        return CallBlock(calls=find_calls(literal, offered, explicit=True), end=skip(AFTER, text, literal.end))
    return _read_code(text, at, offered, cut=cut, first=first)


def _read_code(text: str, at: int, offered: OfferedTools, *, cut: bool, first: bool) -> CallBlock | None:
    """Read a call by its name, with code before it such as `await`."""
    head = read_head(text, skip(_CODE, text, at), offered)
    if head is None or (head.tool is None and not (head.announced or first)):
        return None
    return read_named_call(text, head, offered, cut=cut, needs=not (head.announced or first))
