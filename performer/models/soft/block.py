"""The calls in a place that is known to hold calls: behind a wrapper's tag, a special token, in a fence."""

import re
from typing import Final, NamedTuple

from performer.models.soft.data.literal import Literal, read_literal
from performer.models.soft.envelope import calls_in
from performer.models.soft.heads import announced_at, head_at, tagged_at
from performer.models.soft.named import call_of
from performer.models.soft.noise import AFTER, BEFORE
from performer.models.soft.place import Outcome
from performer.models.soft.schema.offered import Offered
from performer.models.soft.unopened import unopened_at

_CODE = re.compile(r"(?:(?:await|return)\s+|\w{1,40}\s*=\s*(?=(?:await\s+)?[\w.]{1,80}\()|print\s*\(\s*)*+")
_QUOTED = re.compile(r"[\"'](?=\{\s*\\?[\"'])")
_HEADING = re.compile(r"\[[\w.\-]{1,80}\][ \t]*\n")
_LISTED = re.compile(r"\[\s*(?=[A-Za-z_][\w.]{0,80}\()")
_MOST: Final = 32
"""Things that are read of one place; more are a loop."""
_MOST_IN_VAIN: Final = 4
"""Things that are read before the first call."""


class Block(NamedTuple):
    """What stands in such a place."""

    calls: tuple[Outcome, ...]
    end: int
    """The index after the last call, what closes it, and whatever data stood between."""


def block_at(text: str, at: int, offered: Offered, *, cut: bool = False) -> Block:
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
    return Block(calls=tuple(calls), end=end)


def _behind(text: str, at: int) -> int:
    before = BEFORE.match(text, at)
    assert before is not None
    return before.end()


def _tagged(text: str, at: int, offered: Offered, *, cut: bool) -> Block | None:
    head = tagged_at(text, at, offered) if text.startswith("<", at) else None
    named = call_of(text, head, offered, cut=cut) if head else None
    return Block(calls=(named.call,), end=named.end) if named else None


def _one(text: str, at: int, offered: Offered, *, cut: bool, first: bool) -> Block | None:
    if at >= len(text):
        return None
    quoted = _QUOTED.match(text, at) if text[at] in "\"'" else None
    at = quoted.end() if quoted else at
    unopened = unopened_at(text, at, offered)
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


def _headed(text: str, at: int, offered: Offered, *, cut: bool) -> Block | None:
    """Read a name in brackets above its arguments: `[play_sfx]`, as INI has it."""
    head = announced_at(text, at, offered) if _HEADING.match(text, at) else None
    named = call_of(text, head, offered, cut=cut, needs=True) if head and head.tool else None
    return Block(calls=(named.call,), end=named.end) if named else None


def _literal(text: str, at: int, offered: Offered) -> Block | None:
    literal = read_literal(text, at)
    return None if literal is None else _calls(text, literal, offered)


def _calls(text: str, literal: Literal, offered: Offered) -> Block:
    after = AFTER.match(text, literal.end)
    assert after is not None
    return Block(calls=tuple(calls_in(literal, offered, explicit=True)), end=after.end())


def _named(text: str, at: int, offered: Offered, *, cut: bool, first: bool) -> Block | None:
    code = _CODE.match(text, at)
    assert code is not None
    head = head_at(text, code.end(), offered)
    if head is None or (head.tool is None and not (head.announced or first)):
        return None
    named = call_of(text, head, offered, cut=cut, needs=not (head.announced or first))
    return None if named is None else Block(calls=(named.call,), end=named.end)
