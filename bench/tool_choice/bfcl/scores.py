"""The figures of BFCL: for each of its categories, and for its groups as the leaderboard takes them together.

There is no overall figure: the larger part of the published one comes from what is not measured here.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from bench.tool_choice.bfcl.cases import BfclCase
from bench.tool_choice.bfcl.categories import CATEGORIES, GROUPS, BfclCategory, BfclGroup, list_categories
from bench.tool_choice.bfcl.files import BfclFolder
from bench.tool_choice.figures.statistics import Interval, compute_wilson
from bench.tool_choice.trial import Label, TrialVerdict

GradedCase = tuple[BfclCase, TrialVerdict]


@dataclass(frozen=True, kw_only=True)
class CategoryScore:
    """The figures of one category."""

    category: BfclCategory
    cases: int
    """How many were graded: at least one of its repeats did not end in an error of the server."""
    right: float
    """How many of them were right; a fraction of one that was right in some of its repeats."""
    labels: Mapping[Label, int]
    """How often each verdict was given, over all repeats."""
    left_out: int = 0
    """How many were not asked, for their answers contradict their own functions."""

    @property
    def rate(self) -> float | None:
        """The share that was right, 0 to 1; None of nothing."""
        return self.right / self.cases if self.cases else None

    @property
    def interval(self) -> Interval | None:
        """The range of the share by Wilson's score, over cases; None of nothing."""
        return compute_wilson(self.right, self.cases)


@dataclass(frozen=True, kw_only=True)
class GroupScore:
    """The figure of one group, out of its categories that were graded."""

    group: BfclGroup
    rate: float | None
    interval: Interval | None
    lacking: tuple[str, ...]
    """The published categories that are not in the figure; with any, it is not the published one."""


@dataclass(frozen=True, kw_only=True)
class BfclScores:
    """All figures of a run."""

    categories: tuple[CategoryScore, ...]
    """Of those with a case, in the published order."""
    groups: tuple[GroupScore, ...]


def score_bfcl(graded: Iterable[GradedCase], folder: BfclFolder) -> BfclScores:
    """Compute the figures of graded cases; a case that stands there several times was repeated."""
    by_category: dict[str, list[GradedCase]] = defaultdict(list)
    for case, verdict in graded:
        by_category[case.category.name].append((case, verdict))
    left_out = Counter(each.category for each in folder.left_out)
    asked = [each for each in CATEGORIES.values() if by_category[each.name] or left_out[each.name]]
    scores = tuple(_score_category(each, by_category[each.name], left_out[each.name]) for each in asked)
    return BfclScores(categories=scores, groups=tuple(_score_group(each, scores) for each in GROUPS))


def _score_category(category: BfclCategory, graded: Sequence[GradedCase], left_out: int) -> CategoryScore:
    repeats: dict[str, list[bool]] = defaultdict(list)
    for case, verdict in graded:
        if verdict.label != "error":
            repeats[case.id].append(verdict.label == "right")
    return CategoryScore(
        category=category,
        cases=len(repeats),
        right=math.fsum(map(fmean, repeats.values())),
        labels=Counter(verdict.label for _, verdict in graded),
        left_out=left_out,
    )


def _score_group(group: BfclGroup, scores: Iterable[CategoryScore]) -> GroupScore:
    measured = [each for each in scores if each.category.group == group.name and each.cases]
    names = {each.category.name for each in measured}
    lacking = (*(name for name in list_categories(group.name) if name not in names), *group.unread)
    if group.is_by_cases:
        right, cases = math.fsum(each.right for each in measured), sum(each.cases for each in measured)
        rate, interval = right / cases if cases else None, compute_wilson(right, cases)
    else:
        rate, interval = compute_mean([(each.right, each.cases) for each in measured])
    return GroupScore(group=group, rate=rate, interval=interval, lacking=lacking)


def compute_mean(shares: Sequence[tuple[float, int]]) -> tuple[float | None, Interval | None]:
    """Compute the plain mean of independent shares, each given as right and cases, and its interval; None of nothing.

    The interval comes of those of the shares: from the mean to each of its ends it is the root of the squared distances
    of the shares to theirs, by their number (MOVER: Zou and Donner, Statistics in Medicine 27, 2008).
    """
    bounds = [(right / cases, interval) for right, cases in shares if (interval := compute_wilson(right, cases))]
    if not bounds:
        return None, None
    mean = fmean(rate for rate, _ in bounds)
    below = math.hypot(*(rate - interval.low for rate, interval in bounds)) / len(bounds)
    above = math.hypot(*(interval.high - rate for rate, interval in bounds)) / len(bounds)
    return mean, Interval(low=max(0.0, mean - below), high=min(1.0, mean + above))
