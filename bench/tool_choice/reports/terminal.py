"""The report of a run in the terminal: a table for each mode with a row for each group, and the modes side by side."""

from collections.abc import Mapping
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bench.tool_choice.figures.figures import Figures, ModeFigures
from bench.tool_choice.reports.mode_table import ModeTable, build_mode_table
from bench.tool_choice.reports.report import Report
from bench.tool_choice.reports.wording import (
    MODE_TITLES,
    NOTHING,
    describe_run,
    format_count,
    format_median_count,
    format_median_s,
    format_number,
    format_percent,
    format_rate,
)
from bench.tool_choice.trial import LABELS, AskedMode, Label
from performer.core.text import make_printable

_WIDTH: Final = 118
"""The columns that the tables need; a narrower terminal breaks their lines."""
_COLUMNS: Final = ("cases", "right", "false/100", "readable", "repaired", "steps/least", "to call", "tokens")
_EXPLAINED: Final = (
    "right: every expected call and nothing else, with its 95 % interval."
    " false/100: turns of 100 with a call that nobody wanted."
    " readable: of answers that meant a call. repaired: right only by the soft reader and repair."
    " steps/least: times the fewest questions that would do. to call: seconds until a call ran, median."
    " tokens: answered in a case, median."
)


def print_report(report: Report, console: Console) -> None:
    """Print what was measured, the groups of each mode, how the trials ended, and the modes side by side."""
    console.width = max(_WIDTH, console.width)
    console.print(Text(make_printable(report.about.model), style="bold"))
    for sentence in describe_run(report):
        console.print(Text(make_printable(sentence), style="dim"), soft_wrap=True)
    modes = report.figures.modes
    for mode, figures in modes.items():
        console.print(_make_group_table(mode, figures))
    if modes:
        console.print(Text(_explain_columns(modes), style="dim"), soft_wrap=True)
    console.print(_make_label_table(modes))
    table = build_mode_table(report)
    console.print(_make_mode_table(table))
    if table.left_out:
        left_out = f"{format_count(table.left_out, 'case')} left out there, which not every mode has played."
        console.print(Text(left_out, style="dim"), soft_wrap=True)
    if errors := sum(each.total.errors for each in modes.values()):
        counts = "counts" if errors == 1 else "count"
        warning = f"{format_count(errors, 'trial')} ended by an error of the server, and {counts} in no other figure."
        console.print(Text(warning, style="yellow"), soft_wrap=True)


def _explain_columns(modes: Mapping[AskedMode, ModeFigures]) -> str:
    most = max(max(each.total.pass_k, default=1) for each in modes.values())
    pass_k = f" pass^{most}: the chance to be right {most} times of {most}." if most > 1 else ""
    return f"{_EXPLAINED}{pass_k}"


def _make_group_table(mode: AskedMode, figures: ModeFigures) -> Table:
    most = max(figures.total.pass_k, default=1)
    columns = list(_COLUMNS)
    if most > 1:
        columns.insert(2, f"pass^{most}")
    table = _make_table(MODE_TITLES[mode], *columns)
    for group, each in figures.groups.items():
        table.add_row(group, *_list_cells(each, most))
    table.add_section()
    table.add_row("all", *_list_cells(figures.total, most), style="bold")
    return table


def _list_cells(figures: Figures, most: int) -> list[str]:
    per_turn = figures.false_calls_per_turn
    cells = [
        str(figures.cases),
        format_rate(figures.right),
        format_number(None if per_turn is None else 100 * per_turn),
        format_percent(figures.readable.value),
        format_percent(figures.repaired.value),
        format_number(figures.costs.steps_to_least, 2),
        format_median_s(figures.costs.call_s),
        format_median_count(figures.costs.answer_tokens),
    ]
    if most > 1:
        cells.insert(2, format_percent(figures.pass_k.get(most)))
    return cells


def _make_label_table(modes: Mapping[AskedMode, ModeFigures]) -> Table:
    """Make the table of how all trials ended, errors included."""
    table = _make_table("ended as", *(MODE_TITLES[mode] for mode in modes))
    for label in LABELS:
        cells = [_format_label(each.total, label) for each in modes.values()]
        if any(cell != NOTHING for cell in cells):
            table.add_row(label, *cells)
    return table


def _format_label(figures: Figures, label: Label) -> str:
    if label == "error":
        return str(figures.errors) if figures.errors else NOTHING
    count = figures.labels.get(label, 0)
    return f"{count} ({format_percent(count / figures.trials)})" if count else NOTHING


def _make_mode_table(modes: ModeTable) -> Table:
    title = (
        f"the same {format_count(modes.cases, 'case')}" if len(modes.modes) > 1 else format_count(modes.cases, "case")
    )
    table = _make_table(title, *(MODE_TITLES[mode] for mode in modes.modes))
    for row in modes.rows:
        cells = (f"{row.cells[mode].value} {row.cells[mode].interval}".strip() for mode in modes.modes)
        table.add_row(row.title, *cells)
    return table


def _make_table(first: str, *others: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(Text(first, style="bold"), no_wrap=True)
    for name in others:
        table.add_column(Text(name), justify="right", no_wrap=True)
    return table
