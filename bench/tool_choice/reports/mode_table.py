"""The table of the modes side by side: a row for each figure, on the cases that all modes have played."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bench.tool_choice.figures.costs import Spread
from bench.tool_choice.figures.figures import Figures, Rate, build_figures
from bench.tool_choice.reports.report import Report
from bench.tool_choice.reports.wording import (
    NOTHING,
    format_interval,
    format_number,
    format_percent,
    format_seconds,
)
from bench.tool_choice.trial import AskedMode, GradedTrial


@dataclass(frozen=True)
class ModeCell:
    """A figure of one mode, in words, and what is told beside it."""

    value: str
    interval: str = ""
    detail: str = ""
    """What is told of it where there is room."""


@dataclass(frozen=True, kw_only=True)
class ModeRow:
    """A figure of all modes."""

    title: str
    why: str
    """What it is, in a line."""
    cells: Mapping[AskedMode, ModeCell]


@dataclass(frozen=True, kw_only=True)
class ModeTable:
    """All figures of all modes."""

    cases: int
    """The cases that count in every mode; the others are left out, so that nothing but the mode differs."""
    left_out: int
    """The cases that do not."""
    modes: tuple[AskedMode, ...]
    rows: tuple[ModeRow, ...]


def build_mode_table(report: Report) -> ModeTable:
    """Build the table; a figure of which no mode has anything is left out."""
    common = _find_common_cases(report.graded)
    left_out = len({each.case.id for each in report.graded} - common)
    figures = _build_common_figures(report, common) if left_out else _list_totals(report)
    rows = (
        ModeRow(title=title, why=why, cells={mode: read(each) for mode, each in figures.items()})
        for title, why, read in (*_SCORES, *_list_pass_ks(figures.values()), *_OTHERS)
    )
    return ModeTable(
        cases=len(common),
        left_out=left_out,
        modes=tuple(figures),
        rows=tuple(row for row in rows if any(cell.value != NOTHING for cell in row.cells.values())),
    )


def _list_totals(report: Report) -> Mapping[AskedMode, Figures]:
    return {mode: each.total for mode, each in report.figures.modes.items()}


def _build_common_figures(report: Report, common: Container[str]) -> Mapping[AskedMode, Figures]:
    kept = [each for each in report.graded if each.case.id in common]
    return {mode: build_figures([each for each in kept if each.trial.mode == mode]) for mode in report.figures.modes}


def _find_common_cases(graded: Sequence[GradedTrial]) -> set[str]:
    by_mode: dict[AskedMode, set[str]] = {each.trial.mode: set() for each in graded}
    for each in graded:
        if each.verdict.label != "error":
            by_mode[each.trial.mode].add(each.case.id)
    return set.intersection(*by_mode.values()) if by_mode else set()


_Reader = Callable[[Figures], ModeCell]


def _tell_rate(read: Callable[[Figures], Rate]) -> _Reader:
    return lambda figures: ModeCell(format_percent(read(figures).value), format_interval(read(figures).wilson))


def _tell_number(read: Callable[[Figures], float | None], places: int = 1) -> _Reader:
    return lambda figures: ModeCell(format_number(read(figures), places))


def _tell_seconds(read: Callable[[Figures], Spread | None]) -> _Reader:
    return _tell_spread(read, format_seconds)


def _tell_tokens(read: Callable[[Figures], Spread | None]) -> _Reader:
    return _tell_spread(read, lambda count: format_number(count, 0))


def _tell_spread(read: Callable[[Figures], Spread | None], form: Callable[[float], str]) -> _Reader:
    def tell(figures: Figures) -> ModeCell:
        spread = read(figures)
        if spread is None:
            return ModeCell(NOTHING)
        return ModeCell(form(spread.median), detail=f"95 of 100 within {form(spread.p95)}")

    return tell


def _tell_share(read: Callable[[Figures], float | None]) -> _Reader:
    return lambda figures: ModeCell(format_percent(read(figures)))


def _per_100(figures: Figures) -> float | None:
    per_turn = figures.false_calls_per_turn
    return None if per_turn is None else 100 * per_turn


_SCORES: Final[tuple[tuple[str, str, _Reader], ...]] = (
    ("right", "every expected call, and nothing else", _tell_rate(lambda each: each.right)),
    (
        "right, read strictly",
        "without the soft reader and repair",
        _tell_rate(lambda each: each.strict),
    ),
)
_OTHERS: Final[tuple[tuple[str, str, _Reader], ...]] = (
    ("right tool", "of cases with an expected call", _tell_rate(lambda each: each.right_tool)),
    ("right arguments", "where the tool was right", _tell_rate(lambda each: each.right_arguments)),
    (
        "kept still, rightly",
        "of the times when it called nothing (precision)",
        _tell_share(lambda each: each.abstention.precision),
    ),
    (
        "kept still when due",
        "of the times when no call was right (recall)",
        _tell_share(lambda each: each.abstention.recall),
    ),
    ("kept still, F1", "these two in one number; 1 is best", _tell_number(lambda each: each.abstention.f1, 2)),
    ("false calls/100", "turns of 100 with a call that nobody wanted", _tell_number(_per_100)),
    ("readable", "of answers that meant a call", _tell_rate(lambda each: each.readable)),
    ("repaired", "right only by the soft reader and repair", _tell_rate(lambda each: each.repaired)),
    ("lost", "right if read strictly, and not as the performer reads", _tell_rate(lambda each: each.lost)),
    (
        "steps to the least",
        "times the fewest questions that would do; 1 is best",
        _tell_number(lambda each: each.costs.steps_to_least, 2),
    ),
    ("first sign", "from the question, median", _tell_seconds(lambda each: each.costs.first_s)),
    ("first call", "the model's time until a call ran, median", _tell_seconds(lambda each: each.costs.call_s)),
    ("whole case", "median", _tell_seconds(lambda each: each.costs.took_s)),
    ("tokens asked", "a case, median", _tell_tokens(lambda each: each.costs.prompt_tokens)),
    ("tokens answered", "a case, median", _tell_tokens(lambda each: each.costs.answer_tokens)),
)


def _list_pass_ks(modes: Iterable[Figures]) -> Iterator[tuple[str, str, _Reader]]:
    """Yield how sure a case is to be right each time, where cases were repeated."""
    for k in sorted({k for figures in modes for k in figures.pass_k} - {1}):
        yield f"pass^{k}", f"the chance to be right {k} times of {k}", _tell_pass_k(k)


def _tell_pass_k(k: int) -> _Reader:
    return lambda figures: ModeCell(format_percent(figures.pass_k.get(k)))
