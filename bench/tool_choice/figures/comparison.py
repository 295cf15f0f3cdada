"""A comparison of two runs, or of two modes of one, case by case: what differs, and whether that may be chance.

It is no ranking: where chance can explain a difference, none is shown. Each comparison stands for itself: of twenty
between models that are alike, one shows a difference.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Final, get_args

from bench.tool_choice.cases.case import Case
from bench.tool_choice.figures.figures import is_right
from bench.tool_choice.figures.statistics import Interval, bootstrap_difference, compute_mcnemar
from bench.tool_choice.trial import AskedMode, GradedTrial

SIGNIFICANT: Final = 0.05
"""The p below which a difference is taken for more than chance."""
_MAJORITY: Final = 0.5


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """What the second of two sets of trials came to on the cases that both played, against the first."""

    paired: int
    """Cases that both played; all figures are of these alone."""
    unpaired: tuple[str, ...]
    """The ids of cases that only one of them played, or played without an error."""
    changed: tuple[str, ...]
    """The ids of cases that both have, and that say, offer or expect something else in each."""
    first: float | None
    """The score of the first, 0 to 1; None without a pair, as are the next three."""
    second: float | None
    difference: float | None
    """The second score less the first."""
    interval: Interval | None
    """The interval of the difference, by a bootstrap over pairs."""
    p: float
    """The two-sided p of McNemar's exact test on gained and lost cases; 1 when there are none."""
    gained: tuple[str, ...]
    """The ids of cases that only the second had right in more than half of its trials; exactly half is not right."""
    lost: tuple[str, ...]
    """The same of the first."""

    @property
    def shows_difference(self) -> bool:
        """Whether both tests say that chance alone is no good explanation."""
        return self.interval is not None and not self.interval.holds(0) and self.p < SIGNIFICANT

    @property
    def words(self) -> str:
        """The comparison in a sentence, without the names of what is compared."""
        return "; ".join([self._describe_difference(), *self._list_left_out()]) + "."

    def _describe_difference(self) -> str:
        if self.first is None or self.second is None or self.difference is None or self.interval is None:
            return "nothing to compare: no case was played by both"
        points = f"{100 * self.difference:+.1f} points"
        within = f"[{100 * self.interval.low:+.1f} to {100 * self.interval.high:+.1f}]"
        p = f"p = {self.p:.3f}" if self.p >= 0.001 else "p < 0.001"
        scores = f"{100 * self.first:.1f} % and {100 * self.second:.1f} %"
        found = f"{scores}, {points} {within} over {_count_cases(self.paired)}, {p}"
        return found if self.shows_difference else f"no difference shown: {found}"

    def _list_left_out(self) -> Iterator[str]:
        if self.unpaired:
            yield f"{_count_cases(len(self.unpaired))} left out, played by one only"
        if self.changed:
            yield f"{_count_cases(len(self.changed))} left out, changed in between"


def compare_runs(first: Sequence[GradedTrial], second: Sequence[GradedTrial]) -> Mapping[AskedMode, Comparison]:
    """Compare two runs in each mode that one of them played; a mode of one alone has no pairs."""
    played = {each.trial.mode for each in (*first, *second)}
    modes: Sequence[AskedMode] = [mode for mode in get_args(AskedMode) if mode in played]
    return {mode: compare_trials(_pick(first, mode), _pick(second, mode)) for mode in modes}


def compare_modes(graded: Sequence[GradedTrial], first: AskedMode, second: AskedMode) -> Comparison:
    """Compare two modes of one run."""
    return compare_trials(_pick(graded, first), _pick(graded, second))


def compare_trials(first: Sequence[GradedTrial], second: Sequence[GradedTrial]) -> Comparison:
    """Compare two sets of trials, each of one mode; those with an error are in neither."""
    scores, others = _score_cases(first), _score_cases(second)
    both = sorted(scores.keys() & others.keys())
    same = [id_ for id_ in both if _is_same(scores[id_].case, others[id_].case)]
    pairs = [(scores[id_].right, others[id_].right) for id_ in same]
    gained = tuple(id_ for id_, (before, after) in zip(same, pairs, strict=True) if before <= _MAJORITY < after)
    lost = tuple(id_ for id_, (before, after) in zip(same, pairs, strict=True) if after <= _MAJORITY < before)
    return Comparison(
        paired=len(pairs),
        unpaired=tuple(sorted(scores.keys() ^ others.keys())),
        changed=tuple(id_ for id_ in both if id_ not in same),
        first=fmean(before for before, _ in pairs) if pairs else None,
        second=fmean(after for _, after in pairs) if pairs else None,
        difference=fmean(after - before for before, after in pairs) if pairs else None,
        interval=bootstrap_difference(pairs),
        p=compute_mcnemar(len(gained), len(lost)),
        gained=gained,
        lost=lost,
    )


@dataclass(frozen=True, kw_only=True)
class _ScoredCase:
    case: Case
    right: float
    """The share of its trials that were right."""


def _score_cases(graded: Sequence[GradedTrial]) -> Mapping[str, _ScoredCase]:
    by_case: defaultdict[str, list[GradedTrial]] = defaultdict(list)
    for each in graded:
        if each.verdict.label != "error":
            by_case[each.case.id].append(each)
    return {id_: _ScoredCase(case=these[0].case, right=fmean(map(is_right, these))) for id_, these in by_case.items()}


def _is_same(case: Case, other: Case) -> bool:
    """Whether two cases ask the same; the reason for a case and its tags are for people."""
    return replace(case, why="", tags=()) == replace(other, why="", tags=())


def _pick(graded: Sequence[GradedTrial], mode: AskedMode) -> list[GradedTrial]:
    return [each for each in graded if each.trial.mode == mode]


def _count_cases(count: int) -> str:
    return f"{count} case" if count == 1 else f"{count} cases"
