"""The advice which model to take, in which mode, with the reason: out of what several came to on the same cases.

None is taken after a handful of cases, and none that was not shown to be better than one that never calls a tool.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from bench.tool_choice.cases.selection import SHORT
from bench.tool_choice.figures.comparison import compare_trials
from bench.tool_choice.figures.figures import Figures, build_figures
from bench.tool_choice.reports.wording import format_count, format_percent, format_rate, format_seconds
from bench.tool_choice.trial import GradedTrial
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError

LEAST_PAIRS: Final = 20
"""Cases that two have to have played both, or nothing can be said of which is better; and that the one which is taken
has to have played."""
NEAR: Final = 0.05
"""The share of cases by which a score may be lower than the best one, where the answers come much sooner."""
SOONER: Final = 0.8
"""Times the seconds of the best one's turn that a turn may take at most, for its answers to come much sooner."""
_DIGITS: Final = 9
"""Scores and seconds are rounded to so many digits before they are compared: as floats, 0.62 - 0.57 exceeds 0.05."""


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
    def silent_score(self) -> float:
        """The share of its cases in which it is right to call nothing: the score of one that never calls."""
        silent = {each.case.id for each in self.graded if each.case.may_abstain}
        return len(silent & self.cases) / len(self.cases) if self.cases else 0.0

    @property
    def beats_silence(self) -> bool:
        """Whether its score is shown to be better than that of one that never calls."""
        wilson = self.figures.right.wilson
        return wilson is not None and wilson.low > self.silent_score

    def is_much_sooner(self, other: "Candidate") -> bool:
        """Whether its turns are so much shorter than another's that a slightly lower score is worth it."""
        return round(self.answer_s, _DIGITS) <= round(SOONER * other.answer_s, _DIGITS)

    def is_near(self, other: "Candidate") -> bool:
        """Whether its score is hardly lower than another's, and was not shown to be lower."""
        is_within = round(other.score - self.score, _DIGITS) <= NEAR
        return is_within and not compare_trials(other.graded, self.graded).shows_difference

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
    """The one to take, unless too few cases were played, or all should only talk."""
    only_talks: bool
    """Whether none was shown to be better than one that never calls a tool."""
    reason: str
    """Why this one, or why none."""
    others: tuple[Candidate, ...]
    incomparable: tuple[Candidate, ...] = ()
    """Those that played too few of the cases of the others."""
    left_out: tuple[str, ...] = ()
    """Models that were not measured, with the reason."""
    pages: tuple[Path, ...] = ()
    """The report of each model that was measured."""

    @property
    def has_enough(self) -> bool:
        """Whether the best one played as many cases as an advice needs."""
        return self.best.figures.cases >= LEAST_PAIRS


def choose(candidates: Sequence[Candidate], left_out: tuple[str, ...] = (), pages: tuple[Path, ...] = ()) -> Advice:
    """Choose the best score on the cases that all played, or one that is hardly lower and answers much sooner.

    Raises:
        ConfigError: when nothing could be measured.
    """
    if not candidates:
        raise ConfigError(f"Nothing could be measured: {'; '.join(left_out)}.")
    comparable, incomparable = _part(candidates)
    common = _intersect(comparable)
    able = [each.limit_to(common) for each in comparable if each.beats_silence]
    unable = [each.limit_to(common) for each in comparable if not each.beats_silence]
    top = min(able or unable, key=_rank)
    sooner = [each for each in able if each.is_much_sooner(top) and each.is_near(top)]
    best = min((top, *sooner), key=lambda each: each.answer_s)
    return Advice(
        best=best,
        only_talks=not able,
        reason=_explain_lack(best, is_able=bool(able)) or _explain(best, top, [*able, *unable], incomparable),
        others=tuple(sorted((each for each in (*able, *unable) if each is not best), key=_rank)),
        incomparable=incomparable,
        left_out=left_out,
        pages=pages,
    )


def _rank(candidate: Candidate) -> tuple[float, float]:
    """Return by what candidates are sorted: the best score first, and of equal ones the one that answers soonest."""
    return -candidate.score, candidate.answer_s


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


def _explain_lack(best: Candidate, *, is_able: bool) -> str:
    """Explain why none is taken; empty: one is."""
    played = format_count(best.figures.cases, "case")
    if best.figures.cases < LEAST_PAIRS:
        return f"Nothing is advised: only {played} could be played in the time, and an advice needs {LEAST_PAIRS}."
    if is_able:
        return ""
    silent = format_percent(best.silent_score)
    return (
        "Let the model only talk: none was shown to call tools better than one that never calls any, which is right in"
        f" {silent} of the same {played}."
    )


def _explain(best: Candidate, top: Candidate, compared: Sequence[Candidate], incomparable: Sequence[Candidate]) -> str:
    """Explain why one is taken."""
    if len(compared) == 1 and incomparable:
        return f"No other can be compared with it: fewer than {LEAST_PAIRS} cases were played by both."
    if len(compared) == 1:
        return "It is the only one that could be measured."
    if best is top and any(each.score > top.score for each in compared):
        return "It has the best score of those that were shown to call tools better than one that never calls any."
    if best is top:
        return "It has the best score."
    words = compare_trials(top.graded, best.graded).words.rstrip(".")
    times = f"{format_seconds(best.answer_s)} a turn against {format_seconds(top.answer_s)}"
    return f"{top.model} in {top.mode} mode has a higher score, but {words}; this one answers sooner, {times}."


def format_advice(advice: Advice) -> str:
    """Format an advice for people, with the commands that follow it."""
    lines = [
        *_format_choice(advice),
        *(f"Also measured: {each.describe()}." for each in advice.others),
        *(f"Not comparable, for too few of the same cases: {each.describe()}." for each in advice.incomparable),
        *(f"Left out: {each}." for each in advice.left_out),
        *(f"Report: {each}" for each in advice.pages),
    ]
    return "\n".join(lines)


def _format_choice(advice: Advice) -> Sequence[str]:
    """Format what to do, why, and by which command."""
    best = advice.best
    if not advice.has_enough:
        whole = f'Measure one to the end: "{COMMAND} bench tools {best.model} --tag {SHORT}".'
        return (advice.reason, whole, f"Measured: {best.describe()}.")
    if advice.only_talks:
        talk = f'Set it: "{COMMAND} config set model.mode talk".'
        return (advice.reason, talk, f"Measured: {best.describe()}.")
    setting = f'Set it: "{COMMAND} config set {best.setting}" and "{COMMAND} config set model.mode {best.mode}".'
    return (f"Take {best.describe()}.", advice.reason, setting)
