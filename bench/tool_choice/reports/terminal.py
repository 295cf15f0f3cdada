"""The report of a run in the terminal: a table for each mode with a row for each group, and the modes side by side."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.measure import Measurement
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
    join_words,
)
from bench.tool_choice.trial import LABELS, AskedMode, Label
from performer.core.plain_console import make_plain_console
from performer.core.text import make_printable

_WIDE: Final = 118
"""The columns from which on all of a table is shown, and the words are left to the terminal to break."""


@dataclass(frozen=True)
class _Column:
    title: str
    why: str
    read: Callable[[Figures], str]


_COLUMNS: Final = (
    _Column("cases", "", lambda each: str(each.cases)),
    _Column(
        "right", "every expected call and nothing else, with its 95 % interval", lambda each: format_rate(each.right)
    ),
    _Column("false/100", "turns of 100 with a call that nobody wanted", lambda each: _format_false_calls(each)),
    _Column("readable", "of answers that meant a call", lambda each: format_percent(each.readable.value)),
    _Column("repaired", "right only by the soft reader and repair", lambda each: format_percent(each.repaired.value)),
    _Column("lost", "right if read strictly, and not so", lambda each: format_percent(each.lost.value)),
    _Column(
        "steps/least",
        "times the fewest questions that would do",
        lambda each: format_number(each.costs.steps_to_least, 2),
    ),
    _Column("to call", "seconds until a call ran, median", lambda each: format_median_s(each.costs.call_s)),
    _Column("tokens", "answered in a case, median", lambda each: format_median_count(each.costs.answer_tokens)),
)
_SPARED: Final = ("lost", "repaired", "tokens", "steps/least", "readable", "to call", "false/100")
"""The columns that a narrow terminal goes without, the least important first."""


def make_report_console() -> Console:
    """Return a console on standard output; where that is a file or a pipe it has room for all columns."""
    console = make_plain_console()
    if not console.is_terminal:
        console.width = max(_WIDE, console.width)
    return console


def print_report(report: Report, console: Console) -> None:
    """Print what was measured, the groups of each mode, how the trials ended, and the modes side by side.

    A terminal of less than 118 columns goes without some columns, and has more tables with fewer modes in each.
    """
    is_wide = console.width >= _WIDE
    console.print(Text(make_printable(report.about.model), style="bold"))
    for sentence in describe_run(report):
        console.print(Text(make_printable(sentence), style="dim"), soft_wrap=is_wide)
    modes = report.figures.modes
    columns = _list_columns(modes)
    shown = _choose_columns(columns, modes, console)
    for mode, figures in modes.items():
        console.print(_make_group_table(mode, figures, shown))
    if modes:
        told = _explain(columns, shown)
        console.print(Text((" " if is_wide else "\n").join(told), style="dim"), soft_wrap=is_wide)
    table = build_mode_table(report)
    console.print(*_share_out([*modes], console, lambda some: _make_label_table(modes, some)), sep="")
    console.print(*_share_out(table.modes, console, lambda some: _make_mode_table(table, some)), sep="")
    if table.left_out and len(modes) > 1:
        left_out = f"{format_count(table.left_out, 'case')} left out there, which not every mode has played to its end."
        console.print(Text(left_out, style="dim"), soft_wrap=is_wide)
    if errors := sum(each.total.errors for each in modes.values()):
        counts = "counts" if errors == 1 else "count"
        warning = f"{format_count(errors, 'trial')} ended by an error of the server, and {counts} in no other figure."
        console.print(Text(warning, style="yellow"), soft_wrap=is_wide)


def _list_columns(modes: Mapping[AskedMode, ModeFigures]) -> Sequence[_Column]:
    """List all columns, with one of pass^k where cases were repeated."""
    most = max((k for each in modes.values() for k in each.total.pass_k), default=1)
    why = f"the chance to be right {most} times of {most}"
    passed = _Column(f"pass^{most}", why, lambda each: format_percent(each.pass_k.get(most)))
    return [*_COLUMNS[:2], *([passed] if most > 1 else []), *_COLUMNS[2:]]


def _choose_columns(
    columns: Sequence[_Column], modes: Mapping[AskedMode, ModeFigures], console: Console
) -> Sequence[_Column]:
    """Return the columns with which the tables of all modes fit."""
    shown = columns
    for spared in _SPARED:
        if all(_fits(_make_group_table(mode, each, shown), console) for mode, each in modes.items()):
            break
        shown = [each for each in shown if each.title != spared]
    return shown


def _fits(table: Table, console: Console) -> bool:
    return Measurement.get(console, console.options.update(width=1000), table).maximum <= console.width


def _explain(columns: Sequence[_Column], shown: Sequence[_Column]) -> Iterator[str]:
    """Yield what each column says, and which have no room."""
    yield from (f"{each.title}: {each.why}." for each in shown if each.why)
    if spared := [each.title for each in columns if each not in shown]:
        yield f"Too narrow here for {join_words(spared)}: report.json has them."


def _share_out(
    modes: Sequence[AskedMode], console: Console, make: Callable[[Sequence[AskedMode]], Table]
) -> Sequence[Table]:
    """Return as few tables as fit, with the modes shared out evenly over them."""
    for count in range(1, len(modes) + 1):
        size = math.ceil(len(modes) / count)
        tables = [make(modes[first : first + size]) for first in range(0, len(modes), size)]
        if size == 1 or all(_fits(each, console) for each in tables):
            return tables
    return [make(modes)]


def _make_group_table(mode: AskedMode, figures: ModeFigures, columns: Sequence[_Column]) -> Table:
    table = _make_table(MODE_TITLES[mode], *(each.title for each in columns))
    for group, each in figures.groups.items():
        table.add_row(group, *(column.read(each) for column in columns))
    table.add_section()
    table.add_row("all", *(column.read(figures.total) for column in columns), style="bold")
    return table


def _format_false_calls(figures: Figures) -> str:
    per_turn = figures.false_calls_per_turn
    return format_number(None if per_turn is None else 100 * per_turn)


def _make_label_table(modes: Mapping[AskedMode, ModeFigures], shown: Sequence[AskedMode]) -> Table:
    """Make the table of how the trials of some modes ended, errors included."""
    table = _make_table("ended as", *(MODE_TITLES[mode] for mode in shown))
    for label in LABELS:
        cells = [_format_label(modes[mode].total, label) for mode in shown]
        if any(cell != NOTHING for cell in cells):
            table.add_row(label, *cells)
    return table


def _format_label(figures: Figures, label: Label) -> str:
    if label == "error":
        return str(figures.errors) if figures.errors else NOTHING
    count = figures.labels.get(label, 0)
    return f"{count} ({format_percent(count / figures.trials)})" if count else NOTHING


def _make_mode_table(modes: ModeTable, shown: Sequence[AskedMode]) -> Table:
    """Make the table of some modes side by side, on the cases of all of them."""
    cases = format_count(modes.cases, "case")
    table = _make_table(f"the same {cases}" if len(modes.modes) > 1 else cases, *(MODE_TITLES[mode] for mode in shown))
    for row in modes.rows:
        cells = (f"{row.cells[mode].value} {row.cells[mode].interval}".strip() for mode in shown)
        table.add_row(row.title, *cells)
    return table


def _make_table(first: str, *others: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(Text(first, style="bold"), no_wrap=True)
    for name in others:
        table.add_column(Text(name), justify="right", no_wrap=True)
    return table
