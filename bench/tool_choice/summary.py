"""The summary of a run: the figures of its modes and groups with their intervals, as a report's file has them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bench.tool_choice.case import Group
from bench.tool_choice.costs import TrialCosts
from bench.tool_choice.figures import Figures, Rate, group_figures
from bench.tool_choice.statistics import Detection, Interval
from bench.tool_choice.trial import AskedMode, GradedTrial, Label

_PLACES = 4


@dataclass(frozen=True, kw_only=True)
class RateSummary:
    """A share of cases, 0 to 1, with the range that chance leaves open."""

    value: float | None
    """The mean over the cases of the mean over each case's repeats; null of no case."""
    cases: int
    """The number of cases that it is a share of."""
    wilson: Interval | None
    """Wilson's interval, 95 %, with a case as the unit."""
    bootstrap: Interval | None = None
    """The interval of the cluster bootstrap, 95 %, which draws cases with all their repeats; only of `right`."""


@dataclass(frozen=True, kw_only=True)
class DetectionSummary:
    """How well the performer kept still where nothing was to be called."""

    hits: int
    misses: int
    false_alarms: int
    precision: float | None
    recall: float | None
    f1: float | None


@dataclass(frozen=True, kw_only=True)
class FigureSummary:
    """The figures of the trials of a mode, or of a group in a mode."""

    cases: int
    """Cases with a trial that counts."""
    trials: int
    """Trials that count: all without an error."""
    errors: int
    """Trials that ended as "error", which are left out of every other figure."""
    labels: Mapping[Label, int]
    """How many trials had each label that occurred; their sum is `trials`."""
    right: RateSummary
    """The score: trials with every expected call, and nothing else."""
    strict: RateSummary
    """The score of the same answers without the soft reader and the repair by schema."""
    pass_k: Mapping[int, float]
    """The chance that a case is right k times of k, by k."""
    abstention: DetectionSummary
    turns: int
    """Turns that were played."""
    false_calls: int
    """Trials with a call that no expectation covers."""
    false_calls_per_100: float | None
    """The false calls in a hundred turns."""
    right_tool: RateSummary
    """Of trials that expect a call: those in which every expected tool was called, and no other in its place."""
    right_arguments: RateSummary
    """Of those: the trials in which the arguments were right too."""
    readable: RateSummary
    """Of trials in which a call was meant: those in which all of them could be read."""
    repaired: RateSummary
    """Trials that would have another label without the soft reader and the repair by schema."""
    costs: TrialCosts


@dataclass(frozen=True, kw_only=True)
class ModeSummary:
    """The figures of one mode, over all its cases and by group."""

    total: FigureSummary
    groups: Mapping[Group, FigureSummary]


def summarize_modes(graded: Sequence[GradedTrial]) -> Mapping[AskedMode, ModeSummary]:
    """Summarize the figures of each mode that was played."""
    return {
        mode: ModeSummary(
            total=_summarize(figures.total),
            groups={group: _summarize(each) for group, each in figures.groups.items()},
        )
        for mode, figures in group_figures(graded).items()
    }


def _summarize(figures: Figures) -> FigureSummary:
    false_calls = figures.false_calls_per_turn
    return FigureSummary(
        cases=figures.cases,
        trials=figures.trials,
        errors=figures.errors,
        labels=figures.labels,
        right=_summarize_rate(figures.right, is_drawn=True),
        strict=_summarize_rate(figures.strict),
        pass_k={k: round(chance, _PLACES) for k, chance in figures.pass_k.items()},
        abstention=_summarize_detection(figures.abstention),
        turns=figures.turns,
        false_calls=figures.false_calls,
        false_calls_per_100=None if false_calls is None else round(100 * false_calls, 2),
        right_tool=_summarize_rate(figures.right_tool),
        right_arguments=_summarize_rate(figures.right_arguments),
        readable=_summarize_rate(figures.readable),
        repaired=_summarize_rate(figures.repaired),
        costs=figures.costs,
    )


def _summarize_rate(rate: Rate, *, is_drawn: bool = False) -> RateSummary:
    # The bootstrap takes the longer part of a second for 300 cases: too long for figures that nobody compares by it.
    return RateSummary(
        value=_round(rate.value),
        cases=rate.cases,
        wilson=_round_interval(rate.wilson),
        bootstrap=_round_interval(rate.bootstrap) if is_drawn else None,
    )


def _summarize_detection(found: Detection) -> DetectionSummary:
    return DetectionSummary(
        hits=found.hits,
        misses=found.misses,
        false_alarms=found.false_alarms,
        precision=_round(found.precision),
        recall=_round(found.recall),
        f1=_round(found.f1),
    )


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, _PLACES)


def _round_interval(interval: Interval | None) -> Interval | None:
    if interval is None:
        return None
    return Interval(low=round(interval.low, _PLACES), high=round(interval.high, _PLACES))
