"""A run of the bench of lines: labelled lines are judged as speech is, and the verdicts counted."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from performer.cli.bench.lines.labelled_lines import GOOD, HARD, LABELS, LabelledLine, find_form
from performer.guard.speakable.speakable import Speakable, Unspeakable

HARD_GOAL: Final = 0.95
"""The share of lines that must not be heard that is to be caught."""
GOOD_GOAL: Final = 0.02
"""The share of good lines that may be lost."""


@dataclass(frozen=True, kw_only=True)
class JudgedLine:
    """A line and the objection to it, if there is one."""

    line: LabelledLine
    objection: Unspeakable | None

    @property
    def is_wrong(self) -> bool:
        """Return whether a good line was lost, or a line that must not be heard was missed."""
        return self.line.label == GOOD if self.objection else self.line.label in HARD


@dataclass(frozen=True, kw_only=True)
class LabelCount:
    """The number of lines of one kind, and of those that would not be spoken."""

    name: str
    n: int
    caught: int

    @property
    def share(self) -> float:
        """Return the share of lines that would not be spoken; 0 when there are none."""
        return self.caught / self.n if self.n else 0.0


@dataclass(frozen=True, kw_only=True)
class LineGroup:
    """The lines of one model or one form."""

    name: str
    hard: LabelCount
    good: LabelCount


@dataclass(frozen=True, kw_only=True)
class LinesOutcome:
    """The verdicts on a file's lines, and their counts."""

    judged: tuple[JudgedLine, ...]
    labels: tuple[LabelCount, ...]
    hard: LabelCount
    good: LabelCount
    models: tuple[LineGroup, ...]
    forms: tuple[LineGroup, ...]
    median_ms: float

    @property
    def has_met_goals(self) -> bool:
        """Return whether both goals are reached."""
        return self.hard.share >= HARD_GOAL and self.good.share <= GOOD_GOAL


def run(lines: Sequence[LabelledLine], speakable: Speakable) -> LinesOutcome:
    """Judge all lines."""
    took: list[float] = []
    judged = tuple(_judge(line, speakable, took) for line in lines)
    counts = (_count(label, judged, {label}) for label in LABELS)
    return LinesOutcome(
        judged=judged,
        labels=tuple(count for count in counts if count.n),
        hard=_count("hard", judged, HARD),
        good=_count(GOOD, judged, {GOOD}),
        models=_group(judged, lambda line: line.model),
        forms=_group(judged, lambda line: line.form),
        median_ms=median(took) * 1000,
    )


def _judge(line: LabelledLine, speakable: Speakable, took: list[float]) -> JudgedLine:
    asked = find_form(line.form)
    told, examples = (*asked.told, *line.excerpt), asked.examples
    speakable.objection("", told=told, examples=examples)  # reads them, as a turn does before its first sentence
    began = time.perf_counter()
    objection = speakable.objection(line.text, told=told, examples=examples, answers=asked.answers)
    took.append(time.perf_counter() - began)
    return JudgedLine(line=line, objection=objection)


def _count(name: str, judged: Iterable[JudgedLine], labels: Iterable[str]) -> LabelCount:
    wanted = frozenset(labels)
    these = [each for each in judged if each.line.label in wanted]
    return LabelCount(name=name, n=len(these), caught=sum(each.objection is not None for each in these))


def _group(judged: Sequence[JudgedLine], name_of: Callable[[LabelledLine], str]) -> tuple[LineGroup, ...]:
    names = sorted({name_of(each.line) for each in judged} - {""})
    groups: list[LineGroup] = []
    for name in names:
        these = [each for each in judged if name_of(each.line) == name]
        groups.append(LineGroup(name=name, hard=_count("hard", these, HARD), good=_count(GOOD, these, {GOOD})))
    return tuple(groups)
