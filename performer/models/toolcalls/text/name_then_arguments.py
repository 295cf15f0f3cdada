"""Calls whose name stands outside their arguments.

First who is called (`heads`), then the first of the ways to give arguments (`arguments`) that fits.
"""

import re
from typing import Final, NamedTuple

from performer.models.toolcalls.text.arguments.given import PrintedArguments
from performer.models.toolcalls.text.arguments.readers import WAYS
from performer.models.toolcalls.text.forms.form import Outcome
from performer.models.toolcalls.text.name_patterns import CallHead, read_announced_head
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.speech import AFTER
from performer.models.toolcalls.text.which_run import make_outcome, resolve_call

_ONE_MORE = re.compile(r"\s*(?:</?[^<>]{0,80}|<\w[^<>]{0,80}>[^<>]{0,500}|[\w\-]{1,40}\s*[:=]?)?\Z")


_PARTS = re.compile(r"[^\S\n]*(?:[,;&+]|(?:and|then)\b)[^\S\n]*(?=[\w`*])")
_MOST_ON_A_LINE: Final = 8


class NamedCall(NamedTuple):
    """A call and the index after it and all that closes it."""

    call: Outcome
    end: int


def read_named_call(
    text: str, head: CallHead, offered: OfferedTools, *, cut: bool = False, needs: bool = False
) -> NamedCall | None:
    """Read the arguments behind a name.

    Args:
        text: A whole text.
        head: Who is called.
        offered: The tools on offer.
        cut: Whether the text was cut off.
        needs: Whether there must be arguments, for a call without any would be no more than a word.
    """
    given = _given(text, head, offered)
    if given is None:
        if needs or head.tool is None:
            return None
        given = PrintedArguments(value=None, end=head.end, tool=head.tool)
    tool = given.tool or head.tool
    is_cut = given.cut or (cut and _breaks_off(text, given.end))
    if tool is not None:
        call = make_outcome(tool, given.value, cut=is_cut)
    else:
        call = resolve_call(head.name, given.value, offered, cut=is_cut)
    after = AFTER.match(text, given.end)
    assert after is not None
    return NamedCall(call=call, end=after.end())


def read_following_calls(
    text: str, named: NamedCall, offered: OfferedTools, *, cut: bool = False
) -> tuple[tuple[Outcome, ...], int]:
    """Read the calls that follow one on its line, parted by a comma or an "and"; gives them all and their end."""
    calls, end = [named.call], named.end
    while len(calls) < _MOST_ON_A_LINE and (parts := _PARTS.match(text, end)) is not None:
        head = read_announced_head(text, parts.end(), offered)
        if head is None or offered.find(head.name, misspelt=False) is None:
            break
        following = read_named_call(text, head, offered, cut=cut, needs=True)
        if following is None:
            break
        calls.append(following.call)
        end = following.end
    return tuple(calls), end


def _breaks_off(text: str, end: int) -> bool:
    """Tell whether a cut text ends within the arguments: with them, or with the beginning of one more."""
    is_closed = text.endswith((")", "}", "]"), 0, end)
    return end >= len(text.rstrip()) or (not is_closed and _ONE_MORE.match(text, end) is not None)


def _given(text: str, head: CallHead, offered: OfferedTools) -> PrintedArguments | None:
    for way in WAYS:
        given = way.read(text, head, offered)
        if given is not None:
            return given
    return None
