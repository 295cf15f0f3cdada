"""A comparison of two reports for people and for programs."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Final

from bench.tool_choice.figures.comparison import Comparison, compare_runs, compare_trials
from bench.tool_choice.reports.report import Report

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


def format_comparisons(comparisons: Mapping[str, Comparison]) -> str:
    """Format comparisons for people: a sentence each, the cases that were gained and lost, and what the figures say."""
    lines = [line for mode, each in comparisons.items() for line in _list_lines(mode, each)]
    return "\n".join([*lines, _EXPLAINED])


def format_comparisons_json(comparisons: Mapping[str, Comparison]) -> str:
    """Format comparisons for programs."""
    written = {mode: {**asdict(each), "shows_difference": each.shows_difference} for mode, each in comparisons.items()}
    return json.dumps(written, indent=1)


def _list_lines(mode: str, comparison: Comparison) -> Iterator[str]:
    yield f"{mode}: {comparison.words}"
    for name, cases in (("gained", comparison.gained), ("lost", comparison.lost)):
        if cases:
            more = f" and {len(cases) - _MOST_NAMED} more" if len(cases) > _MOST_NAMED else ""
            yield f"  {name}: {', '.join(cases[:_MOST_NAMED])}{more}"
