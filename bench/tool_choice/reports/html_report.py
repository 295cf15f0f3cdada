"""The page of a run: one HTML file that needs no other, with plots, and with every case to be opened.

The cases are in it as JSON, and are drawn by the page's script only as they are opened; all words are shown as words.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Final

from bench.tool_choice.cases.case import GROUPS, Group
from bench.tool_choice.figures.breakdown import CurvePoint, count_confusion, trace_decoy_curve
from bench.tool_choice.figures.figures import Figures, ModeFigures
from bench.tool_choice.reports.charts import draw_bar, draw_curve, draw_scatter, draw_shape, name_class
from bench.tool_choice.reports.heat_table import format_heat_table
from bench.tool_choice.reports.mode_table import build_mode_table
from bench.tool_choice.reports.report import Report, dump_trials
from bench.tool_choice.reports.wording import (
    LABEL_WORDS,
    MODE_TITLES,
    NOTHING,
    describe_run,
    format_count,
    format_interval,
    format_median_s,
    format_number,
    format_percent,
    format_rate,
)
from bench.tool_choice.trial import LABELS, AskedMode, GradedTrial, Label
from performer.core.errors import ConfigError
from performer.core.files.atomic import write_atomically

_TEMPLATE: Final = Path(__file__).with_name("report.html")


def write_page(file: Path, report: Report) -> None:
    """Write the page of a run in one step; raise ConfigError for a file that cannot be written."""
    try:
        write_atomically(file, format_page(report).encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise ConfigError(f"The page {file} cannot be written: {error.strerror}. Name another file.") from None


def format_page(report: Report) -> str:
    """Format a run as a page that can be sent to anybody."""
    modes = report.figures.modes
    return Template(_TEMPLATE.read_text(encoding="utf-8")).substitute(
        model=escape(report.about.model),
        about="\n".join(f"<p>{escape(sentence)}</p>" for sentence in describe_run(report)),
        scores="\n".join(_format_score(mode, each.total) for mode, each in modes.items()),
        bars="\n".join(_format_bars(modes)),
        mode_count=max(1, len(modes)),
        modes="\n".join(_format_modes(report)),
        labels="\n".join(_format_labels(modes)),
        confusion="\n".join(format_heat_table(count_confusion(report.graded))),
        plots="\n".join(_format_plots(report.graded, modes)),
        group_options=_format_options({each: each for each in GROUPS if _is_played(modes, each)}),
        label_options=_format_options({each: each for each in LABELS if _has_label(report.graded, each)}),
        mode_options=_format_options({mode: MODE_TITLES[mode] for mode in modes}),
        data=_format_data(report.graded),
    )


def _format_options(titles: Mapping[str, str]) -> str:
    return "".join(f'<option value="{escape(each)}">{escape(title)}</option>' for each, title in titles.items())


def _is_played(modes: Mapping[AskedMode, ModeFigures], group: Group) -> bool:
    return any(group in each.groups for each in modes.values())


def _has_label(graded: Sequence[GradedTrial], label: Label) -> bool:
    return any(each.verdict.label == label for each in graded)


def _format_data(graded: Sequence[GradedTrial]) -> str:
    # No "<" in it: the words of a model that end a script must not end this one.
    values = {**dump_trials(graded), "modes": MODE_TITLES, "labels": LABEL_WORDS}
    return json.dumps(values, separators=(",", ":")).replace("<", "\\u003c")


def _format_score(mode: AskedMode, figures: Figures) -> str:
    per_turn = figures.false_calls_per_turn
    false_calls = format_number(None if per_turn is None else 100 * per_turn)
    return (
        f'<li class="{name_class(mode)}"><span class="title">{draw_shape(mode)}{escape(MODE_TITLES[mode])}</span>'
        f'<span class="value">{format_percent(figures.right.value)}</span>'
        f'<span class="range">right {format_interval(figures.right.wilson)}</span>'
        f'<span class="more">false calls in {false_calls} of 100 turns</span></li>'
    )


def _format_bars(modes: Mapping[AskedMode, ModeFigures]) -> Iterator[str]:
    if modes:
        yield from _format_bar_table("all", {mode: each.total for mode, each in modes.items()})
    for group in GROUPS:
        if figures := {mode: each.groups[group] for mode, each in modes.items() if group in each.groups}:
            yield from _format_bar_table(group, figures)


def _format_bar_table(name: str, figures: Mapping[AskedMode, Figures]) -> Iterator[str]:
    cases = format_count(max(each.cases for each in figures.values()), "case")
    yield f'<div class="card"><table><caption>{escape(name)} <small>{cases}</small></caption><tbody>'
    for mode, each in figures.items():
        interval = f"<small>{format_interval(each.right.wilson)}</small>"
        yield (
            f'<tr><th scope="row">{escape(MODE_TITLES[mode])}</th><td class="drawn">{draw_bar(each.right, mode)}</td>'
            f"<td>{format_percent(each.right.value)} {interval}</td></tr>"
        )
    yield "</tbody></table></div>"


def _format_modes(report: Report) -> Iterator[str]:
    table = build_mode_table(report)
    is_one = len(table.modes) == 1
    why = "which ended by an error" if is_one else "which not every mode has played to its end"
    left_out = f"; {format_count(table.left_out, 'case')} left out, {why}" if table.left_out else ""
    cases = f"On {'' if is_one else 'the same '}{format_count(table.cases, 'case')}{left_out}."
    yield f"<caption>{cases}</caption><thead><tr><td></td>"
    yield from (f'<th scope="col">{escape(MODE_TITLES[mode])}</th>' for mode in table.modes)
    yield "</tr></thead><tbody>"
    for row in table.rows:
        yield f'<tr><th scope="row">{escape(row.title)} <small>{escape(row.why)}</small></th>'
        for mode in table.modes:
            cell = row.cells[mode]
            yield f"<td>{_bind(cell.value)} <small>{_bind(cell.interval or cell.detail)}</small></td>"
        yield "</tr>"
    yield "</tbody>"


def _bind(words: str) -> str:
    """Escape words, with numbers that stay beside their units."""
    return escape(words).replace(" %", "&nbsp;%").replace(" s", "&nbsp;s")


def _format_labels(modes: Mapping[AskedMode, ModeFigures]) -> Iterator[str]:
    yield "<caption>Trials of each mode.</caption><thead><tr><td></td>"
    yield from (f'<th scope="col">{escape(MODE_TITLES[mode])}</th>' for mode in modes)
    yield "</tr></thead><tbody>"
    for label in LABELS:
        counts = {mode: _count_label(each.total, label) for mode, each in modes.items()}
        if any(counts.values()):
            yield f'<tr><th scope="row">{label} <small>{escape(LABEL_WORDS[label])}</small></th>'
            for mode, count in counts.items():
                share = "" if label == "error" else format_percent(count / max(1, modes[mode].total.trials))
                yield f"<td>{count} <small>{_bind(share)}</small></td>" if count else f"<td>{NOTHING}</td>"
            yield "</tr>"
    yield "</tbody>"


def _count_label(figures: Figures, label: Label) -> int:
    return figures.errors if label == "error" else figures.labels.get(label, 0)


def _format_plots(graded: Sequence[GradedTrial], modes: Mapping[AskedMode, ModeFigures]) -> Iterator[str]:
    """Yield the drawings; one of nothing is left out."""
    if drawn := draw_scatter(modes):
        told = "A large mark is a mode, with its interval; a small one is a group."
        yield f"<figure><h2>Time against score</h2>{drawn}{_format_caption(told, modes)}"
        yield from _format_numbers(("mode", "group", "first call", "right"), _list_times(modes))
        yield "</figure>"
    curves = {mode: trace_decoy_curve([each for each in graded if each.trial.mode == mode]) for mode in modes}
    if drawn := draw_curve(curves):
        told = "The same kinds of request among more and more tools, with intervals."
        yield f"<figure><h2>More tools on offer</h2>{drawn}{_format_caption(told, modes)}"
        yield from _format_numbers(("mode", "tools", "cases", "right"), _list_points(curves))
        yield "</figure>"


def _format_caption(told: str, modes: Iterable[AskedMode]) -> str:
    """Format what a drawing shows, with the marks of its modes."""
    marks = "".join(f"<li>{draw_shape(mode)}{escape(MODE_TITLES[mode])}</li>" for mode in modes)
    return f'<figcaption><ul class="legend">{marks}</ul>{told}</figcaption>'


def _list_times(modes: Mapping[AskedMode, ModeFigures]) -> Iterator[tuple[str, ...]]:
    for mode, each in modes.items():
        for name, figures in (("all", each.total), *each.groups.items()):
            yield MODE_TITLES[mode], name, format_median_s(figures.costs.call_s), format_rate(figures.right)


def _list_points(curves: Mapping[AskedMode, Sequence[CurvePoint]]) -> Iterator[tuple[str, ...]]:
    for mode, points in curves.items():
        for point in points:
            yield MODE_TITLES[mode], str(point.offered), str(point.right.cases), format_rate(point.right)


def _format_numbers(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the numbers of a drawing as a table, for whoever cannot see it or wants to copy them."""
    yield '<details class="numbers"><summary>The numbers</summary><table class="sheet"><thead><tr>'
    yield from (f'<th scope="col">{head}</th>' for head in heads)
    yield "</tr></thead><tbody>"
    for first, *others in rows:
        cells = "".join(f"<td>{_bind(each)}</td>" for each in others)
        yield f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>'
    yield "</tbody></table></details>"
