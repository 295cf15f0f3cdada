"""Which of the printed calls may run: those that stand for themselves, not the quoted, the shown and the corrected."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from performer.models.soft.hints import corrects, quotes, refuses, shows
from performer.models.soft.place import Outcome, PrintedCall, PrintedMisprint, UnknownCall, is_finished

_AFTERTHOUGHT: Final = 120
"""Characters after a call in which it may still be called an example."""


@dataclass(frozen=True, kw_only=True)
class Group:
    """The calls that stand in one place, and the words around them."""

    calls: tuple[Outcome, ...]
    before: str
    """The speech since the last group, as far as it matters."""
    line: str
    """The part of it on the same line."""
    after: str
    """How the text goes on, as printed."""
    bare: bool
    """Whether nothing but its shape says that it is a call."""


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What the calls of a text come to."""

    calls: tuple[PrintedCall, ...]
    unknown: tuple[PrintedCall, ...]
    misprints: tuple[PrintedMisprint, ...]


def judged(groups: Sequence[Group]) -> Verdict:
    """Let those run that are free; of calls that correct each other the last, of identical ones the first."""
    free = [group for group in groups if _is_free(group)]
    calls: list[PrintedCall] = []
    for group in free:
        if corrects(group.before):
            renewed = {call.name for call in group.calls if isinstance(call, PrintedCall)}
            calls = [call for call in calls if call.name not in renewed]
        calls += [call for call in group.calls if isinstance(call, PrintedCall)]
    every = [call for group in free for call in group.calls]
    return Verdict(
        calls=_once(calls),
        unknown=_once(call.call for call in every if isinstance(call, UnknownCall)),
        misprints=_once(call for call in every if isinstance(call, PrintedMisprint)),
    )


_Any = TypeVar("_Any")


def _once(many: Iterable[_Any]) -> tuple[_Any, ...]:
    kept: list[_Any] = []
    for one in many:
        if one not in kept:
            kept.append(one)
    return tuple(kept)


def _is_free(group: Group) -> bool:
    line = group.line.rstrip()
    before = group.before.rstrip()
    unfinished = not is_finished(group.line)
    if unfinished and (group.bare or line.endswith((":", "：", *_OPEN_QUOTES)) or _goes_on(group.after)):
        return False
    last = _last_sentence(before)
    if shows(last) or shows(group.after[:_AFTERTHOUGHT]):
        return False
    if before.endswith((":", "：", ",")) or unfinished:
        return not (quotes(last) or refuses(last))
    return True


_OPEN_QUOTES: Final = ('"', "'", "“", "„", "‘", "«", "「", "『", "`")


def _goes_on(after: str) -> bool:
    """Tell whether the sentence goes on behind the call."""
    return after[:1] in (",", "–", "—") or after.lstrip(" \t")[:1] in (",", "–", "—")


def _last_sentence(text: str) -> str:
    """Give the sentence that leads up to a place; a colon does not end it."""
    line = text.rstrip().rpartition("\n")[2]
    end = max(line.rfind(". ", 0, -1), line.rfind("! ", 0, -1), line.rfind("? ", 0, -1), line.rfind("。", 0, -1))
    return line[end + 1 :]
