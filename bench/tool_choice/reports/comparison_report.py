"""A comparison of two reports for people and for programs."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Final

from bench.tool_choice.figures.comparison import Comparison, compare_runs, compare_trials
from bench.tool_choice.reports.report import Report
from bench.tool_choice.reports.wording import format_count, format_time, name_modes
from performer.core.text import make_printable

_MOST_NAMED: Final = 12
"""Cases that are named of those that changed; the others are counted."""
_EXPLAINED: Final = (
    "In brackets: where the true difference lies, 95 times of 100."
    " p: how often chance alone would part the cases so unevenly."
)


def compare_reports(first: Report, second: Report) -> Mapping[str, Comparison]:
    """Compare two reports, by their modes; of one mode each they are compared whatever these are."""
    modes = {each.trial.mode for each in first.graded}, {each.trial.mode for each in second.graded}
    if modes[0] != modes[1] and len(modes[0]) == len(modes[1]) == 1:
        name = " and ".join(mode or "player" for each in modes for mode in each)
        return {name: compare_trials(first.graded, second.graded)}
    return {mode or "player": each for mode, each in compare_runs(first.graded, second.graded).items()}


def describe_compared(first: Report, second: Report, files: tuple[Path, Path]) -> tuple[str, ...]:
    """Describe in a line each what the two sides are, and what differs between them beside the answers."""
    names = (f"A: {_name_side(first, files[0])}", f"B: {_name_side(second, files[1])}")
    return tuple(map(make_printable, (*names, *_list_differences(first, second))))


def format_comparisons(comparisons: Mapping[str, Comparison]) -> str:
    """Format comparisons for people: a sentence each, the cases that were gained and lost, and what the figures say."""
    lines = [make_printable(line) for mode, each in comparisons.items() for line in _list_lines(mode, each)]
    return "\n".join([*lines, _EXPLAINED])


def format_comparisons_json(comparisons: Mapping[str, Comparison]) -> str:
    """Format comparisons for programs."""
    written = {mode: {**asdict(each), "shows_difference": each.shows_difference} for mode, each in comparisons.items()}
    return json.dumps(written, indent=1)


def _name_side(report: Report, file: Path) -> str:
    about = report.about
    model = " ".join(filter(None, (about.model, name_modes(about.modes))))
    cases = f"{format_count(len(_list_cases(report)), 'case')} of {about.benchmark}"
    return f"{model}, {cases}, {format_time(about.when)}, {file}"


def _list_differences(first: Report, second: Report) -> Iterator[str]:
    one, other = first.about, second.about
    if one.model != other.model:
        yield "Two different models are compared."
    elif one.digest and other.digest and one.digest != other.digest:
        yield "Two different models of the same name are compared: their digests differ."
    if one.seed != other.seed:
        yield f"Their seeds differ, {one.seed} and {other.seed}: the tools were offered in another order."
    cases, others = _list_cases(first), _list_cases(second)
    if cases != others:
        both, either = len(cases & others), len(cases | others)
        are = "is in both, and is" if both == 1 else "are in both, and are"
        yield f"Their sets of cases differ: {both} of {either} {are} compared alone."


def _list_cases(report: Report) -> set[str]:
    return {each.case.id for each in report.graded}


def _list_lines(mode: str, comparison: Comparison) -> Iterator[str]:
    yield f"{mode}: {comparison.words}"
    for name, cases in (("gained", comparison.gained), ("lost", comparison.lost)):
        if cases:
            more = f" and {len(cases) - _MOST_NAMED} more" if len(cases) > _MOST_NAMED else ""
            yield f"  {name}: {', '.join(cases[:_MOST_NAMED])}{more}"
