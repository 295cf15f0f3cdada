"""The figures of graded trials: how many were right and how sure that is, abstention, false calls, reading and costs.

Every rate is the mean over cases of the mean over each case's repeats. Trials that ended as "error" are in no figure
but their own count: a dead server is not the model's fault.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum
from statistics import fmean
from typing import Final, get_args

from bench.tool_choice.cases.case import GROUPS, Group
from bench.tool_choice.figures.costs import TrialCosts, measure_costs
from bench.tool_choice.figures.statistics import (
    Detection,
    Interval,
    bootstrap_mean,
    compute_detection,
    compute_pass_k,
    compute_wilson,
)
from bench.tool_choice.trial import LABELS, AskedMode, GradedTrial, Label

Judge = Callable[[GradedTrial], bool | None]
"""What is asked of a trial; None: the question does not arise."""
PASS_KS: Final = (1, 2, 4, 8)
"""For these numbers of repeats pass^k is told, as far as there are so many."""
_RIGHT_ARGUMENTS: Final[frozenset[Label]] = frozenset({"right", "extra call", "wrong order"})
"""With these the arguments of the expected calls were right."""


@dataclass(frozen=True, kw_only=True)
class Rate:
    """A share of cases, with what chance leaves open."""

    value: float | None
    """The mean over the cases of the share of each one's trials, 0 to 1; None of no case."""
    cases: int
    """The number of cases that it is a share of."""
    wilson: Interval | None
    """Wilson's interval with a case as the unit."""
    bootstrap: Interval | None = None
    """The interval of the cluster bootstrap, which draws cases with all their repeats; only of a score."""


@dataclass(frozen=True, kw_only=True)
class Figures:
    """The figures of one set of trials: a group, a mode, or all."""

    cases: int
    """Cases with a trial that counts."""
    trials: int
    """Trials that count: all without an error."""
    errors: int
    """Trials that ended as "error", which are left out of every other figure."""
    labels: Mapping[Label, int]
    """How many trials had each label that occurred; their sum is `trials`."""
    right: Rate
    """The score: trials with every expected call, and nothing else."""
    strict: Rate
    """The score of the same answers, read strictly and without the repair by schema; of no case in talk mode, of which
    nothing is read."""
    pass_k: Mapping[int, float]
    """The chance that a case is right k times of k; only for as many repeats as some case has."""
    abstention: Detection
    """How well the model kept still: a trial is found when no call was made or meant in time, and rightly so when its
    case expects none. A case whose calls may all be left out is not in it: either is right there."""
    turns: int
    """Turns that were played."""
    false_turns: int
    """Turns with at least one call that no expectation covers, whatever the label of their trial."""
    false_calls_per_turn: float | None
    """These as a share of all turns, 0 to 1; None without a turn."""
    right_tool: Rate
    """Of trials with a call that has to come: those in which every such tool was called, and no other in its place."""
    right_arguments: Rate
    """Of those: the trials in which the arguments were right too. A spiral, a timeout and what could not be read say
    nothing of that, and are left out."""
    readable: Rate
    """Of trials in which a call was meant: those in which all of them could be read."""
    repaired: Rate
    """Trials that are right by the soft reader and the repair by schema alone; of no case in talk mode."""
    costs: TrialCosts
    lost: Rate = Rate(value=None, cases=0, wilson=None)
    """Trials that would be right if they were read strictly, and are not as the performer reads them: the strict score
    is the score without `repaired` and with these. Of no case in talk mode."""


def build_figures(graded: Sequence[GradedTrial]) -> Figures:
    """Build the figures of a set of trials.

    The repeats of a case are found by its id, so a set over several modes has each case once.
    """
    counted = [each for each in graded if each.verdict.label != "error"]
    labels = Counter(each.verdict.label for each in counted)
    turns = sum(each.case.turns for each in counted)
    false_turns = sum(each.verdict.false_turns for each in counted)
    return Figures(
        cases=len({each.case.id for each in counted}),
        trials=len(counted),
        errors=len(graded) - len(counted),
        labels={label: labels[label] for label in LABELS if label in labels},
        right=build_score(counted),
        strict=build_rate(counted, _is_right_strictly),
        pass_k=_compute_pass_ks(counted),
        abstention=_detect_abstention(counted),
        turns=turns,
        false_turns=false_turns,
        false_calls_per_turn=false_turns / turns if turns else None,
        right_tool=build_rate(counted, _has_right_tools),
        right_arguments=build_rate(counted, _has_right_arguments),
        readable=build_rate(counted, lambda each: each.verdict.is_readable),
        repaired=build_rate(counted, _is_repaired),
        costs=measure_costs(counted),
        lost=build_rate(counted, _is_lost),
    )


@dataclass(frozen=True, kw_only=True)
class ModeFigures:
    """The figures of one mode, over all its cases and by group."""

    total: Figures
    groups: Mapping[Group, Figures]
    """The figures of each group that was played."""


@dataclass(frozen=True, kw_only=True)
class RunFigures:
    """The figures of a run."""

    modes: Mapping[AskedMode, ModeFigures]
    """The figures of each mode that was played."""


def group_figures(graded: Sequence[GradedTrial]) -> RunFigures:
    """Build the figures of each mode that was played, and of each group in it."""
    modes: dict[AskedMode, ModeFigures] = {}
    for mode in get_args(AskedMode):
        if played := [each for each in graded if each.trial.mode == mode]:
            groups = {group: [each for each in played if each.case.group == group] for group in GROUPS}
            by_group = {group: build_figures(these) for group, these in groups.items() if these}
            modes[mode] = ModeFigures(total=build_figures(played), groups=by_group)
    return RunFigures(modes=modes)


def build_score(graded: Sequence[GradedTrial]) -> Rate:
    """Build the rate of right trials, with both intervals; trials with an error are for the caller to leave out."""
    return replace(build_rate(graded, is_right), bootstrap=bootstrap_mean(average_cases(graded, is_right)))


def build_rate(graded: Sequence[GradedTrial], judge: Judge) -> Rate:
    """Build the rate of trials that a judge says yes to."""
    means = average_cases(graded, judge)
    value = fmean(means) if means else None
    return Rate(value=value, cases=len(means), wilson=compute_wilson(fsum(means), len(means)))


def average_cases(graded: Sequence[GradedTrial], judge: Judge) -> Sequence[float]:
    """Return the share of each case's trials that a judge says yes to; those of which it says None are left out."""
    by_case: defaultdict[str, list[bool]] = defaultdict(list)
    for each in graded:
        if (judged := judge(each)) is not None:
            by_case[each.case.id].append(judged)
    return [fmean(judged) for judged in by_case.values()]


def is_right(graded: GradedTrial) -> bool:
    """Whether a trial had every expected call, and nothing else."""
    return graded.verdict.label == "right"


def _is_right_strictly(graded: GradedTrial) -> bool | None:
    return graded.verdict.strict_label == "right" if _is_read(graded) else None


def _is_repaired(graded: GradedTrial) -> bool | None:
    return graded.verdict.is_repaired if _is_read(graded) else None


def _is_lost(graded: GradedTrial) -> bool | None:
    verdict = graded.verdict
    return verdict.label != "right" and verdict.strict_label == "right" if _is_read(graded) else None


def _is_read(graded: GradedTrial) -> bool:
    """Whether calls are read out of answers: in talk mode they are the performer's own choice by the words."""
    return graded.trial.mode != "talk"


def _compute_pass_ks(counted: Sequence[GradedTrial]) -> Mapping[int, float]:
    played = Counter(each.case.id for each in counted)
    right = Counter(each.case.id for each in counted if is_right(each))
    found = {k: compute_pass_k([(right[case], count) for case, count in played.items()], k) for k in PASS_KS}
    return {k: chance for k, chance in found.items() if chance is not None}


def _detect_abstention(counted: Sequence[GradedTrial]) -> Detection:
    decided = [each for each in counted if each.case.abstains or not each.case.may_abstain]
    kept_still = [each.case.abstains for each in decided if _kept_still(each)]
    return compute_detection(
        hits=sum(kept_still),
        misses=sum(each.case.abstains for each in decided) - sum(kept_still),
        false_alarms=len(kept_still) - sum(kept_still),
    )


def _kept_still(graded: GradedTrial) -> bool:
    """Whether no call was made; one that could not be read was meant all the same, and a late answer is no silence."""
    is_meant = graded.verdict.is_readable is False
    return not graded.trial.calls and not is_meant and graded.verdict.label != "timeout"


def _has_right_tools(graded: GradedTrial) -> bool | None:
    if graded.case.may_abstain:
        return None
    expected = Counter(each.tool for each in graded.case.expects if not each.is_optional)
    called = Counter(each.tool for each in graded.trial.calls)
    return expected <= called and graded.verdict.label != "wrong tool"


def _has_right_arguments(graded: GradedTrial) -> bool | None:
    label = graded.verdict.label
    is_known = label in _RIGHT_ARGUMENTS or label == "wrong argument"
    return label in _RIGHT_ARGUMENTS if is_known and _has_right_tools(graded) else None
