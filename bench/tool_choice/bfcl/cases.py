"""A case of BFCL as a model is asked it, and the verdict on the calls that the model made.

The verdict of cases with one turn is right exactly where the leaderboard's is. That of cases with several turns is
stricter: the leaderboard runs the calls on simulated objects, and compares what has become of them. There are no such
objects here, so the calls of each turn are compared with the expected ones, in any order: a detour to the same end,
or a look too much, is wrong. A turn that lacks a function or a fact expects no call, and the leaderboard does not look
at it; here a call in it is false. For want of the tools' long answers `multi_turn_long_context` asks no more than
`multi_turn_base` does.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from bench.tool_choice.bfcl.answers import RightCall
from bench.tool_choice.bfcl.categories import BfclCategory
from bench.tool_choice.bfcl.equality import Matching, find_difference, match_calls
from bench.tool_choice.trial import Label, MadeCall, TrialVerdict
from performer.core.untrusted_text import Prompt
from performer.models.model import AssistantMessage, ChatMessage, SystemMessage, UserMessage
from performer.tools.tool import ToolSpec


@dataclass(frozen=True, kw_only=True)
class BfclMessage:
    """A message of a case."""

    role: Literal["system", "user", "assistant"]
    text: str


@dataclass(frozen=True, kw_only=True)
class BfclTurn:
    """One turn of a case: what is said in it, what is on offer, and which calls are right."""

    said: tuple[BfclMessage, ...]
    specs: tuple[ToolSpec, ...]
    answers: tuple[RightCall, ...] = ()
    """None: no call is right; or, in a category of relevance, each is."""

    @property
    def messages(self) -> tuple[ChatMessage, ...]:
        """Return what is said as a step's request has it."""
        return tuple(map(_make_message, self.said))


@dataclass(frozen=True, kw_only=True)
class BfclCase:
    """One case."""

    id: str
    category: BfclCategory
    turns: tuple[BfclTurn, ...]
    """In their order; a further turn is asked after the messages and answers of those before."""


def grade_bfcl(case: BfclCase, calls_by_turn: Sequence[Sequence[MadeCall]]) -> TrialVerdict:
    """Return the verdict on the calls of each turn; that of the first turn that is not right counts for the case.

    A turn without a place in `calls_by_turn` was played without a call. A call that `is_misprint` could not be read and
    counts as none, as the leaderboard has it. Errors and time limits are for the caller to label.
    """
    verdict = TrialVerdict(label="right")
    for number, turn in enumerate(case.turns):
        made = calls_by_turn[number] if number < len(calls_by_turn) else ()
        verdict = _grade_turn(case.category, turn, made)
        if verdict.label != "right":
            return _in_turn(verdict, number) if len(case.turns) > 1 else verdict
    return verdict


def _grade_turn(category: BfclCategory, turn: BfclTurn, made: Sequence[MadeCall]) -> TrialVerdict:
    read = [each for each in made if not each.is_misprint]
    is_readable = len(read) == len(made) if made else None
    if category.rule == "some call":
        return _grade_relevance(read, is_readable)
    if not turn.answers:
        return _grade_abstention(read, is_readable)
    matching = match_calls(turn.answers, read)
    if matching.missing and not matching.over and is_readable is False:
        return _judge("not readable", is_readable, why="a call could not be read", expected=matching.missing[0].tool)
    if not matching.missing and not matching.over and is_readable is False:
        return _judge("extra call", is_readable, why="a further call could not be read")
    return _judge_matching(matching, is_readable)


def _grade_relevance(read: Sequence[MadeCall], is_readable: bool | None) -> TrialVerdict:
    if read:
        return _judge("right", is_readable)
    if is_readable is False:
        return _judge("not readable", is_readable, why="no call could be read")
    return _judge("missing call", is_readable, why="some call is right, and none was made")


def _grade_abstention(read: Sequence[MadeCall], is_readable: bool | None) -> TrialVerdict:
    if read:
        return _judge("false call", is_readable, why=f"{read[0].tool} was called, and no call is right")
    return _judge("right", is_readable)


def _judge_matching(matching: Matching, is_readable: bool | None) -> TrialVerdict:
    if not matching.missing:
        if not matching.over:
            return _judge("right", is_readable)
        over = matching.over[0].tool
        return _judge("extra call", is_readable, why=f"{over} was called beside the right calls")
    right = matching.missing[0]
    if not matching.over:
        return _judge("missing call", is_readable, why=f"{right.tool} was not called", expected=right.tool)
    same_tool = next((each for each in matching.over if each.tool == right.tool), None)
    if same_tool is None:
        called = matching.over[0].tool
        why = f"{called} was called in the place of {right.tool}"
        return _judge("wrong tool", is_readable, why=why, called=called, expected=right.tool)
    why = find_difference(right, same_tool.arguments) or ""
    return _judge("wrong argument", is_readable, why=f"{right.tool}: {why}", called=right.tool, expected=right.tool)


def _judge(
    label: Label, is_readable: bool | None, *, why: str = "", called: str = "", expected: str = ""
) -> TrialVerdict:
    return TrialVerdict(
        label=label, why=why, called=called, expected=expected, is_readable=is_readable, strict_label=label
    )


def _in_turn(verdict: TrialVerdict, number: int) -> TrialVerdict:
    return replace(verdict, why=f"turn {number + 1}: {verdict.why}")


def _make_message(said: BfclMessage) -> ChatMessage:
    # The words of a case are what a model is asked, so they come to it as they are written.
    text = Prompt(said.text)
    match said.role:
        case "system":
            return SystemMessage(text=text)
        case "user":
            return UserMessage(text=text)
        case "assistant":
            return AssistantMessage(text=text)
