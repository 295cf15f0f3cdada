"""Which of the printed calls may run: those that stand for themselves, not the quoted, the shown and the corrected.

What a printed name and printed arguments come to: a call, one that must not run, or one of a tool nobody has.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from performer.models.toolcalls.text.calls import Outcome, PrintedCall, PrintedMisprint, UnknownCall
from performer.models.toolcalls.text.hints import (
    asks_leave,
    corrects,
    disowns,
    doubts,
    goes_on,
    in_quotes,
    intends,
    is_comment,
    is_finished_sentence,
    is_others_line,
    names_others,
    quotes,
    refuses,
    shows,
)
from performer.models.toolcalls.text.schema.fit import UnfitArguments, fit_arguments
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.speech import has_stray_close
from performer.tools.tool import ToolSpec

PLACEHOLDER: Final = re.compile(
    r"\.{3,}|…|<[A-Za-z_][\w \-]{1,40}>|\{{1,2}[\w \-]{1,40}\}{1,2}|\[your [\w ]{1,40}\]"
    r"|YOUR_[A-Z_]{1,40}|\w{1,40}_HERE|string|str"
)
"""What stands for a value in a description of the format."""
_LONGEST_PLACEHOLDER: Final = 60


def resolve_call(name: str, arguments: object, offered: OfferedTools, *, cut: bool) -> Outcome:
    """Make of a name and arguments what they are.

    Args:
        name: As printed.
        arguments: As printed: a mapping, text, nothing, or whatever `schema.fit` takes.
        offered: The tools on offer.
        cut: Whether the arguments broke off; they are then never completed.
    """
    tool = offered.find(name)
    if tool is None:
        return UnknownCall(call=PrintedCall(name=name.strip(), arguments=_shown(arguments)))
    return make_outcome(tool, arguments, cut=cut)


def make_outcome(tool: ToolSpec, arguments: object, *, cut: bool) -> Outcome:
    """Make of a tool and printed arguments a call, or one that must not run and why."""
    if cut:
        reason = f"{tool.name}: the call was cut off before its arguments ended; print it again, whole."
        return PrintedMisprint(call=PrintedCall(name=tool.name, arguments=_shown(arguments)), reason=reason)
    is_empty = isinstance(arguments, str) and not arguments.strip()
    fitted = fit_arguments(None if is_empty else arguments, tool)
    if isinstance(fitted, UnfitArguments):
        return PrintedMisprint(call=PrintedCall(name=tool.name, arguments=fitted.arguments), reason=fitted.reason)
    if _has_placeholder(fitted.arguments):
        reason = f"{tool.name}: an argument is no more than a placeholder; print the call with what it shall be."
        return PrintedMisprint(call=PrintedCall(name=tool.name, arguments=fitted.arguments), reason=reason)
    return PrintedCall(name=tool.name, arguments=fitted.arguments, strays=fitted.strays)


def _has_placeholder(arguments: Mapping[str, object]) -> bool:
    for each in arguments.values():
        if isinstance(each, str) and len(each) <= _LONGEST_PLACEHOLDER and PLACEHOLDER.fullmatch(each.strip()):
            return True
    return False


def _shown(arguments: object) -> Mapping[str, object]:
    return arguments if isinstance(arguments, dict) else {}


_COLONS: Final = (":", "：", ",")
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
    """How the text goes on, as printed."""
    bare: bool
    """Whether nothing but its shape says that it is a call."""


class Verdict(NamedTuple):
    """What the calls of a text come to."""

    calls: tuple[PrintedCall, ...]
    unknown: tuple[PrintedCall, ...]
    misprints: tuple[PrintedMisprint, ...]


def judge_calls(groups: Sequence[CallGroup]) -> Verdict:
    """Let those run that are free; of calls that correct each other the last, of identical ones the first."""
    if not groups:
        return _NOTHING
    free = [group for beside in _beside_each_other(groups) if all(map(_is_free, beside)) for group in beside]
    calls: list[PrintedCall] = []
    for group in free:
        if calls and corrects(group.before):
            renewed = {call.name for call in group.calls if isinstance(call, PrintedCall)}
            calls = [call for call in calls if call.name not in renewed]
        calls += [call for call in group.calls if isinstance(call, PrintedCall)]
    every = [call for group in free for call in group.calls]
    return Verdict(
        calls=drop_repeats(calls),
        unknown=drop_repeats(call.call for call in every if isinstance(call, UnknownCall)),
        misprints=drop_repeats(call for call in every if isinstance(call, PrintedMisprint)),
    )


_NOTHING: Final = Verdict(calls=(), unknown=(), misprints=())
_Any = TypeVar("_Any")


def drop_repeats(many: Iterable[_Any]) -> tuple[_Any, ...]:
    """Leave out what is the same as something before it."""
    every = list(many)
    if len(every) < 2:
        return tuple(every)
    kept: list[_Any] = []
    for one in every:
        if one not in kept:
            kept.append(one)
    return tuple(kept)


def _beside_each_other(groups: Sequence[CallGroup]) -> list[list[CallGroup]]:
    """Part the groups where words stand between them: what is said of one of them is said of all beside it."""
    parts: list[list[CallGroup]] = []
    for group in groups:
        if parts and _LIST_MARKS.fullmatch(group.before):
            parts[-1].append(group)
        else:
            parts.append([group])
    return parts


def _is_free(group: CallGroup) -> bool:
    return _may_follow(group) and _may_precede(group)


def _may_follow(group: CallGroup) -> bool:
    """Judge by the words before the calls."""
    line = group.line.strip()
    if line and (is_others_line(line) or is_comment(line) or _is_quoted(group, line)):
        return False
    lead = line if _LIST_MARKS.fullmatch(line) is None else _line_before(group.before)
    last = _last_sentence(lead)
    if last and (shows(last) or asks_leave(last)):
        return False
    is_open = not is_finished_sentence(group.line) and lead == line
    if not is_open and not lead.endswith(_COLONS):
        return True
    if quotes(last) or refuses(last) or doubts(last) or (names_others(last) and not intends(last)):
        return False
    return not is_open or (intends(last) and (not group.bare or line.endswith(_COLONS)))


def _may_precede(group: CallGroup) -> bool:
    """Judge by the words after the calls."""
    if not group.after or group.after.isspace():
        return True
    return not (goes_on(group.after) or disowns(group.after) or has_stray_close(group.after))


def _is_quoted(group: CallGroup, line: str) -> bool:
    """Return whether the calls stand between quotation marks, and not alone there."""
    return in_quotes(line) and bool(group.before.strip(_QUOTES) or group.after.strip(_QUOTES))


_QUOTES: Final = " \t\n\"'“”„‘’«»「」『』`"


def _line_before(text: str) -> str:
    """Return the last line with words that is no item of a list; a list belongs to the words before it."""
    above = text.rstrip().rpartition("\n")[2].strip()
    if text.endswith("\n") and _LIST_MARKS.fullmatch(above) is None:
        return above
    lines = [line.strip() for line in text.splitlines() if _LIST_MARKS.fullmatch(line) is None]
    whole = [line for line in lines if _IS_ITEM.match(line) is None]
    is_item = _LIST_MARKS.fullmatch(text.rpartition("\n")[2]) is not None and text.rpartition("\n")[2].strip()
    chosen = whole if is_item else lines
    return chosen[-1] if chosen else ""


_IS_ITEM = re.compile(r"(?:\d{1,2}[.)]|[*•\-])\s")


def _last_sentence(line: str) -> str:
    """Return the sentence that leads up to a place; a colon does not end it."""
    at = 0
    for end in _SENTENCE_ENDS.finditer(line):
        if end.end() < len(line) and not _ABBREVIATED.search(line, 0, end.end()):
            at = end.end()
    return line[at:].strip()


_ABBREVIATED = re.compile(
    r"\b(?:e\.? ?g|i\.? ?e|vs|z\. ?b|d\. ?h|z|d|np|p\. ?(?:ex|ej)|bijv|bspw|т\. ?е)\.$", re.IGNORECASE
)
