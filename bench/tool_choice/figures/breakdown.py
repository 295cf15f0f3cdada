"""Breakdowns of trials: the rate by the number of tools on offer, and the tools called against the tools expected."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bench.tool_choice.cases.case import Case
from bench.tool_choice.cases.catalogue import FILLERS
from bench.tool_choice.figures.figures import Rate, build_score
from bench.tool_choice.trial import GradedTrial

CURVE: Final = "decoys-among-"
"""How the ids of those cases begin that ask the same kinds of thing among more and more tools."""
NO_TOOL: Final = "none"
"""The name in a confusion for no call, expected or made."""
BESIDE: Final = "beside the right ones"
"""The name in a confusion for what is expected where all right calls were made, and one more was."""


@dataclass(frozen=True, kw_only=True)
class CurvePoint:
    """The rate of right trials where so many tools are on offer."""

    offered: int
    right: Rate


def trace_decoy_curve(graded: Sequence[GradedTrial]) -> tuple[CurvePoint, ...]:
    """Return the rate of right trials by the number of tools on offer, the fewest first.

    Only cases of the curve that expect a call count: others differ by more than the number of their tools.
    """
    by_count: defaultdict[int, list[GradedTrial]] = defaultdict(list)
    for each in graded:
        if each.verdict.label != "error" and _is_on_curve(each.case):
            by_count[count_offered(each.case)].append(each)
    return tuple(CurvePoint(offered=count, right=build_score(by_count[count])) for count in sorted(by_count))


def _is_on_curve(case: Case) -> bool:
    return case.id.startswith(CURVE) and not case.may_abstain


def count_offered(case: Case) -> int:
    """Count the tools that a case offers, its fillers among them."""
    return sum(int(each.removeprefix(FILLERS)) if each.startswith(FILLERS) else 1 for each in case.offers)


@dataclass(frozen=True, kw_only=True)
class ConfusedTools:
    """How often one tool was called where another was expected, or the same.

    `NO_TOOL` stands for none, and `BESIDE` for no further one.
    """

    expected: str
    called: str
    trials: int


def count_confusion(graded: Sequence[GradedTrial]) -> tuple[ConfusedTools, ...]:
    """Count the tools called in the places of those expected, the most frequent first.

    Each trial without an error counts once, with the tools that its verdict names. Where it names none that was called,
    it is the first expected tool, and the same one if it was called, or else the first that was; no call expected, or
    none made, is `NO_TOOL`, and so is one that was left out as it may be. An extra call is one `BESIDE` the right ones.
    """
    counts = Counter(_find_pair(each) for each in graded if each.verdict.label != "error")
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(ConfusedTools(expected=pair[0], called=pair[1], trials=trials) for pair, trials in ordered)


def _find_pair(graded: GradedTrial) -> tuple[str, str]:
    verdict = graded.verdict
    if verdict.called:
        none = BESIDE if verdict.label == "extra call" else NO_TOOL
        return verdict.expected or none, verdict.called
    made = [each.tool for each in graded.trial.calls]
    due = (each.tool for each in graded.case.expects if each.tool in made or not each.is_optional)
    expected = verdict.expected or next(due, NO_TOOL)
    if verdict.label == "missing call" or not made:
        return expected, NO_TOOL
    return expected, expected if expected in made else made[0]
