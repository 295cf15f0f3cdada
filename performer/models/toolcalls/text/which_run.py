"""The judgement of printed calls by the words around them.

Calls may run that stand for themselves, not the quoted, the shown and the corrected.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from performer.models.toolcalls.text import hints
from performer.models.toolcalls.text.calls import Outcome, PrintedCall, PrintedMisprint, UnknownCall, drop_repeats
from performer.models.toolcalls.text.speech import has_stray_close

_COLONS: Final = (":", "：", ",")
_QUOTES: Final = " \t\n\"'“”„‘’«»「」『』`"
_ABBREVIATED = re.compile(
    r"\b(?:e\.? ?g|i\.? ?e|vs|z\. ?b|d\. ?h|z|d|np|p\. ?(?:ex|ej)|bijv|bspw|т\. ?е)\.$", re.IGNORECASE
)
_COMMENT: Final = re.compile(r"\s*(?://|/\*|<!--)")
_IS_ITEM = re.compile(r"(?:\d{1,2}[.)]|[*•\-])\s")
_LIST_MARKS = re.compile(r"[\s,;*•\-]*(?:\d{1,2}[.)])?[\s*_#\-]*")
_SENTENCE_ENDS = re.compile(r"(?:[.!?…](?=\s)|[。！？])")


class CallGroup(NamedTuple):
    """The calls that stand in one place, and the words around them."""

    calls: tuple[Outcome, ...]
    before: str
    """The speech since the last group, as far as it matters."""
    line: str
    """The part of it on the same line."""
    after: str
    """The text behind them, as printed."""
    bare: bool
    """Whether nothing but its shape says that it is a call."""


class Verdict(NamedTuple):
    """The calls of a text, by whether they may run."""

    calls: tuple[PrintedCall, ...]
    unknown: tuple[PrintedCall, ...]
    misprints: tuple[PrintedMisprint, ...]


def judge_calls(groups: Sequence[CallGroup]) -> Verdict:
    """Return the calls that are free; of calls that correct each other the last, of identical ones the first."""
    free = [group for beside in _group_neighbours(groups) if all(map(_is_free, beside)) for group in beside]
    calls: list[PrintedCall] = []
    for group in free:
        if calls and hints.says(group.before, "corrected"):
            renewed = {call.name for call in group.calls if isinstance(call, PrintedCall)}
            calls = [call for call in calls if call.name not in renewed]
        calls += [call for call in group.calls if isinstance(call, PrintedCall)]
    every = [call for group in free for call in group.calls]
    return Verdict(
        calls=drop_repeats(calls),
        unknown=drop_repeats(call.call for call in every if isinstance(call, UnknownCall)),
        misprints=drop_repeats(call for call in every if isinstance(call, PrintedMisprint)),
    )


def _group_neighbours(groups: Sequence[CallGroup]) -> list[list[CallGroup]]:
    """Split the groups where words stand between them: what is said of one of them is said of all beside it."""
    parts: list[list[CallGroup]] = []
    for group in groups:
        if parts and _LIST_MARKS.fullmatch(group.before):
            parts[-1].append(group)
        else:
            parts.append([group])
    return parts


def _is_free(group: CallGroup) -> bool:
    """Return whether the calls stand for themselves, by the words behind them and before them."""
    after = group.after
    if after.strip() and (hints.goes_on(after) or hints.disowns(after) or has_stray_close(after)):
        return False
    return _may_follow(group)


def _may_follow(group: CallGroup) -> bool:
    """Return whether the words before the calls let them run."""
    line = group.line.strip()
    is_alone = not (group.before.strip(_QUOTES) or group.after.strip(_QUOTES))
    if line and (hints.is_others_line(line) or _COMMENT.match(line) or (hints.in_quotes(line) and not is_alone)):
        return False
    lead = line if _LIST_MARKS.fullmatch(line) is None else _find_line_before(group.before)
    last = _find_last_sentence(lead)
    if last and (hints.says(last, "shown") or hints.asks_leave(last)):
        return False
    is_open = not hints.is_finished_sentence(group.line) and lead == line
    if not is_open and not lead.endswith(_COLONS):
        return True
    intends = hints.intends(last)
    if hints.says(last, "quoted", "refused", "told", "not_now") or (hints.says(last, "others") and not intends):
        return False
    return not is_open or (intends and (not group.bare or line.endswith(_COLONS)))


def _find_line_before(text: str) -> str:
    """Return the last line with words that is no item of a list; a list belongs to the words before it."""
    above = text.rstrip().rpartition("\n")[2].strip()
    if text.endswith("\n") and _LIST_MARKS.fullmatch(above) is None:
        return above
    lines = [line.strip() for line in text.splitlines() if _LIST_MARKS.fullmatch(line) is None]
    whole = [line for line in lines if _IS_ITEM.match(line) is None]
    is_item = _LIST_MARKS.fullmatch(text.rpartition("\n")[2]) is not None and text.rpartition("\n")[2].strip()
    chosen = whole if is_item else lines
    return chosen[-1] if chosen else ""


def _find_last_sentence(line: str) -> str:
    """Return the sentence that leads up to a place; a colon does not end it."""
    at = 0
    for end in _SENTENCE_ENDS.finditer(line):
        if end.end() < len(line) and not _ABBREVIATED.search(line, 0, end.end()):
            at = end.end()
    return line[at:].strip()
