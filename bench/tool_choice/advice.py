"""The advice which model to take, in which mode, with the reason: out of what several came to on the same cases."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from bench.tool_choice.figures.comparison import compare_trials
from bench.tool_choice.figures.figures import Figures, build_figures
from bench.tool_choice.reports.wording import format_percent, format_rate, format_seconds
from bench.tool_choice.trial import GradedTrial
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError

LEAST_PAIRS: Final = 20
"""Cases that two have to have played both, or nothing can be said of which is better."""


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A model in one mode, and what it came to."""

    model: str
    mode: str
    graded: Sequence[GradedTrial] = field(repr=False)
    figures: Figures = field(repr=False)
    setting: str
    """How the configuration names the model: `model.spec ollama:owl:1b`."""

    @property
    def score(self) -> float:
        """The share of cases in which it was right."""
        return self.figures.right.value or 0.0

    @property
    def answer_s(self) -> float:
        """The seconds that a turn takes, the median."""
        return self.figures.costs.took_s.median if self.figures.costs.took_s else 0.0

    @property
    def cases(self) -> frozenset[str]:
        """The ids of the cases that it played without an error of its server."""
        return frozenset(each.case.id for each in self.graded if each.verdict.label != "error")

    def limit_to(self, cases: frozenset[str]) -> "Candidate":
        """Return what it came to on some of its cases."""
        graded = [each for each in self.graded if each.case.id in cases]
        return replace(self, graded=graded, figures=build_figures(graded))

    def describe(self) -> str:
        """Return its figures in a clause."""
        found = self.figures
        return (
            f"{self.model} in {self.mode} mode: right {format_rate(found.right)},"
            f" right tool {format_rate(found.right_tool)}, false calls {format_percent(found.false_calls_per_turn)},"
            f" {format_seconds(self.answer_s)} a turn, {found.cases} cases"
        )


@dataclass(frozen=True, kw_only=True)
class Advice:
    """The choice among candidates."""

    best: Candidate
    reason: str
    others: tuple[Candidate, ...]
    incomparable: tuple[Candidate, ...] = ()
    """Those that played too few of the cases of the others."""
    left_out: tuple[str, ...] = ()
    """Models that were not measured, with the reason."""
    pages: tuple[Path, ...] = ()
    """The report of each model that was measured."""


def choose(candidates: Sequence[Candidate], left_out: tuple[str, ...] = (), pages: tuple[Path, ...] = ()) -> Advice:
    """Choose the best score on the cases that all played; of those not shown to be worse, the one that answers soonest.

    Raises:
        ConfigError: when nothing could be measured.
    """
    if not candidates:
        raise ConfigError(f"Nothing could be measured: {'; '.join(left_out)}.")
    comparable, incomparable = _part(candidates)
    common = _intersect(comparable)
    ranked = sorted((each.limit_to(common) for each in comparable), key=lambda each: (-each.score, each.answer_s))
    top = ranked[0]
    good = [each for each in ranked if each is top or not compare_trials(top.graded, each.graded).shows_difference]
    best = min(good, key=lambda each: each.answer_s)
    return Advice(
        best=best,
        reason=_explain(best, top, len(ranked), len(incomparable)),
        others=tuple(each for each in ranked if each is not best),
        incomparable=incomparable,
        left_out=left_out,
        pages=pages,
    )


def _part(candidates: Sequence[Candidate]) -> tuple[list[Candidate], tuple[Candidate, ...]]:
    """Return those that can be compared, and the others: who played the fewest cases goes until enough are common."""
    kept = sorted(candidates, key=lambda each: -len(each.cases))
    while len(kept) > 1 and len(_intersect(kept)) < LEAST_PAIRS:
        kept.pop()
    return kept, tuple(each for each in candidates if each not in kept)


def _intersect(candidates: Sequence[Candidate]) -> frozenset[str]:
    """Return the cases that all of them played."""
    first, *others = (each.cases for each in candidates)
    return first.intersection(*others)


def _explain(best: Candidate, top: Candidate, ranked: int, incomparable: int) -> str:
    if ranked == 1 and incomparable:
        return f"No other can be compared with it: fewer than {LEAST_PAIRS} cases were played by both."
    if ranked == 1:
        return "It is the only one that could be measured."
    if best is top:
        return "It has the best score."
    words = compare_trials(top.graded, best.graded).words
    return f"{top.model} in {top.mode} mode has a higher score, but {words.rstrip('.')}; this one answers sooner."


def format_advice(advice: Advice) -> str:
    """Format an advice for people, with the commands that follow it."""
    best = advice.best
    lines = [
        f"Take {best.describe()}.",
        advice.reason,
        f'Set it: "{COMMAND} config set {best.setting}" and "{COMMAND} config set model.mode {best.mode}".',
        *(f"Also measured: {each.describe()}." for each in advice.others),
        *(f"Not comparable, for too few of the same cases: {each.describe()}." for each in advice.incomparable),
        *(f"Left out: {each}." for each in advice.left_out),
        *(f"Report: {each}" for each in advice.pages),
    ]
    return "\n".join(lines)
